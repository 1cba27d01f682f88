public import NetworkingFoundation

/// The server-sent events in a response, as they arrive (WHATWG HTML, section 9.2); they can be read only once.
///
/// The sequence ends when its connection ends. ``NetworkClient/events(_:reconnecting:)`` reconnects instead.
public struct EventStream: AsyncSequence, StreamedResponse {
  let response: HTTPResponse
  let limit: Int

  /// Server-sent events only.
  public static var acceptedMediaTypes: String? { "text/event-stream" }

  /// Creates a stream of events of at most `sizeLimit` bytes each; the status 204 produces no events.
  package init(_ response: HTTPResponse, sizeLimit: Int = 1 << 20) throws(NetworkError) {
    let type = response.headers[.contentType] ?? ""
    let mediaType = FieldList.trimmed(type.prefix { $0 != ";" }).lowercased()
    guard response.status == .noContent || mediaType == "text/event-stream" else {
      let found = type.isEmpty ? "no media type" : "the media type \(BodyExcerpt.text(of: Data(type.utf8)))"
      throw .decoding(
        DecodingFailure(url: RedactedURL(response.url), reason: "expected text/event-stream, found \(found)")
      )
    }
    self.response = response
    limit = sizeLimit
  }

  /// Creates a stream from a response with an unread body.
  public static func reading(
    _ response: HTTPResponse,
    decoder: JSONDecoder,
    sizeLimit: Int
  ) throws(NetworkError) -> EventStream {
    try EventStream(response, sizeLimit: sizeLimit)
  }

  var isOver: Bool { response.status == .noContent }

  /// An iterator over the events.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var chunks: ResponseBody.AsyncIterator
    private(set) var parser: EventStreamParser
    private var ready: [ServerSentEvent] = []
    private var failure: NetworkError?

    init(_ body: ResponseBody, parser: EventStreamParser) {
      chunks = body.makeAsyncIterator()
      self.parser = parser
    }

    /// Waits for the next event; returns `nil` at the end.
    public mutating func next() async throws(NetworkError) -> ServerSentEvent? {
      while true {
        if let event = ready.popLast() { return event }
        if let failure { throw failure }
        guard let chunk = try await chunks.next() else { return nil }
        var events: [ServerSentEvent] = []
        do throws(NetworkError) {
          try parser.consume(chunk) { events.append($0) }
        } catch {
          failure = error
        }
        ready = events.reversed()
      }
    }
  }

  /// Creates an iterator.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(response.body, parser: EventStreamParser(sizeLimit: limit))
  }
}

/// A server-sent event (WHATWG HTML, section 9.2).
public struct ServerSentEvent: Sendable, Hashable {
  /// The event type; `message` if the service didn't set a type.
  public var type: String
  /// The event's data; multiple lines are joined with LF.
  public var data: String
  /// The most recent identifier, from this or an earlier event; empty if there was none.
  public var lastEventID: String

  /// Creates an event, for example for a stub in a test.
  public init(type: String = "message", data: String, lastEventID: String = "") {
    self.type = type
    self.data = data
    self.lastEventID = lastEventID
  }
}

struct EventStreamParser: Sendable {
  /// The last complete event's identifier, which the next connection sends as `Last-Event-ID`.
  private(set) var lastEventID: String
  /// The reconnection delay that the service set; ``EventReconnection/maximumServiceDelay`` limits it.
  private(set) var reconnectionTime: Duration?

  /// The maximum length in bytes; longer identifiers are ignored, because identifiers are sent in a header field.
  static let identifierLimit = 4096

  private let limit: Int
  private var lines: LineSplitter
  private var isAtStart = true
  private var identifier: String
  private var type = ""
  private var data: [UInt8] = []
  private var hasData = false

  init(sizeLimit: Int = 1 << 20, lastEventID: String = "") {
    limit = sizeLimit
    lines = LineSplitter(limit: sizeLimit, endsAtReturn: true)
    self.lastEventID = lastEventID
    identifier = lastEventID
  }

  /// Parses the next bytes; an event may be split between calls at any position.
  mutating func consume(_ bytes: Data, _ take: (ServerSentEvent) -> Void) throws(NetworkError) {
    var splitter = lines
    defer { lines = splitter }
    try splitter.consume(bytes) { line throws(NetworkError) in
      if let event = try consume(line: line) { take(event) }
    }
  }

  private mutating func consume(line: [UInt8]) throws(NetworkError) -> ServerSentEvent? {
    var line = line[...]
    if isAtStart {
      isAtStart = false
      if line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
    }
    guard !line.isEmpty else { return dispatch() }
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    var value = colon < line.endIndex ? line[(colon + 1)...] : line[line.endIndex...]
    if value.first == 0x20 { value = value.dropFirst() }
    switch String(decoding: line[..<colon], as: UTF8.self) {
    case "data":
      guard data.count + value.count < limit else { throw .bodyTooLarge(limit: limit) }
      if hasData { data.append(0x0A) }
      hasData = true
      data.append(contentsOf: value)
    case "event": type = String(decoding: value, as: UTF8.self)
    case "id":
      let isUsable = !value.contains(0) && value.count <= Self.identifierLimit
      if isUsable { identifier = String(decoding: value, as: UTF8.self) }
    case "retry":
      let isNumber = !value.isEmpty && value.allSatisfy { (0x30...0x39).contains($0) }
      // A number that is too large is ignored.
      if isNumber, let milliseconds = Int64(String(decoding: value, as: UTF8.self)), milliseconds < 1 << 40 {
        reconnectionTime = .milliseconds(milliseconds)
      }
    default: break  // A comment or an unknown field.
    }
    return nil
  }

  private mutating func dispatch() -> ServerSentEvent? {
    defer {
      type = ""
      data.removeAll(keepingCapacity: true)
      hasData = false
    }
    lastEventID = identifier
    // A `data` line without text still produces an event: its buffer contains an LF, which is then removed.
    guard hasData else { return nil }
    return ServerSentEvent(
      type: type.isEmpty ? "message" : type,
      data: String(decoding: data, as: UTF8.self),
      lastEventID: lastEventID
    )
  }
}
