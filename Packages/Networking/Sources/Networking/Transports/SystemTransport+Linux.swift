#if os(Linux)
extension SystemTransport {
  static func makePlatformTransport(_ configuration: TransportConfiguration) throws(NetworkError) -> any Transport {
    try CurlTransport(configuration: configuration)
  }
}
#endif
