#if canImport(Darwin)
import Darwin

extension LiveFileSystem {
  /// Makes a file's content durable by `F_FULLFSYNC`, or by `fsync(2)` where the file system has only that.
  func synchronizeToDevice(_ number: Int32) -> Int32 {
    fcntl(number, F_FULLFSYNC) == 0 ? 0 : fsync(number)
  }
}

extension stat {
  /// When the content last changed; the field's name differs between the systems.
  var timeOfModification: timespec { st_mtimespec }
}
#endif
