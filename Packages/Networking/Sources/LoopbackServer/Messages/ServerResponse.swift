public import Foundation

/// A handler's response.
///
/// The server adds the framing (Content-Length or Transfer-Encoding), Date and Connection fields itself, responds to HEAD
/// without a body, and applies the range of a GET.
public struct ServerResponse: Sendable {
  /// The source of the body.
  public enum Body: Sendable {
    /// Bytes in memory.
    case bytes(Data)
    /// The contents of a regular file; 404 if there is none at the path.
    case file(String)
    /// Written by a closure while it is sent: with a given length, or chunked (for an HTTP/1.0 client up to the close).
    ///
    /// An error that the closure throws, or fewer bytes than promised, closes the connection within the body.
    case stream(length: Int? = nil, @Sendable (inout BodyWriter) throws -> Void)
  }

  /// The status code, 200…999; any other number is sent as 500.
  package var status: Int
  /// The reason phrase; nil for the usual one of the status.
  package var reason: String?
  /// The header fields.
  ///
  /// Content-Length and Transfer-Encoding in it are replaced by the true ones, except a Content-Length where no body
  /// follows: for HEAD and 304.
  package var headers: ServerHeaders
  package var body: Body
  /// The wait before the first byte of the response.
  public var delay: Duration?
  package var fault: Fault?
  /// Whether a GET with `Range` gets a part of the body; true by default.
  ///
  /// That needs a status of 200 and a body of bytes or a file.
  package var servesRanges = true

  /// Makes a response.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - reason: The reason phrase; nil for the usual one.
  ///   - headers: The header fields.
  ///   - body: The body, empty by default.
  ///   - delay: The wait before the first byte.
  ///   - fault: The intentional fault.
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
  /// JSON that is already encoded.
  public static func json(_ data: Data, status: Int = 200) -> ServerResponse {
    ServerResponse(status: status, headers: ["Content-Type": "application/json"], body: .bytes(data))
  }

  /// A value encoded as JSON; 500 with the reason if it can't be encoded.
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

  /// Plain text in UTF-8.
  public static func text(_ text: String, status: Int = 200) -> ServerResponse {
    ServerResponse(
      status: status,
      headers: ["Content-Type": "text/plain; charset=utf-8"],
      body: .bytes(Data(text.utf8))
    )
  }

  /// An HTML page in UTF-8.
  public static func html(_ page: String, status: Int = 200) -> ServerResponse {
    ServerResponse(status: status, headers: ["Content-Type": "text/html; charset=utf-8"], body: .bytes(Data(page.utf8)))
  }

  /// A status without a body.
  public static func status(_ status: Int) -> ServerResponse {
    ServerResponse(status: status)
  }

  /// A redirect to a URL or a path (RFC 9110, section 15.4), 302 by default.
  public static func redirect(to location: String, status: Int = 302) -> ServerResponse {
    ServerResponse(status: status, headers: ["Location": location])
  }

  /// A file; without a given content type, the one that its name suggests.
  public static func file(_ path: String, contentType: String? = nil) -> ServerResponse {
    ServerResponse(headers: ["Content-Type": contentType ?? ContentType.suggested(by: path)], body: .file(path))
  }

  /// A body that a closure writes while it is sent, chunked, or with a length that is known beforehand.
  public static func stream(
    length: Int? = nil,
    contentType: String = "application/octet-stream",
    _ write: @escaping @Sendable (inout BodyWriter) throws -> Void
  ) -> ServerResponse {
    ServerResponse(headers: ["Content-Type": contentType], body: .stream(length: length, write))
  }

  /// The same response with a further header field.
  public func header(_ name: String, _ value: String) -> ServerResponse {
    var copy = self
    copy.headers.add(name, value)
    return copy
  }

  /// The same response, which waits before its first byte.
  public func delayed(by delay: Duration) -> ServerResponse {
    var copy = self
    copy.delay = delay
    return copy
  }

  /// The same response with something that goes wrong.
  public func failing(with fault: Fault) -> ServerResponse {
    var copy = self
    copy.fault = fault
    return copy
  }
}

private enum ContentType {
  /// The content type of a file; `application/octet-stream` if its extension is unknown.
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
