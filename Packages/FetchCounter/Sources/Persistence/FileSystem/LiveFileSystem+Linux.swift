#if os(Linux) || os(Android)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

extension LiveFileSystem {
  /// Synchronizes with `fsync(2)`, which also flushes the device's cache on Linux.
  func synchronizeToDevice(_ number: Int32) -> Int32 {
    fsync(number)
  }
}

extension stat {
  /// The time of the last content change; the field's name differs between platforms.
  var timeOfModification: timespec { st_mtim }
}
#endif
