public import Networking
public import NetworkingFoundation

/// A transport that responds with a closure's result and records requests, for tests without a network.
///
/// ```swift
/// let transport = StubTransport { request in .json(#"{"title": "Swift"}"#, url: request.url) }
/// let client = APIClient(api: api, transport: transport)
/// ```
public final class StubTransport: Transport {
  /// A closure that returns the response to a request.
  ///
  /// An error other than `NetworkError` becomes `NetworkError.transportUnavailable`, which isn't retried.
  public typealias Handler = @Sendable (HTTPRequest) async throws -> HTTPResponse

  private let handler: Handler
  private let recorded = Locked<[HTTPRequest]>([])

  /// Creates a transport that responds with a closure's result.
  public init(handler: @escaping Handler) { self.handler = handler }

  /// The requests so far, in order.
  public var requests: [HTTPRequest] { recorded.withLock { $0 } }

  /// Records the request and returns the closure's response.
  public func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    recorded.withLock { $0.append(request) }
    do {
      return try await handler(request)
    } catch {
      throw .wrapping(error) {
        .transportUnavailable(
          reason: "the stub threw an error: \($0)",
          recoverySuggestion: "Correct the closure of the stub, or throw a NetworkError."
        )
      }
    }
  }
}

extension HTTPResponse {
  /// Creates a response with a JSON document.
  public static func json(_ document: String, status: HTTPStatus = .ok, url: URL) -> HTTPResponse {
    HTTPResponse(
      status: status,
      headers: [.contentType: "application/json"],
      url: url,
      body: ResponseBody(bytes: Data(document.utf8))
    )
  }

  /// Creates a response with plain text.
  public static func text(_ text: String, status: HTTPStatus = .ok, url: URL) -> HTTPResponse {
    HTTPResponse(
      status: status,
      headers: [.contentType: "text/plain"],
      url: url,
      body: ResponseBody(bytes: Data(text.utf8))
    )
  }
}
