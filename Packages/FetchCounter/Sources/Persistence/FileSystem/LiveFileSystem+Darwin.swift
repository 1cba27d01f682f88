#if canImport(Darwin)
import Darwin

extension LiveFileSystem {
  /// Makes a file's content durable; Darwin's `fsync(2)` leaves it in the device's cache, `F_FULLFSYNC` does not.
  ///
  /// File systems without `F_FULLFSYNC` (network shares) get `fsync(2)`, as fcntl(2) advises.
  func synchronizeToDevice(_ number: Int32) -> Int32 {
    fcntl(number, F_FULLFSYNC) == 0 ? 0 : fsync(number)
  }
}

extension stat {
  /// When the content last changed; the field's name differs between the systems.
  var timeOfModification: timespec { st_mtimespec }
}
#endif
