/// Sends requests and receives their responses.
///
/// A transport doesn't follow redirects, keep cookies, cache or retry. These are tasks of middleware, which works the
/// same with every transport. It validates requests with ``HTTPRequest/validate()``, enforces ``HTTPRequest/timeouts``,
/// and honors cancellation of the task: it then frees the connection and throws ``NetworkError/cancelled``.
public protocol Transport: Sendable {
  /// Sends a request.
  ///
  /// - Parameter request: The request.
  /// - Returns: The response, as soon as its head has arrived.
  /// - Throws: The reason for the failure.
  func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse
}

/// The platform's transport: libcurl on Linux, `URLSessionTransport` elsewhere.
public enum SystemTransport {
  /// Creates the platform's transport.
  ///
  /// - Parameter configuration: The limits and the trusted certificates.
  /// - Returns: A transport to share, because each has its own connections.
  /// - Throws: ``NetworkError/transportUnavailable(reason:recoverySuggestion:)`` on Linux without libcurl 7.68 or
  ///   newer.
  public static func make(
    configuration: TransportConfiguration = TransportConfiguration()
  ) throws(NetworkError) -> any Transport {
    try makePlatformTransport(configuration)
  }
}
