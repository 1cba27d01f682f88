/// Carries one request to its service and brings the answer back.
///
/// A transport follows no redirects, keeps no cookies, caches nothing and retries nothing: all of that is middleware, so that it
/// is the same everywhere. It validates requests with ``HTTPRequest/validate()``, enforces ``HTTPRequest/timeouts``, and honours
/// cancellation of the task: the connection is freed and ``NetworkError/cancelled`` thrown.
public protocol Transport: Sendable {
  /// Sends a request.
  ///
  /// - Parameter request: What to send.
  /// - Returns: The answer, as soon as its head is there.
  /// - Throws: Why there is none.
  func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse
}
