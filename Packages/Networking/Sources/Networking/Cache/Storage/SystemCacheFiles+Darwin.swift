#if canImport(Darwin)
import Darwin

extension SystemCacheFiles {
  /// When the file was last modified.
  static func modification(_ status: stat) -> timespec { status.st_mtimespec }
}
#endif
