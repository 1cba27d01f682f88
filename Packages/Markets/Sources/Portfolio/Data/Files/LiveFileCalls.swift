import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The system calls of the machine.
struct LiveFileCalls: FileCalls {
  func open(_ path: String, for use: FileUse) throws(FileFailure) -> Int32 {
    // A zero byte would end the path early, and another file be opened.
    guard !path.utf8.contains(0) else { throw FileFailure(operation: "open", path: path, code: EINVAL) }
    let number = SystemCalls.openFile(path, use)
    guard number >= 0 else { throw FileFailure(operation: "open", path: path, code: errno) }
    return number
  }

  func close(_ file: Int32) { SystemCalls.closeFile(file) }

  func read(
    _ file: Int32,
    _ path: String,
    at offset: Int,
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileFailure) -> Int {
    let count = pread(file, buffer.baseAddress, buffer.count, off_t(offset))
    guard count >= 0 else { throw FileFailure(operation: "read", path: path, code: errno) }
    return count
  }

  func write(
    _ file: Int32,
    _ path: String,
    at offset: Int,
    from buffer: UnsafeRawBufferPointer
  ) throws(FileFailure) -> Int {
    let count = pwrite(file, buffer.baseAddress, buffer.count, off_t(offset))
    guard count >= 0 else { throw FileFailure(operation: "write", path: path, code: errno) }
    return count
  }

  func truncate(_ file: Int32, _ path: String, to size: Int) throws(FileFailure) {
    try check(ftruncate(file, off_t(size)), "shorten", path)
  }

  func synchronize(_ file: Int32, _ path: String) throws(FileFailure) {
    try check(synchronizeToDevice(file), "write to disk", path)
  }

  func facts(_ file: Int32, _ path: String) throws(FileFailure) -> FileFacts {
    var raw = stat()
    try check(fstat(file, &raw), "look at", path)
    return FileFacts(raw)
  }

  func facts(at path: String) throws(FileFailure) -> FileFacts {
    var raw = stat()
    try check(stat(path, &raw), "look at", path)
    return FileFacts(raw)
  }

  func tryLock(_ file: Int32, _ path: String) throws(FileFailure) -> Bool {
    guard flock(file, LOCK_EX | LOCK_NB) != 0 else { return true }
    guard errno == EWOULDBLOCK else { throw FileFailure(operation: "lock", path: path, code: errno) }
    return false
  }

  func rename(_ path: String, to newPath: String) throws(FileFailure) {
    try check(SystemCalls.renameFile(path, newPath), "rename", newPath)
  }

  func unlink(_ path: String) throws(FileFailure) {
    try check(SystemCalls.unlinkFile(path), "remove", path)
  }

  func makeFolder(_ path: String) throws(FileFailure) {
    try check(mkdir(path, 0o700), "create the folder", path)
  }

  func resolved(_ path: String) throws(FileFailure) -> String? {
    guard let text = realpath(path, nil) else {
      if errno == ENOENT { return nil }
      throw FileFailure(operation: "find", path: path, code: errno)
    }
    defer { free(text) }
    return String(cString: text)
  }

  func pause(_ duration: Duration) {
    usleep(UInt32(clamping: duration.components.attoseconds / 1_000_000_000_000))
  }

  private func check(_ result: Int32, _ operation: String, _ path: String) throws(FileFailure) {
    if result != 0 { throw FileFailure(operation: operation, path: path, code: errno) }
  }
}

/// The C functions whose names ``LiveFileCalls`` uses for its own methods.
private enum SystemCalls {
  static func openFile(_ path: String, _ use: FileUse) -> Int32 {
    switch use {
    // Opening a pipe without a writer must not wait for one.
    case .reading: open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    case .writing: open(path, O_RDWR | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0o600)
    case .creating: open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    case .folder: open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
  }

  static func closeFile(_ number: Int32) { _ = close(number) }
  static func renameFile(_ path: String, _ newPath: String) -> Int32 { rename(path, newPath) }
  static func unlinkFile(_ path: String) -> Int32 { unlink(path) }
}

extension FileFacts {
  fileprivate init(_ raw: stat) {
    self.init(
      size: Int(raw.st_size),
      device: UInt64(truncatingIfNeeded: raw.st_dev),
      inode: UInt64(raw.st_ino),
      isFile: raw.st_mode & S_IFMT == S_IFREG
    )
  }
}
