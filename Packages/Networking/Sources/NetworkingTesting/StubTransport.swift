public import Foundation
public import Networking

/// A transport that answers from a closure and remembers what it was asked, for tests without a network.
///
/// ```swift
/// let transport = StubTransport { request in .json(#"{"title": "Swift"}"#, url: request.url) }
/// let client = APIClient(api: api, transport: transport)
/// ```
///
/// `@unchecked Sendable`: `recorded` is guarded by `lock`.
public final class StubTransport: Transport, @unchecked Sendable {
  /// Answers a request.
  public typealias Handler = @Sendable (HTTPRequest) async throws(NetworkError) -> HTTPResponse

  private let handler: Handler
  private let lock = NSLock()
  private var recorded: [HTTPRequest] = []

  /// Makes a transport that answers from a closure.
  public init(handler: @escaping Handler) { self.handler = handler }

  /// What was sent so far, in order.
  public var requests: [HTTPRequest] { lock.withLock { recorded } }

  /// Remembers the request and answers it.
  public func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    lock.withLock { recorded.append(request) }
    return try await handler(request)
  }
}

extension HTTPResponse {
  /// An answer with a JSON document, for stubs.
  public static func json(_ document: String, status: HTTPStatus = .ok, url: URL) -> HTTPResponse {
    HTTPResponse(
      status: status,
      headers: [.contentType: "application/json"],
      url: url,
      body: ResponseBody(bytes: Data(document.utf8))
    )
  }

  /// An answer with plain text, for stubs.
  public static func text(_ text: String, status: HTTPStatus = .ok, url: URL) -> HTTPResponse {
    HTTPResponse(
      status: status,
      headers: [.contentType: "text/plain"],
      url: url,
      body: ResponseBody(bytes: Data(text.utf8))
    )
  }
}
