public import Foundation

extension ServerResponse {
  /// JSON that is already encoded.
  public static func json(_ data: Data, status: Int = 200) -> ServerResponse {
    ServerResponse(status: status, headers: ["Content-Type": "application/json"], body: .bytes(data))
  }

  /// A value encoded as JSON; 500 with the reason when it cannot be encoded.
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
    ServerResponse(
      status: status,
      headers: ["Content-Type": "text/html; charset=utf-8"],
      body: .bytes(Data(page.utf8))
    )
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
    ServerResponse(
      headers: ["Content-Type": contentType ?? ContentType.suggested(by: path)],
      body: .file(path)
    )
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
