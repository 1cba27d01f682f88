#if canImport(Darwin)
import Darwin

extension LiveFileCalls {
  /// Makes a file's content durable; Darwin's `fsync(2)` leaves it in the device's cache, `F_FULLFSYNC` does not.
  func synchronizeToDevice(_ number: Int32) -> Int32 {
    fcntl(number, F_FULLFSYNC) == 0 ? 0 : fsync(number)
  }
}
#endif
