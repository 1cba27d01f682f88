public import NetworkingFoundation

/// The lines in a response (ending in LF or CR LF) as they arrive, with invalid UTF-8 replaced; they can be read once.
public struct TextLines: AsyncSequence, StreamedResponse {
  private let body: ResponseBody
  private let limit: Int

  /// Preferably plain text, otherwise any media type.
  public static var acceptedMediaTypes: String? { "text/plain, */*;q=0.1" }

  /// Creates a sequence of lines of at most `limit` bytes.
  package init(_ body: ResponseBody, limit: Int = 1 << 20) {
    self.body = body
    self.limit = limit
  }

  /// Creates a sequence from a response with an unread body.
  public static func reading(
    _ response: HTTPResponse,
    decoder: JSONDecoder,
    sizeLimit: Int
  ) throws(NetworkError) -> TextLines {
    TextLines(response.body, limit: sizeLimit)
  }

  /// An iterator over the lines.
  public struct AsyncIterator: AsyncIteratorProtocol {
    var lines: LineIterator

    /// Waits for the next line; returns `nil` at the end.
    public mutating func next() async throws(NetworkError) -> String? {
      try await lines.next().map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Creates an iterator.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(lines: LineIterator(body, limit: limit))
  }
}

struct LineIterator {
  private var chunks: ResponseBody.AsyncIterator
  private var splitter: LineSplitter
  private var ready: [[UInt8]] = []
  private var isAtEnd = false
  private var pendingFailure: NetworkError?

  init(_ body: ResponseBody, limit: Int) {
    chunks = body.makeAsyncIterator()
    splitter = LineSplitter(limit: limit, endsAtReturn: false)
  }

  mutating func next() async throws(NetworkError) -> [UInt8]? {
    while true {
      if let line = ready.popLast() { return line }
      if let failure = pendingFailure {
        pendingFailure = nil
        isAtEnd = true
        throw failure
      }
      guard !isAtEnd else { return nil }
      guard let chunk = try await chunks.next() else {
        isAtEnd = true
        return splitter.finish()
      }
      var lines: [[UInt8]] = []
      do throws(NetworkError) {
        try splitter.consume(chunk) { line throws(NetworkError) in lines.append(line) }
      } catch {
        // Lines that were complete before the failure are returned first.
        pendingFailure = error
      }
      ready = lines.reversed()
    }
  }
}

/// A splitter for lines that end in LF, CR LF or, optionally, CR.
struct LineSplitter {
  let limit: Int
  /// Whether a lone CR ends a line, as in event streams.
  let endsAtReturn: Bool

  private var line: [UInt8] = []
  /// Whether the previous line ended in a CR, in which case a following LF belongs to the same line break.
  private var isAfterReturn = false

  init(limit: Int, endsAtReturn: Bool) {
    self.limit = limit
    self.endsAtReturn = endsAtReturn
  }

  /// Passes each complete line to `take`, without its line break.
  ///
  /// - Throws: ``NetworkError/bodyTooLarge(limit:)`` if a line is too long.
  mutating func consume(_ bytes: Data, _ take: ([UInt8]) throws(NetworkError) -> Void) throws(NetworkError) {
    var rest = bytes[...]
    if isAfterReturn, let first = rest.first {
      if first == 0x0A { rest = rest.dropFirst() }
      isAfterReturn = false
    }
    while let end = rest.firstIndex(where: { $0 == 0x0A || ($0 == 0x0D && endsAtReturn) }) {
      try append(rest[..<end])
      let isReturn = rest[end] == 0x0D
      rest = rest[rest.index(after: end)...]
      if isReturn {
        if rest.isEmpty { isAfterReturn = true } else if rest.first == 0x0A { rest = rest.dropFirst() }
      } else if !endsAtReturn, line.last == 0x0D {
        line.removeLast()
      }
      let complete = line
      line.removeAll(keepingCapacity: true)
      try take(complete)
    }
    try append(rest)
  }

  /// Returns the bytes after the last line break.
  mutating func finish() -> [UInt8]? {
    guard !line.isEmpty else { return nil }
    defer { line = [] }
    return line
  }

  private mutating func append(_ bytes: Data.SubSequence) throws(NetworkError) {
    guard line.count + bytes.count <= limit else { throw .bodyTooLarge(limit: limit) }
    line.append(contentsOf: bytes)
  }
}
