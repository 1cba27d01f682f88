#if os(Linux)
internal import CurlABI

extension MemoryRelief {
  static func release() { curlabi_release_memory() }
}
#endif
