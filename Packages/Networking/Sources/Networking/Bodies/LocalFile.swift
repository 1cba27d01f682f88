import NetworkingFoundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

final class LocalFile: Sendable {
  let path: String
  private let descriptor: Int32

  /// Opens a file that child processes don't inherit; `mode` and the umask set a new file's permissions.
  init(path: String, flags: Int32, mode: mode_t = 0o600) throws(NetworkError) {
    self.path = path
    let opened = Self.retrying { open(path, flags | O_CLOEXEC, mode) }
    guard opened >= 0 else { throw Self.failure(path: path) }
    descriptor = opened
  }

  deinit { close(descriptor) }

  static func length(ofRegularFileAt path: String) throws(NetworkError) -> Int {
    var status = stat()
    guard stat(path, &status) == 0 else { throw failure(path: path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .fileFailure(path: path, reason: "it isn't a regular file")
    }
    return Int(status.st_size)
  }

  var length: Int {
    get throws(NetworkError) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw Self.failure(path: path) }
      return Int(status.st_size)
    }
  }

  func read(upTo count: Int) throws(NetworkError) -> Data {
    var data = Data(count: count)
    let taken = data.withUnsafeMutableBytes { buffer in
      Self.retrying { Int32(truncatingIfNeeded: systemRead(descriptor, buffer.baseAddress, buffer.count)) }
    }
    guard taken >= 0 else { throw Self.failure(path: path) }
    return Int(taken) == count ? data : data.prefix(Int(taken))
  }

  func write(_ data: Data) throws(NetworkError) {
    let isWritten = data.withUnsafeBytes { buffer -> Bool in
      var rest = buffer[...]
      while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest)
        let count = systemWrite(descriptor, part.baseAddress, part.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
    guard isWritten else { throw Self.failure(path: path) }
  }

  func truncate(to length: Int) throws(NetworkError) {
    guard ftruncate(descriptor, off_t(length)) == 0, lseek(descriptor, off_t(length), SEEK_SET) >= 0 else {
      throw Self.failure(path: path)
    }
  }

  static func permissions(ofRegularFileAt path: String) -> mode_t? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return status.st_mode & 0o777
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  func setPermissions(_ mode: mode_t) throws(NetworkError) {
    guard fchmod(descriptor, mode) == 0 else { throw Self.failure(path: path) }
  }

  func synchronize() throws(NetworkError) {
    guard Self.retrying({ fsync(descriptor) }) == 0 else { throw Self.failure(path: path) }
  }

  var isStillAtItsPath: Bool {
    var own = stat()
    var other = stat()
    return fstat(descriptor, &own) == 0 && stat(path, &other) == 0 && own.st_ino == other.st_ino
      && own.st_dev == other.st_dev
  }

  /// Locks the file for this process; returns `false` if another process holds the lock.
  func tryLock() -> Bool {
    Self.retrying { flock(descriptor, LOCK_EX | LOCK_NB) } == 0
  }

  static func failure(path: String) -> NetworkError {
    .fileFailure(path: path, reason: String(cString: strerror(errno)))
  }

  private static func retrying(_ call: () -> Int32) -> Int32 {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }
}

// Inside the class, `read` and `write` would refer to the class's methods.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
