#if canImport(Darwin)
import Darwin

extension LiveFileSystem {
  /// Makes a file's content durable with `F_FULLFSYNC`, or with `fsync(2)` if the file system doesn't support
  /// `F_FULLFSYNC`.
  func synchronizeToDevice(_ number: Int32) -> Int32 {
    fcntl(number, F_FULLFSYNC) == 0 ? 0 : fsync(number)
  }
}

extension stat {
  /// The time of the last content change.
  ///
  /// The field's name differs between platforms.
  var timeOfModification: timespec { st_mtimespec }
}
#endif
