public import Foundation

/// An answer: the head at once, the body as it arrives.
public struct HTTPResponse: Sendable {
  /// The status code.
  public var status: HTTPStatus
  /// The header fields; without `Content-Encoding` and `Content-Length` where the transport decoded the content.
  public var headers: HTTPFields
  /// Whose answer it is: the URL of the request.
  public var url: URL
  /// The content.
  public var body: ResponseBody
  /// What middleware tells about it, such as whether a cache answered.
  public var context: MessageContext

  /// Makes an answer.
  public init(
    status: HTTPStatus,
    headers: HTTPFields = [:],
    url: URL,
    body: ResponseBody = .empty,
    context: MessageContext = MessageContext()
  ) {
    self.status = status
    self.headers = headers
    self.url = url
    self.body = body
    self.context = context
  }
}
