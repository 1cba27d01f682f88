public import Foundation

/// What a handler answers.
///
/// The server adds the framing (Content-Length or Transfer-Encoding), Date and Connection fields itself, answers HEAD
/// without a body, and cuts out the range that a GET asks for.
public struct ServerResponse: Sendable {
  /// Where the body comes from.
  public enum Body: Sendable {
    /// Bytes in memory.
    case bytes(Data)
    /// The contents of a regular file; 404 when there is none at that path.
    case file(String)
    /// Written by a closure while it is sent: with a given length, or chunked (for an HTTP/1.0 client up to the close).
    ///
    /// An error that the closure throws, or fewer bytes than promised, closes the connection within the body.
    case stream(length: Int? = nil, @Sendable (inout BodyWriter) throws -> Void)
  }

  /// The status code, 200…999; anything else is answered as 500.
  public var status: Int
  /// The reason phrase; nil for the usual one of the status.
  public var reason: String?
  /// The header fields.
  ///
  /// Content-Length and Transfer-Encoding in it are replaced by the true ones, except a Content-Length where no body
  /// follows: for HEAD and 304.
  public var headers: ServerHeaders
  /// The body.
  public var body: Body
  /// How long to wait before the first byte of the answer.
  public var delay: Duration?
  /// What shall go wrong.
  public var fault: Fault?
  /// Whether a GET with `Range` gets a part of the body; true by default.
  ///
  /// That needs a status of 200 and a body of bytes or a file.
  public var servesRanges = true

  /// Makes a response.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - reason: The reason phrase; nil for the usual one.
  ///   - headers: The header fields.
  ///   - body: The body, empty by default.
  ///   - delay: How long to wait before the first byte.
  ///   - fault: What shall go wrong.
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
