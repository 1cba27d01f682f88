import NetworkingFoundation

/// A strict parser that turns a connection's bytes into requests, within size limits (RFC 9112).
///
/// Events don't depend on how the bytes are split. A failure is the last event, because parsing can't be resumed.
struct RequestParser {
  enum Event: Sendable {
    case head(RequestHead)
    case request(RequestHead, body: Data)
    case failure(RequestFailure)
  }

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
  var state = State.requestLine
  var input = InputBuffer()
  var body = Data()
  var trailerBytes = 0
  var trailerCount = 0

  private var draft = HeadDraft()
  private var head: RequestHead?
  private var emptyLines = 0

  init(limits: LoopbackServer.Limits) {
    self.limits = limits
  }

  var isIdle: Bool { state == .requestLine && input.isEmpty && emptyLines == 0 }

  var isReadingHead: Bool { state == .requestLine || state == .fields }

  var hasUnreadInput: Bool { !input.isEmpty }

  /// Returns and consumes the bytes after a request, which belong to another protocol.
  mutating func takeUnreadInput() -> Data {
    let unread = Data(input.unread)
    input.advance(by: unread.count)
    input.consume()
    return unread
  }

  mutating func append(_ bytes: some Collection<UInt8>) {
    input.append(bytes)
  }

  mutating func fill(_ read: (UnsafeMutableRawBufferPointer) -> ConnectionSocket.Received) -> ConnectionSocket.Received
  {
    guard case .body(let remaining) = state else { return input.fill(atLeast: 4_096, read) }
    return input.fill(atLeast: max(4_096, min(remaining, 262_144)), read)
  }

  mutating func next() -> Event? {
    do throws(RequestFailure) {
      while true {
        let before = (state, input.cursor)
        if let event = try step() { return event }
        if before == (state, input.cursor) { return nil }
      }
    } catch {
      state = .failed
      return .failure(error)
    }
  }

  private mutating func step() throws(RequestFailure) -> Event? {
    switch state {
    case .requestLine: try parseRequestLine()
    case .fields: try parseField()
    case .body(let remaining): takeBody(remaining)
    case .chunkSize: try parseChunkSize()
    case .chunkData(let remaining): takeChunkData(remaining)
    case .chunkEnd: try parseChunkEnd()
    case .trailers: try parseTrailer()
    case .failed: nil
    }
  }

  // MARK: Heads

  private mutating func parseRequestLine() throws(RequestFailure) -> Event? {
    guard let line = try input.takeLine(limit: limits.requestLineBytes, tooLong: .targetTooLong) else { return nil }
    if line.isEmpty {
      // Empty lines before a request are ignored, up to a limit (RFC 9112, section 2.2).
      emptyLines += 1
      if emptyLines > 4 { throw .malformedRequestLine }
      input.consume()
      return nil
    }
    emptyLines = 0
    draft = try HeadDraft(requestLine: line, in: input.bytes, from: input.start)
    state = .fields
    return nil
  }

  private mutating func parseField() throws(RequestFailure) -> Event? {
    let used = input.cursor - input.start - draft.requestLineLength
    // The limit includes the two bytes at the end of each line.
    let limit = max(0, limits.headerBytes - used - 2)
    guard let line = try input.takeLine(limit: limit, tooLong: .headerTooLarge) else { return nil }
    if line.isEmpty { return .head(try finishHead()) }
    if draft.fields.count >= limits.headerFields { throw .tooManyFields }
    try draft.add(line: line, in: input.bytes, from: input.start)
    return nil
  }

  private mutating func finishHead() throws(RequestFailure) -> RequestHead {
    let finished = try draft.finish(bytes: Array(input.bytes[input.start..<input.cursor]))
    draft = HeadDraft()
    head = finished
    body = Data()
    input.consume()
    switch finished.framing {
    case .none: state = .body(remaining: 0)
    case .length(let length):
      if length > limits.bodyBytes { throw .bodyTooLarge }
      // At most 1 MiB is reserved at first, because the client has announced the content but not sent it yet.
      if length > 0 { body.reserveCapacity(min(length, 1 << 20)) }
      state = .body(remaining: length)
    case .chunked: state = .chunkSize
    }
    return finished
  }

  // MARK: Bodies

  private mutating func takeBody(_ remaining: Int) -> Event? {
    let count = takeIntoBody(atMost: remaining)
    guard count == remaining else {
      state = .body(remaining: remaining - count)
      return nil
    }
    return finishRequest()
  }

  /// Moves available bytes into the body, and returns their number.
  mutating func takeIntoBody(atMost most: Int) -> Int {
    let count = min(most, input.available)
    guard count > 0 else { return 0 }
    body.append(contentsOf: input.bytes[input.cursor..<(input.cursor + count)])
    input.advance(by: count)
    input.consume()
    return count
  }

  mutating func finishRequest() -> Event? {
    guard let finished = head else { return nil }
    let content = body
    head = nil
    body = Data()
    state = .requestLine
    return .request(finished, body: content)
  }
}

extension RequestParser {
  mutating func parseChunkSize() throws(RequestFailure) -> Event? {
    guard let line = try input.takeLine(limit: limits.chunkLineBytes, tooLong: .chunkLineTooLong) else { return nil }
    let size = try Self.chunkSize(input.bytes, line)
    input.consume()
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
      // Unknown extensions are ignored, as section 7.1.1 requires, but they must consist of field characters.
      guard let first = bytes[extensions].first(where: { !FieldSyntax.isBlank($0) }), first == 0x3B,
        bytes[extensions].allSatisfy(FieldSyntax.isValueByte)
      else { throw .malformedChunk }
    }
    guard let result = Int(exactly: size) else { throw .bodyTooLarge }
    return result
  }

  mutating func takeChunkData(_ remaining: Int) -> Event? {
    let count = takeIntoBody(atMost: remaining)
    state = count == remaining ? .chunkEnd : .chunkData(remaining: remaining - count)
    return nil
  }

  mutating func parseChunkEnd() throws(RequestFailure) -> Event? {
    if input.available > 0, input.bytes[input.cursor] != 0x0D { throw .malformedChunk }
    guard input.available > 1 else { return nil }
    if input.bytes[input.cursor + 1] != 0x0A { throw .malformedChunk }
    input.advance(by: 2)
    input.consume()
    state = .chunkSize
    return nil
  }

  /// Checks trailer fields like header fields, then discards them.
  mutating func parseTrailer() throws(RequestFailure) -> Event? {
    let limit = max(0, limits.headerBytes - trailerBytes - 2)
    guard let line = try input.takeLine(limit: limit, tooLong: .headerTooLarge) else { return nil }
    trailerBytes += input.cursor - input.start
    if line.isEmpty {
      input.consume()
      return finishRequest()
    }
    trailerCount += 1
    if trailerCount > limits.headerFields { throw .tooManyFields }
    _ = try HeadDraft.field(in: input.bytes, line: line)
    input.consume()
    return nil
  }
}
