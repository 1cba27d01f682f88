#if os(Linux) || os(Android)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

extension LiveFileCalls {
  /// Makes a file's content durable; on Linux `fsync(2)` also flushes the device's cache.
  func synchronizeToDevice(_ number: Int32) -> Int32 { fsync(number) }
}
#endif
