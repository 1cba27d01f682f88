public import NetworkingFoundation

/// A request received by the server.
public struct ServerRequest: Sendable {
  let head: RequestHead
  private let stop: StopSignal?

  /// The complete body, with chunked transfer coding removed; trailer fields are discarded.
  public let body: Data
  /// The connection's number, counted from 1.
  package let connection: Int
  package let number: Int

  init(head: RequestHead, body: Data, connection: Int, number: Int, stop: StopSignal?) {
    self.head = head
    self.body = body
    self.connection = connection
    self.number = number
    self.stop = stop
  }

  /// Creates a request for calling a handler without a server; Content-Length isn't added to `headers`.
  package init(method: String = "GET", target: String, headers: ServerHeaders = [:], body: Data = Data()) {
    self.init(
      head: RequestHead(method: method, target: target, headers: headers),
      body: body,
      connection: 1,
      number: 1,
      stop: nil
    )
  }

  /// The method in its original case.
  public var method: String { head.text(head.method) }
  /// The request target, as sent.
  public var target: String { head.text(head.target) }
  /// The percent-decoded path; invalid UTF-8 sequences are replaced.
  public var path: String { FieldSyntax.percentDecoded(head.bytes[head.path]) }
  /// The percent-encoded path, as sent.
  public var encodedPath: String { head.text(head.path) }
  /// The query as sent, without its question mark; `nil` if there is no query.
  package var query: String? { head.query.map(head.text) }
  /// `HTTP/1.0` or `HTTP/1.1`; later minor versions count as 1.1.
  package var httpVersion: String { head.minorVersion == 0 ? "HTTP/1.0" : "HTTP/1.1" }
  /// The header fields.
  public var headers: ServerHeaders { ServerHeaders(head: head) }

  /// The names and values in the query, decoded as a form (WHATWG URL Standard, application/x-www-form-urlencoded).
  package var queryItems: [URLQueryItem] {
    guard let query = head.query else { return [] }
    return head.bytes[query].split(separator: 0x26).map { pair in
      guard let equals = pair.firstIndex(of: 0x3D) else {
        return URLQueryItem(name: FieldSyntax.percentDecoded(pair, plusIsSpace: true), value: nil)
      }
      return URLQueryItem(
        name: FieldSyntax.percentDecoded(pair[..<equals], plusIsSpace: true),
        value: FieldSyntax.percentDecoded(pair[(equals + 1)...], plusIsSpace: true)
      )
    }
  }

  /// Returns the first query value with a name; an empty string if the name has no `=`.
  public func queryValue(_ name: String) -> String? {
    queryItems.first { $0.name == name }.map { $0.value ?? "" }
  }

  /// The body as text; invalid UTF-8 sequences are replaced.
  public var text: String { String(decoding: body, as: UTF8.self) }

  /// Whether the server is stopping; long-running handlers should check it.
  package var isServerStopping: Bool { stop?.isSignalled ?? false }

  /// Waits without blocking `stop()`.
  /// - Returns: `false` if the server stops before the time is up.
  @discardableResult
  public func wait(for duration: Duration) -> Bool {
    guard let stop else { return (try? StopSignal())?.wait(for: duration) == .timedOut }
    return stop.wait(for: duration) == .timedOut
  }
}

extension RequestHead {
  convenience init(method: String, target: String, headers: ServerHeaders) {
    var bytes = Array(method.utf8)
    let methodRange = 0..<bytes.count
    bytes.append(0x20)
    let targetStart = bytes.count
    bytes.append(contentsOf: target.utf8)
    let targetRange = targetStart..<bytes.count
    var fields: [Field] = []
    for field in headers.fields {
      let nameStart = bytes.count
      bytes.append(contentsOf: field.name.utf8)
      let valueStart = bytes.count
      bytes.append(contentsOf: field.value.utf8)
      fields.append(Field(name: nameStart..<valueStart, value: valueStart..<bytes.count))
    }
    self.init(
      bytes: bytes,
      method: methodRange,
      target: targetRange,
      minorVersion: 1,
      fields: fields,
      framing: .none,
      keepsAlive: true,
      expectsContinue: false
    )
  }
}
