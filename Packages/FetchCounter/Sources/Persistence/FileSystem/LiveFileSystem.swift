import Basics

/// The file system of the machine: every operation is the system call of its name.
public struct LiveFileSystem: FileSystem {
  /// Creates the file system; instances hold nothing.
  public init() {}

  /// Opens with `open(2)`.
  public func open(_ path: String, for purpose: OpenPurpose) throws(FileSystemError) -> FileDescriptor {
    let number = SystemCalls.openFile(path, purpose)
    guard number >= 0 else { throw failure(.open, path) }
    return FileDescriptor(number: number, path: path)
  }

  /// Closes with `close(2)`; an interrupted close counts as done, as Linux frees the descriptor before it waits.
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

  /// Synchronises with `fsync(2)`, on Darwin with `F_FULLFSYNC`.
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

  /// Looks with `fstat(2)`.
  public func status(of file: FileDescriptor) throws(FileSystemError) -> FileStatus {
    guard let status = SystemCalls.statusOfFile(file.number) else { throw failure(.status, file.path) }
    return status
  }

  /// Looks with `stat(2)`.
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

  /// Renames with `rename(2)`.
  public func rename(_ path: String, to newPath: String) throws(FileSystemError) {
    try check(SystemCalls.renameFile(path, newPath), .rename, newPath)
  }

  /// Links with `link(2)`.
  public func link(_ path: String, to newPath: String) throws(FileSystemError) {
    try check(SystemCalls.linkFile(path, newPath), .link, path)
  }

  /// Removes with `unlink(2)`.
  public func unlink(_ path: String) throws(FileSystemError) {
    try check(SystemCalls.unlinkFile(path), .unlink, path)
  }

  /// Creates with `mkdir(2)`.
  public func makeFolder(_ path: String, mode: FileMode) throws(FileSystemError) {
    try check(SystemCalls.makeFolder(path, mode), .makeFolder, path)
  }

  /// Lists with `opendir(3)` and `readdir(3)`.
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
