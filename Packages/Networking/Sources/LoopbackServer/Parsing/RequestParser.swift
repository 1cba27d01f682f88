import Foundation

/// Turns the bytes of a connection into requests (RFC 9112), strictly and within limits.
///
/// Bytes go in with `append` or `fill`, events come out of `next()`, which answers nil when it needs more bytes.
/// However the bytes are split, the events are the same. After a failure nothing more comes: where the next
/// request begins can no longer be known.
struct RequestParser {
  /// What the bytes so far amount to.
  enum Event: Sendable {
    /// The head of a request is complete.
    case head(RequestHead)
    /// The request is complete.
    case request(RequestHead, body: Data)
    /// The client sent something that is not an acceptable request.
    case failure(RequestFailure)
  }

  /// Where the parser is in the stream.
  enum State: Equatable, Sendable {
    case requestLine
    case fields
    case body(remaining: Int)
    case chunkSize
    case chunkData(remaining: Int)
    case chunkEnd
    case trailers
    case failed
  }

  let limits: LoopbackServer.Limits
  private(set) var state = State.requestLine

  /// `start..<end` holds what was received and not consumed; `cursor` is the first byte not looked at, and no line
  /// ends between `cursor` and `scanned`.
  private var buffer: [UInt8]
  private var start = 0
  private var cursor = 0
  private var scanned = 0
  private var end = 0

  private var draft = HeadDraft()
  private var head: RequestHead?
  private var body = Data()
  private var emptyLines = 0
  private var trailerBytes = 0
  private var trailerCount = 0

  init(limits: LoopbackServer.Limits) {
    self.limits = limits
    buffer = [UInt8](repeating: 0, count: 8_192)
  }

  /// Whether no byte of a next request has arrived.
  var isIdle: Bool { state == .requestLine && start == end && emptyLines == 0 }

  /// Whether the head of a request is incomplete.
  var isReadingHead: Bool { state == .requestLine || state == .fields }

  /// Whether bytes have arrived that no event has consumed.
  var hasUnreadInput: Bool { start < end }

  // MARK: Bytes in

  /// Takes bytes.
  mutating func append(_ bytes: some Collection<UInt8>) {
    makeRoom(for: bytes.count)
    buffer.replaceSubrange(end..<(end + bytes.count), with: bytes)
    end += bytes.count
  }

  /// Lets `read` write into the free space; it answers how many bytes it wrote, or something else that ended it.
  mutating func fill(_ read: (UnsafeMutableRawBufferPointer) -> ConnectionSocket.Received) -> ConnectionSocket.Received {
    if case .body(let remaining) = state {
      makeRoom(for: min(remaining, 262_144))
    } else {
      makeRoom(for: 4_096)
    }
    let from = end
    let received = buffer.withUnsafeMutableBytes { read(UnsafeMutableRawBufferPointer(rebasing: $0[from...])) }
    if case .bytes(let count) = received { end += count }
    return received
  }

