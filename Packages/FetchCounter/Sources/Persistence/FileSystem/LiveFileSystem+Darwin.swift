#if canImport(Darwin)
import Darwin

extension LiveFileSystem {
  /// Synchronizes with `F_FULLFSYNC`, or `fsync(2)` if the file system doesn't support it.
  func synchronizeToDevice(_ number: Int32) -> Int32 {
    fcntl(number, F_FULLFSYNC) == 0 ? 0 : fsync(number)
  }
}

extension stat {
  /// The time of the last content change; the field's name differs between platforms.
  var timeOfModification: timespec { st_mtimespec }
}
#endif
