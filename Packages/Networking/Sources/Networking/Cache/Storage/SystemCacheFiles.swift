import NetworkingFoundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

struct CacheFileError: Error, Sendable, Hashable, CustomStringConvertible {
  let operation: String
  /// The value of `errno`.
  let code: Int32

  var description: String { "\(operation): \(String(cString: strerror(code)))" }
}

struct CacheFileStatus: Sendable, Hashable {
  let number: UInt64
  let size: Int
  /// The time of last use, in seconds since 1970.
  let lastUse: TimeInterval
}

/// The cache's file operations, which tests replace to simulate crashing processes and failing disks.
///
/// Names refer to files directly in the cache's directory. Symbolic links aren't followed.
protocol CacheFiles: Sendable {
  /// Creates the directory and its parents with mode 0700.
  func makeFolder() throws(CacheFileError)
  /// Creates a new file with mode 0600, and locks it while it is open.
  func create(_ name: String) throws(CacheFileError) -> Int32
  /// Opens a regular file for reading; returns `nil` if it doesn't exist.
  func open(_ name: String) throws(CacheFileError) -> Int32?
  func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws(CacheFileError)
  /// Reads until the buffer is full or the file ends.
  func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(CacheFileError) -> Int
  func status(of file: Int32) throws(CacheFileError) -> CacheFileStatus
  /// Returns a regular file's status; `nil` if it doesn't exist.
  func status(of name: String) -> CacheFileStatus?
  func setLastUse(of file: Int32, to time: TimeInterval) throws(CacheFileError)
  func setLastUse(of name: String, to time: TimeInterval) throws(CacheFileError)
  /// Renames a file, replacing any file with the new name.
  func rename(_ name: String, to newName: String) throws(CacheFileError)
  func remove(_ name: String) throws(CacheFileError)
  /// Removes a temporary file, unless a process has locked it.
  func removeOrphan(_ name: String)
  /// Returns the file names; empty if the directory doesn't exist.
  func names() throws(CacheFileError) -> [String]
  func close(_ file: Int32)
}

struct SystemCacheFiles: CacheFiles {
  let folder: String

