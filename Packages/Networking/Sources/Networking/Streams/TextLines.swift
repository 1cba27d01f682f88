public import Foundation

/// The lines of an answer's body as they arrive: UTF-8 that is repaired where it is damaged, ended by LF or CR LF.
///
/// It can be read once, as the body can.
public struct TextLines: AsyncSequence, StreamedResponse {
  private let body: ResponseBody
  private let limit: Int

  /// Reads the lines of a body.
  ///
  /// - Parameters:
  ///   - body: The body, unread.
  ///   - limit: The most bytes of a line; the sequence fails with ``NetworkError/bodyTooLarge(limit:)`` at a longer one.
  public init(_ body: ResponseBody, limit: Int = 1 << 20) {
    self.body = body
    self.limit = limit
  }

  /// Reads the lines of an answer.
  public static func reading(
    _ response: HTTPResponse,
    decoder: JSONDecoder,
    sizeLimit: Int
  ) throws(NetworkError) -> TextLines {
    TextLines(response.body, limit: sizeLimit)
  }

  /// Hands out the lines.
  public struct AsyncIterator: AsyncIteratorProtocol {
    var lines: LineIterator

    /// Waits for the next line; `nil` at the end.
    public mutating func next() async throws(NetworkError) -> String? {
      try await lines.next().map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Starts reading.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(lines: LineIterator(body, limit: limit))
  }
}

/// The lines of a body as bytes.
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
        // What is complete comes before the failure.
        pendingFailure = error
      }
      ready = lines.reversed()
    }
  }
}
