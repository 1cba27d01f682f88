public import Foundation

/// Makes events of bytes as they arrive (WHATWG HTML, section 9.2.6).
public struct EventStreamParser: Sendable {
  /// The last identifier of an event that was complete; what a new connection sends as `Last-Event-ID`.
  public private(set) var lastEventID: String
  /// The wait before a new connection, if the service named one; ``EventReconnection/maximumServiceDelay`` limits it.
  public private(set) var reconnectionTime: Duration?

  /// The most bytes of an identifier, which goes into a header field of the next connection; a longer one is ignored.
  static let identifierLimit = 4096

  private let limit: Int
  private var lines: LineSplitter
  private var isAtStart = true
  private var identifier: String
  private var type = ""
  private var data: [UInt8] = []
  private var hasData = false

  /// Makes a parser.
  ///
  /// - Parameters:
  ///   - sizeLimit: The most bytes of one event.
  ///   - lastEventID: The last identifier of an earlier connection.
  public init(sizeLimit: Int = 1 << 20, lastEventID: String = "") {
    limit = sizeLimit
    lines = LineSplitter(limit: sizeLimit, endsAtReturn: true)
    self.lastEventID = lastEventID
    identifier = lastEventID
  }

  /// Takes bytes.
  ///
  /// - Parameters:
  ///   - bytes: The next ones, cut anywhere.
  ///   - take: Is handed each event that they complete.
  /// - Throws: ``NetworkError/bodyTooLarge(limit:)`` where an event is larger than allowed.
  public mutating func consume(
    _ bytes: Data,
    _ take: (ServerSentEvent) -> Void
  ) throws(NetworkError) {
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
      // A number that is too large to wait for says nothing.
      if isNumber, let milliseconds = Int64(String(decoding: value, as: UTF8.self)), milliseconds < 1 << 40 {
        reconnectionTime = .milliseconds(milliseconds)
      }
    default: break  // A comment, or a field that nobody knows.
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
    // A "data" line without text still makes an event: its buffer holds the LF that is then taken away.
    guard hasData else { return nil }
    return ServerSentEvent(
      type: type.isEmpty ? "message" : type,
      data: String(decoding: data, as: UTF8.self),
      lastEventID: lastEventID
    )
  }
}
