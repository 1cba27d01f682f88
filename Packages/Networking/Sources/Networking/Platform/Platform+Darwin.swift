#if canImport(Darwin)
import Darwin

extension SystemTransport {
  static func makePlatformTransport(_ configuration: TransportConfiguration) throws(NetworkError) -> any Transport {
    URLSessionTransport(configuration: configuration)
  }
}

extension SystemCacheFiles {
  static func modification(_ status: stat) -> timespec { status.st_mtimespec }
}

extension MemoryRelief {
  static func release() { _ = malloc_zone_pressure_relief(nil, 0) }
}
#endif
