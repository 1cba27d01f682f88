import Basics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The machine's file system, in which every operation makes a single system call.
public struct LiveFileSystem: FileSystem {
  /// Creates the file system, which has no state.
  public init() {}

  /// Opens a file with `open(2)`.
  public func open(_ path: String, for purpose: OpenPurpose) throws(FileSystemError) -> FileDescriptor {
    let number = SystemCalls.openFile(path, purpose)
    guard number >= 0 else { throw failure(.open, path) }
    return FileDescriptor(number: number, path: path)
  }

  /// Closes with `close(2)`; an interrupted call counts as a success, because Linux has already freed the descriptor.
  public func close(_ file: FileDescriptor) throws(FileSystemError) {
    guard SystemCalls.closeFile(file.number) != 0 else { return }
    let error = failure(.close, file.path)
    if error.code != .interrupted { throw error }
  }

  /// Reads with `pread(2)`.
  public func read(
    _ file: FileDescriptor,
    at offset: Int,
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileSystemError) -> Int {
    let count = SystemCalls.readFile(file.number, buffer, offset)
    guard count >= 0 else { throw failure(.read, file.path) }
    return count
  }

  /// Writes with `pwrite(2)`.
  public func write(
    _ file: FileDescriptor,
    at offset: Int,
    from buffer: UnsafeRawBufferPointer
  ) throws(FileSystemError) -> Int {
    let count = SystemCalls.writeFile(file.number, buffer, offset)
    guard count >= 0 else { throw failure(.write, file.path) }
    return count
  }

  /// Sets the length with `ftruncate(2)`.
  public func truncate(_ file: FileDescriptor, to length: Int) throws(FileSystemError) {
    try check(SystemCalls.truncateFile(file.number, length), .truncate, file.path)
  }

  /// Synchronizes with `fsync(2)`, or with `F_FULLFSYNC` on Darwin.
  public func synchronize(_ file: FileDescriptor) throws(FileSystemError) {
    try check(synchronizeToDevice(file.number), .synchronize, file.path)
  }

  /// Tries `flock(2)` with `LOCK_EX | LOCK_NB`.
  public func tryLock(_ file: FileDescriptor) throws(FileSystemError) -> Bool {
    guard SystemCalls.lockFile(file.number) != 0 else { return true }
    if SystemCalls.lastErrorIsWouldBlock { return false }
    throw failure(.lock, file.path)
  }

  /// Unlocks with `flock(2)`.
  public func unlock(_ file: FileDescriptor) throws(FileSystemError) {
    try check(SystemCalls.unlockFile(file.number), .unlock, file.path)
  }

  /// Returns the result of `fstat(2)`.
  public func status(of file: FileDescriptor) throws(FileSystemError) -> FileStatus {
    guard let status = SystemCalls.statusOfFile(file.number) else { throw failure(.status, file.path) }
    return status
  }

  /// Returns the result of `stat(2)`.
  public func status(at path: String) throws(FileSystemError) -> FileStatus {
    guard let status = SystemCalls.statusAtPath(path) else { throw failure(.status, path) }
    return status
  }

  /// Sets permissions with `fchmod(2)`.
  public func setMode(_ mode: FileMode, of file: FileDescriptor) throws(FileSystemError) {
    try check(SystemCalls.setFileMode(file.number, mode), .setMode, file.path)
  }

  /// Sets the owner with `fchown(2)`.
  public func setOwner(_ owner: FileOwner, of file: FileDescriptor) throws(FileSystemError) {
    try check(SystemCalls.setFileOwner(file.number, owner), .setOwner, file.path)
  }

  /// Renames a file with `rename(2)`.
  public func rename(_ path: String, to newPath: String) throws(FileSystemError) {
    try check(SystemCalls.renameFile(path, newPath), .rename, newPath)
  }

  /// Creates a hard link with `link(2)`.
  public func link(_ path: String, to newPath: String) throws(FileSystemError) {
    try check(SystemCalls.linkFile(path, newPath), .link, path)
  }

  /// Removes a name with `unlink(2)`.
  public func unlink(_ path: String) throws(FileSystemError) {
    try check(SystemCalls.unlinkFile(path), .unlink, path)
  }

  /// Creates a directory with `mkdir(2)`.
  public func makeFolder(_ path: String, mode: FileMode) throws(FileSystemError) {
    try check(SystemCalls.makeFolder(path, mode), .makeFolder, path)
  }

  /// Lists a directory with `opendir(3)` and `readdir(3)`.
  public func list(_ path: String) throws(FileSystemError) -> [String] {
    guard let names = SystemCalls.namesInFolder(path) else { throw failure(.list, path) }
    return names
  }

