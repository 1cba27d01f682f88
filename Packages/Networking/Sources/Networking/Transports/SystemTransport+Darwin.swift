#if canImport(Darwin)
extension SystemTransport {
  static func makePlatformTransport(_ configuration: TransportConfiguration) throws(NetworkError) -> any Transport {
    URLSessionTransport(configuration: configuration)
  }
}
#endif
