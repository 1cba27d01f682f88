/// The transport that suits the platform: `CurlTransport` on Linux, `URLSessionTransport` elsewhere.
public enum SystemTransport {
  /// Makes the platform's transport.
  ///
  /// - Parameter configuration: Limits and trust.
  /// - Returns: A transport to be shared: each has connections of its own.
  /// - Throws: ``NetworkError/transportUnavailable(reason:recoverySuggestion:)`` where the machine lacks what it needs.
  public static func make(
    configuration: TransportConfiguration = TransportConfiguration()
  ) throws(NetworkError) -> any Transport {
    try makePlatformTransport(configuration)
  }
}
