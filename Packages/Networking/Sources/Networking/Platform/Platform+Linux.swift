#if os(Linux) || os(Android)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

#if os(Linux)
internal import CurlABI

extension MemoryRelief {
  static func release() { curlabi_release_memory() }
}

extension SystemTransport {
  static func makePlatformTransport(_ configuration: TransportConfiguration) throws(NetworkError) -> any Transport {
    try CurlTransport(configuration: configuration)
  }
}
#endif

extension SystemCacheFiles {
  static func modification(_ status: stat) -> timespec { status.st_mtim }
}
#endif