  private mutating func makeRoom(for count: Int) {
    if start == end {
      start = 0
      cursor = 0
      scanned = 0
      end = 0
    }
    guard buffer.count - end < count else { return }
    if start > 0 {
      let offset = start
      let length = end - start
      buffer.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        memmove(base, base + offset, length)
      }
      start = 0
      cursor -= offset
      scanned -= offset
      end = length
    }
    guard buffer.count - end < count else { return }
    let size = max(buffer.count * 2, end + count)
    buffer.append(contentsOf: repeatElement(0, count: size - buffer.count))
  }

  // MARK: Events out

  /// The next event, or nil when more bytes are needed.
  mutating func next() -> Event? {
    do throws(RequestFailure) {
      while true {
        let event: Event?
        let before = (state, cursor)
        switch state {
        case .requestLine: event = try parseRequestLine()
        case .fields: event = try parseField()
        case .body(let remaining): event = takeBody(remaining)
        case .chunkSize: event = try parseChunkSize()
        case .chunkData(let remaining): event = takeChunkData(remaining)
        case .chunkEnd: event = try parseChunkEnd()
        case .trailers: event = try parseTrailer()
        case .failed: return nil
        }
        if let event { return event }
        if before == (state, cursor) { return nil }
      }
    } catch {
      state = .failed
      return .failure(error)
    }
  }

  /// The next line without its CR LF, consumed; nil when it is not complete.
  ///
  /// The limit is checked before the content, so that a line that arrives in pieces fails in the same way.
  private mutating func takeLine(
    limit: Int,
    tooLong: RequestFailure
  ) throws(RequestFailure) -> Range<Int>? {
    let from = max(scanned, cursor)
    let length = end - from
    let lineFeed: Int? = buffer.withUnsafeBytes { bytes in
      guard length > 0, let base = bytes.baseAddress, let found = memchr(base + from, 0x0A, length) else { return nil }
      return UnsafeRawPointer(found) - base
    }
    guard let lineFeed else {
      scanned = end
      if end - cursor > limit + 1 { throw tooLong }
      return nil
    }
    if lineFeed - cursor - 1 > limit { throw tooLong }
    guard lineFeed > cursor, buffer[lineFeed - 1] == 0x0D else { throw .bareLineFeed }
    let line = cursor..<(lineFeed - 1)
    cursor = lineFeed + 1
    scanned = cursor
    return line
  }

  private mutating func parseRequestLine() throws(RequestFailure) -> Event? {
    guard let line = try takeLine(limit: limits.requestLineBytes, tooLong: .targetTooLong) else { return nil }
    if line.isEmpty {
      // Empty lines before a request are ignored, but not without end (RFC 9112, section 2.2).
      emptyLines += 1
      if emptyLines > 4 { throw .malformedRequestLine }
      start = cursor
      return nil
    }
    emptyLines = 0
    draft = try HeadDraft(requestLine: line, in: buffer, from: start)
    state = .fields
    return nil
  }

  private mutating func parseField() throws(RequestFailure) -> Event? {
    let used = cursor - start - draft.requestLineLength
    guard let line = try takeLine(limit: max(0, limits.headerBytes - used), tooLong: .headerTooLarge) else { return nil }
    if line.isEmpty { return .head(try finishHead()) }
    if draft.fields.count >= limits.headerFields { throw .tooManyFields }
    try draft.add(line: line, in: buffer, from: start)
    return nil
  }

  private mutating func finishHead() throws(RequestFailure) -> RequestHead {
    let finished = try draft.finish(bytes: Array(buffer[start..<cursor]))
    draft = HeadDraft()
    head = finished
    start = cursor
    body = Data()
    switch finished.framing {
    case .none: state = .body(remaining: 0)
    case .length(let length):
      if length > limits.bodyBytes { throw .bodyTooLarge }
      // Not more at once: the client has only promised to send it.
      body.reserveCapacity(min(length, 1 << 20))
      state = .body(remaining: length)
    case .chunked: state = .chunkSize
    }
    return finished
  }

  private mutating func takeBody(_ remaining: Int) -> Event? {
    let count = min(remaining, end - cursor)
    consumeIntoBody(count)
    guard count == remaining else {
      state = .body(remaining: remaining - count)
      return nil
    }
    return finishRequest()
  }

  private mutating func consumeIntoBody(_ count: Int) {
    guard count > 0 else { return }
    body.append(contentsOf: buffer[cursor..<(cursor + count)])
    cursor += count
    start = cursor
    scanned = cursor
  }

  private mutating func finishRequest() -> Event? {
    guard let finished = head else { return nil }
    let content = body
    head = nil
    body = Data()
    state = .requestLine
    return .request(finished, body: content)
  }

  // MARK: Chunked bodies (RFC 9112, section 7.1)

  private mutating func parseChunkSize() throws(RequestFailure) -> Event? {
    guard let line = try takeLine(limit: limits.chunkLineBytes, tooLong: .chunkLineTooLong) else { return nil }
    start = cursor
    let size = try Self.chunkSize(buffer, line)
    if size == 0 {
      trailerBytes = 0
      trailerCount = 0
      state = .trailers
    } else {
      if size > limits.bodyBytes - body.count { throw .bodyTooLarge }
      state = .chunkData(remaining: size)
    }
    return nil
  }

  private static func chunkSize(_ bytes: [UInt8], _ line: Range<Int>) throws(RequestFailure) -> Int {
    var size: UInt64 = 0
    var index = line.lowerBound
    while index < line.upperBound, let digit = FieldSyntax.hexDigit(bytes[index]) {
      if index - line.lowerBound >= 16 { throw .malformedChunk }
      size = size << 4 | UInt64(digit)
      index += 1
    }
    if index == line.lowerBound { throw .malformedChunk }
    let extensions = index..<line.upperBound
    if !extensions.isEmpty {
      // Extensions are ignored, as section 7.1.1 wants of unknown ones, but must be made of field characters.
      guard let first = bytes[extensions].first(where: { !FieldSyntax.isBlank($0) }), first == 0x3B,
        bytes[extensions].allSatisfy(FieldSyntax.isValueByte)
      else { throw .malformedChunk }
    }
    guard let result = Int(exactly: size) else { throw .bodyTooLarge }
    return result
  }

  private mutating func takeChunkData(_ remaining: Int) -> Event? {
    let count = min(remaining, end - cursor)
    consumeIntoBody(count)
    state = count == remaining ? .chunkEnd : .chunkData(remaining: remaining - count)
    return nil
  }

  private mutating func parseChunkEnd() throws(RequestFailure) -> Event? {
    if cursor < end, buffer[cursor] != 0x0D { throw .malformedChunk }
    guard cursor + 1 < end else { return nil }
    if buffer[cursor + 1] != 0x0A { throw .malformedChunk }
    cursor += 2
    start = cursor
    scanned = cursor
    state = .chunkSize
    return nil
  }

  private mutating func parseTrailer() throws(RequestFailure) -> Event? {
    let limit = max(0, limits.headerBytes - trailerBytes)
    guard let line = try takeLine(limit: limit, tooLong: .headerTooLarge) else { return nil }
    trailerBytes += cursor - start
    start = cursor
    if line.isEmpty { return finishRequest() }
    trailerCount += 1
    if trailerCount > limits.headerFields { throw .tooManyFields }
    _ = try HeadDraft.field(in: buffer, line: line)
    return nil
  }
}
