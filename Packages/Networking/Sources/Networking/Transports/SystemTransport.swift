/// The transport that suits the platform: ``CurlTransport`` on Linux, ``URLSessionTransport`` elsewhere.
public enum SystemTransport {
  /// Makes the platform's transport.
  ///
  /// - Parameter configuration: Limits and trust.
  /// - Throws: ``NetworkError/transportUnavailable(reason:cure:)`` where the machine lacks what it needs.
  public static func make(
    configuration: TransportConfiguration = TransportConfiguration()
  ) throws(NetworkError) -> any Transport {
    #if os(Linux)
    try CurlTransport(configuration: configuration)
    #else
    URLSessionTransport(configuration: configuration)
    #endif
  }
}
