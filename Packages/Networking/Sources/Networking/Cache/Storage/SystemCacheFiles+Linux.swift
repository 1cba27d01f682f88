#if os(Linux) || os(Android)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

extension SystemCacheFiles {
  /// When the file was last modified.
  static func modification(_ status: stat) -> timespec { status.st_mtim }
}
#endif