  init(folder: URL) {
    let path = folder.path(percentEncoded: false)
    self.folder = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  func makeFolder() throws(CacheFileError) { try make(folder) }

  /// Creates a directory and its missing parents; each new directory belongs to its parent's owner.
  private func make(_ path: String) throws(CacheFileError) {
    if mkdir(path, 0o700) != 0 {
      if errno == EEXIST { return }
      let parent = Self.parent(of: path)
      guard errno == ENOENT, parent != path, path.contains("/") else { throw failure("mkdir") }
      try make(parent)
      guard mkdir(path, 0o700) == 0 else {
        // Another process has created the directory in the meantime.
        if errno == EEXIST { return }
        throw failure("mkdir")
      }
    }
    let made = repeating { openat(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
    guard made >= 0 else { return }
    defer { close(made) }
    giveToOwner(of: Self.parent(of: path), made)
  }

  /// Makes the parent directory's owner the owner of a new file or directory.
  ///
  /// If an administrator were the first to use a cache in another user's directory, that user would otherwise be locked
  /// out. If the system doesn't permit the change, the file keeps its owner, who can still use the cache.
  private func giveToOwner(of folder: String, _ file: Int32) {
    guard geteuid() == 0 else { return }
    var owner = stat()
    var status = stat()
    guard stat(folder, &owner) == 0, fstat(file, &status) == 0, owner.st_uid != status.st_uid else { return }
    // A file with a second hard link may belong to another user's directory. This can't be checked for directories,
    // whose link count includes their subdirectories.
    guard status.st_mode & S_IFMT == S_IFDIR || status.st_nlink == 1 else { return }
    _ = fchown(file, owner.st_uid, owner.st_gid)
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  func create(_ name: String) throws(CacheFileError) -> Int32 {
    for _ in 0..<10 {
      let file = repeating { openat(AT_FDCWD, path(name), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600) }
      guard file >= 0 else { throw failure("open") }
      // On a file system without locks, another process may treat the file as an orphan and remove it. In that case,
      // the entry isn't stored.
      _ = repeating { flock(file, LOCK_EX) }
      // Before the lock was acquired, another process may have treated the file as an orphan and removed it.
      var status = stat()
      if fstat(file, &status) == 0, status.st_nlink > 0 {
        giveToOwner(of: folder, file)
        return file
      }
      close(file)
    }
    throw CacheFileError(operation: "open", code: EAGAIN)
  }

  func open(_ name: String) throws(CacheFileError) -> Int32? {
    let file = repeating { openat(AT_FDCWD, path(name), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK) }
    guard file < 0 else { return file }
    if errno == ENOENT || errno == ELOOP { return nil }
    throw failure("open")
  }

  func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws(CacheFileError) {
    var written = 0
    while written < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
      let count = pwrite(file, rest.baseAddress, rest.count, off_t(offset + written))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure("write") }
      written += count
    }
  }

  func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(CacheFileError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = pread(file, rest.baseAddress, rest.count, off_t(offset + filled))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure("read") }
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  func status(of file: Int32) throws(CacheFileError) -> CacheFileStatus {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw failure("fstat") }
    guard let result = Self.status(status) else { throw CacheFileError(operation: "open", code: EINVAL) }
    return result
  }

  func status(of name: String) -> CacheFileStatus? {
    var status = stat()
    return lstat(path(name), &status) == 0 ? Self.status(status) : nil
  }

  func setLastUse(of file: Int32, to time: TimeInterval) throws(CacheFileError) {
    let times = Self.times(time)
    guard futimens(file, times) == 0 else { throw failure("futimens") }
  }

  func setLastUse(of name: String, to time: TimeInterval) throws(CacheFileError) {
    let times = Self.times(time)
    guard utimensat(AT_FDCWD, path(name), times, AT_SYMLINK_NOFOLLOW) == 0 else { throw failure("utimensat") }
  }

  func rename(_ name: String, to newName: String) throws(CacheFileError) {
    guard renameat(AT_FDCWD, path(name), AT_FDCWD, path(newName)) == 0 else { throw failure("rename") }
  }

  func remove(_ name: String) throws(CacheFileError) {
    guard unlink(path(name)) == 0 || errno == ENOENT else { throw failure("unlink") }
  }

  func removeOrphan(_ name: String) {
    guard let file = try? open(name) else { return }
    defer { close(file) }
    // The system releases the lock of a process that has died; a live writer still holds the lock on its file.
    if flock(file, LOCK_EX | LOCK_NB) == 0 { _ = unlink(path(name)) }
  }

  func names() throws(CacheFileError) -> [String] {
    guard let stream = opendir(folder) else {
      if errno == ENOENT { return [] }
      throw failure("opendir")
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(Self.name(of: entry))
    }
    return names
  }

  func close(_ file: Int32) {
    closeDescriptor(file)
  }

  private func path(_ name: String) -> String { "\(folder)/\(name)" }

  private func failure(_ operation: String) -> CacheFileError { CacheFileError(operation: operation, code: errno) }

  private func repeating(_ call: () -> Int32) -> Int32 {
    var result = call()
    while result < 0, errno == EINTR { result = call() }
    return result
  }

  private static func status(_ status: stat) -> CacheFileStatus? {
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    let time = modification(status)
    return CacheFileStatus(
      number: UInt64(status.st_ino),
      size: Int(status.st_size),
      lastUse: TimeInterval(time.tv_sec) + TimeInterval(time.tv_nsec) / 1e9
    )
  }

  private static func times(_ time: TimeInterval) -> [timespec] {
    let clamped = min(max(time, 0), 253_402_300_799)
    let seconds = clamped.rounded(.down)
    let modification = timespec(tv_sec: Int(seconds), tv_nsec: Int((clamped - seconds) * 1e9))
    return [modification, modification]
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
    withUnsafePointer(to: &entry.pointee.d_name) { name in
      name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
        String(cString: $0)
      }
    }
  }
}

/// Calls the system's `close` function, which a method with the same name shadows.
private func closeDescriptor(_ file: Int32) { _ = close(file) }
