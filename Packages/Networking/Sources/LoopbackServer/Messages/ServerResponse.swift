public import NetworkingFoundation

/// The response that a handler returns.
///
/// The server adds Content-Length or Transfer-Encoding, Date and Connection. It omits the body for HEAD, and serves
/// byte ranges for GET.
public struct ServerResponse: Sendable {
  /// The source of the body.
  public enum Body: Sendable {
    /// Bytes in memory.
    case bytes(Data)
    /// The content of a regular file; if the file doesn't exist, the response is 404.
    case file(String)
    /// Content that is sent as a closure writes it, either with a declared length or chunked.
    ///
    /// For an HTTP/1.0 client, content without a length ends when the connection closes. If the closure throws or
    /// writes fewer bytes than declared, the connection closes before the end of the body.
    case stream(length: Int? = nil, @Sendable (inout BodyWriter) throws -> Void)
  }

  /// The status code, 200 to 999; any other number is sent as 500.
  package var status: Int
  /// The reason phrase; `nil` for the status's standard phrase.
  package var reason: String?
  /// The header fields; the server corrects Transfer-Encoding and, except for HEAD and 304 (no body), Content-Length.
  package var headers: ServerHeaders
  package var body: Body
  /// The delay before the first byte of the response.
  public var delay: Duration?
  package var fault: Fault?
  /// Whether a GET request with `Range` receives part of the body; requires status 200 and a body that isn't streamed.
  package var servesRanges = true
  /// A closure that serves a WebSocket after the response head.
  var webSocket: (@Sendable (ServerWebSocket) throws -> Void)?

  /// Creates a response with an empty body by default; a `reason` of `nil` selects the standard phrase.
  public init(
    status: Int = 200,
    reason: String? = nil,
    headers: ServerHeaders = [:],
    body: Body = .bytes(Data()),
    delay: Duration? = nil,
    fault: Fault? = nil
  ) {
    self.status = status
    self.reason = reason
    self.headers = headers
    self.body = body
    self.delay = delay
    self.fault = fault
  }
}

extension ServerResponse {
  /// Returns a response with JSON that is already encoded.
  public static func json(_ data: Data, status: Int = 200) -> ServerResponse {
    ServerResponse(status: status, headers: ["Content-Type": "application/json"], body: .bytes(data))
  }

  /// Returns a response with a value encoded as JSON; if it can't be encoded, returns 500 with the reason.
  public static func json(
    _ value: some Encodable,
    status: Int = 200,
    encoder: JSONEncoder = JSONEncoder()
  ) -> ServerResponse {
    do {
      return json(try encoder.encode(value), status: status)
    } catch {
      return text("The handler's value could not be encoded as JSON: \(error)", status: 500)
    }
  }

  /// Returns a response with plain text in UTF-8.
  public static func text(_ text: String, status: Int = 200) -> ServerResponse {
    ServerResponse(
      status: status,
      headers: ["Content-Type": "text/plain; charset=utf-8"],
      body: .bytes(Data(text.utf8))
    )
  }

  /// Returns a response with an HTML page in UTF-8.
  public static func html(_ page: String, status: Int = 200) -> ServerResponse {
    ServerResponse(status: status, headers: ["Content-Type": "text/html; charset=utf-8"], body: .bytes(Data(page.utf8)))
  }

  /// Returns a response with a status and no body.
  public static func status(_ status: Int) -> ServerResponse {
    ServerResponse(status: status)
  }

  /// Returns a redirect to a URL or path (RFC 9110, section 15.4).
  public static func redirect(to location: String, status: Int = 302) -> ServerResponse {
    ServerResponse(status: status, headers: ["Location": location])
  }

  /// Returns a response with a file's content; the file name extension determines the default content type.
  public static func file(_ path: String, contentType: String? = nil) -> ServerResponse {
    ServerResponse(headers: ["Content-Type": contentType ?? ContentType.suggested(by: path)], body: .file(path))
  }

  /// Returns a response whose body is sent as a closure writes it, either chunked or with a declared length.
  public static func stream(
    length: Int? = nil,
    contentType: String = "application/octet-stream",
    _ write: @escaping @Sendable (inout BodyWriter) throws -> Void
  ) -> ServerResponse {
    ServerResponse(headers: ["Content-Type": contentType], body: .stream(length: length, write))
  }

  /// Returns the response with an additional header field.
  public func header(_ name: String, _ value: String) -> ServerResponse {
    var copy = self
    copy.headers.add(name, value)
    return copy
  }

  /// Returns the response with a delay before its first byte.
  public func delayed(by delay: Duration) -> ServerResponse {
    var copy = self
    copy.delay = delay
    return copy
  }

  /// Returns the response with a fault.
  public func failing(with fault: Fault) -> ServerResponse {
    var copy = self
    copy.fault = fault
    return copy
  }
}

private enum ContentType {
  /// Returns the content type for a file; `application/octet-stream` for an unknown extension.
  static func suggested(by path: String) -> String {
    switch URL(fileURLWithPath: path).pathExtension.lowercased() {
    case "json": "application/json"
    case "txt", "md", "log": "text/plain; charset=utf-8"
    case "html", "htm": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js", "mjs": "text/javascript; charset=utf-8"
    case "csv": "text/csv; charset=utf-8"
    case "xml": "application/xml"
    case "png": "image/png"
    case "jpg", "jpeg": "image/jpeg"
    case "gif": "image/gif"
    case "svg": "image/svg+xml"
    case "webp": "image/webp"
    case "ico": "image/vnd.microsoft.icon"
    case "pdf": "application/pdf"
    default: "application/octet-stream"
    }
  }
}
