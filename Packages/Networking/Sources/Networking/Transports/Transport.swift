/// A type that sends requests; middleware adds redirects, cookies, caching and retries to any transport.
///
/// A transport validates requests with ``HTTPRequest/validate()`` and enforces ``HTTPRequest/timeouts``. If the task is
/// cancelled, the transport frees the connection and throws ``NetworkError/cancelled``.
public protocol Transport: Sendable {
  /// Sends a request, and returns the response as soon as its head has arrived.
  ///
  /// - Throws: The reason for the failure.
  func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse
}

/// The platform's transport: libcurl on Linux, `URLSessionTransport` elsewhere.
public enum SystemTransport {
  /// Creates the platform's transport, which should be shared, because each transport has its own connections.
  ///
  /// - Throws: ``NetworkError/transportUnavailable(reason:recoverySuggestion:)`` if an option is unusable, or on Linux
  ///   without libcurl 7.68 or newer.
  public static func make(
    configuration: TransportConfiguration = TransportConfiguration()
  ) throws(NetworkError) -> any Transport {
    try makePlatformTransport(configuration)
  }
}