  /// Reads a link with `readlink(2)`.
  public func destinationOfLink(at path: String) throws(FileSystemError) -> String? {
    switch SystemCalls.readSymbolicLink(path) {
    case .destination(let text): return text
    case .notALink: return nil
    case .failed: throw failure(.readLink, path)
    }
  }

  private func check(
    _ result: Int32,
    _ operation: FileSystemOperation,
    _ path: String
  ) throws(FileSystemError) {
    if result != 0 { throw failure(operation, path) }
  }

  private func failure(_ operation: FileSystemOperation, _ path: String) -> FileSystemError {
    FileSystemError(operation, path, SystemCalls.lastError)
  }
}

/// Aliases for C functions whose names are shadowed by methods of ``LiveFileSystem``.
enum SystemCalls {
  static var lastError: SystemErrorCode { SystemErrorCode(rawValue: errno) }

  static var lastErrorIsWouldBlock: Bool { errno == EWOULDBLOCK }

  static func openFile(_ path: String, _ purpose: OpenPurpose) -> Int32 {
    switch purpose {
    case .reading: open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    case .creating(let mode): open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(mode.rawValue))
    case .updating(let mode):
      open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, mode_t(mode.rawValue))
    case .folder: open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    case .newFolder: open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    }
  }

  static func closeFile(_ number: Int32) -> Int32 { close(number) }

  static func readFile(_ number: Int32, _ buffer: UnsafeMutableRawBufferPointer, _ offset: Int) -> Int {
    pread(number, buffer.baseAddress, buffer.count, off_t(offset))
  }

  static func writeFile(_ number: Int32, _ buffer: UnsafeRawBufferPointer, _ offset: Int) -> Int {
    pwrite(number, buffer.baseAddress, buffer.count, off_t(offset))
  }

  static func truncateFile(_ number: Int32, _ length: Int) -> Int32 { ftruncate(number, off_t(length)) }

  static func lockFile(_ number: Int32) -> Int32 { flock(number, LOCK_EX | LOCK_NB) }

  static func unlockFile(_ number: Int32) -> Int32 { flock(number, LOCK_UN) }

  static func statusOfFile(_ number: Int32) -> FileStatus? {
    var raw = stat()
    return fstat(number, &raw) == 0 ? FileStatus(raw) : nil
  }

  static func statusAtPath(_ path: String) -> FileStatus? {
    var raw = stat()
    return stat(path, &raw) == 0 ? FileStatus(raw) : nil
  }

  static func setFileMode(_ number: Int32, _ mode: FileMode) -> Int32 { fchmod(number, mode_t(mode.rawValue)) }

  static func setFileOwner(_ number: Int32, _ owner: FileOwner) -> Int32 { fchown(number, owner.user, owner.group) }

  static func renameFile(_ path: String, _ newPath: String) -> Int32 { rename(path, newPath) }

  static func linkFile(_ path: String, _ newPath: String) -> Int32 { link(path, newPath) }

  static func unlinkFile(_ path: String) -> Int32 { unlink(path) }

  static func makeFolder(_ path: String, _ mode: FileMode) -> Int32 { mkdir(path, mode_t(mode.rawValue)) }

  /// Returns the names in a directory; on failure, sets `errno` and returns `nil`.
  static func namesInFolder(_ path: String) -> [String]? {
    guard let folder = opendir(path) else { return nil }
    var names: [String] = []
    errno = 0
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee)) {
          String(cString: $0)
        }
      }
      if name != ".", name != ".." { names.append(name) }
      errno = 0
    }
    let failure = errno
    closedir(folder)
    errno = failure
    return failure == 0 ? names : nil
  }

  enum SymbolicLink {
    case destination(String)
    case notALink
    case failed
  }

  static func readSymbolicLink(_ path: String) -> SymbolicLink {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      guard let start = buffer.baseAddress else { return .failed }
      let count = readlink(path, start, buffer.count)
      if count >= 0 { return .destination(String(decoding: UnsafeRawBufferPointer(buffer)[..<count], as: UTF8.self)) }
      return errno == EINVAL ? .notALink : .failed
    }
  }
}

extension FileStatus {
  fileprivate init(_ raw: stat) {
    let kind: FileKind =
      switch raw.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .special
      }
    let modified = raw.timeOfModification
    self.init(
      kind: kind,
      mode: FileMode(rawValue: UInt32(raw.st_mode)),
      owner: FileOwner(user: raw.st_uid, group: raw.st_gid),
      size: Int(raw.st_size),
      device: UInt64(truncatingIfNeeded: raw.st_dev),
      inode: UInt64(raw.st_ino),
      linkCount: Int(raw.st_nlink),
      modified: Int64(modified.tv_sec) &* 1_000_000_000 &+ Int64(modified.tv_nsec)
    )
  }
}
