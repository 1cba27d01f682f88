import Basics

/// A file system that forwards calls to another file system, the base, and can change the results.
package protocol FileSystemDecorator: FileSystem {
  var base: any FileSystem { get }

  func perform<Result>(
    _ operation: FileSystemOperation,
    _ path: String,
    _ call: () throws(FileSystemError) -> Result
  ) throws(FileSystemError) -> Result

  /// Performs a transfer of at most `count` bytes in the base file system.
  func transfer(
    _ operation: FileSystemOperation,
    _ path: String,
    atMost count: Int,
    _ call: (_ limit: Int) throws(FileSystemError) -> Int
  ) throws(FileSystemError) -> Int
}

extension FileSystemDecorator {
  package func transfer(
    _ operation: FileSystemOperation,
    _ path: String,
    atMost count: Int,
    _ call: (_ limit: Int) throws(FileSystemError) -> Int
  ) throws(FileSystemError) -> Int {
    try perform(operation, path) { () throws(FileSystemError) in try call(count) }
  }

  /// Opens a file in the base file system.
  public func open(_ path: String, for purpose: OpenPurpose) throws(FileSystemError) -> FileDescriptor {
    try perform(.open, path) { () throws(FileSystemError) in try base.open(path, for: purpose) }
  }

  /// Closes a file in the base file system.
  public func close(_ file: FileDescriptor) throws(FileSystemError) {
    try perform(.close, file.path) { () throws(FileSystemError) in try base.close(file) }
  }

  /// Reads from the base file system.
  public func read(
    _ file: FileDescriptor,
    at offset: Int,
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileSystemError) -> Int {
    try transfer(.read, file.path, atMost: buffer.count) { limit throws(FileSystemError) in
      try base.read(file, at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(limit)))
    }
  }

  /// Writes to the base file system.
  public func write(
    _ file: FileDescriptor,
    at offset: Int,
    from buffer: UnsafeRawBufferPointer
  ) throws(FileSystemError) -> Int {
    try transfer(.write, file.path, atMost: buffer.count) { limit throws(FileSystemError) in
      try base.write(file, at: offset, from: UnsafeRawBufferPointer(rebasing: buffer.prefix(limit)))
    }
  }

  /// Sets a file's length in the base file system.
  public func truncate(_ file: FileDescriptor, to length: Int) throws(FileSystemError) {
    try perform(.truncate, file.path) { () throws(FileSystemError) in try base.truncate(file, to: length) }
  }

  /// Synchronizes a file in the base file system.
  public func synchronize(_ file: FileDescriptor) throws(FileSystemError) {
    try perform(.synchronize, file.path) { () throws(FileSystemError) in try base.synchronize(file) }
  }

  /// Tries to lock a file in the base file system.
  public func tryLock(_ file: FileDescriptor) throws(FileSystemError) -> Bool {
    try perform(.lock, file.path) { () throws(FileSystemError) in try base.tryLock(file) }
  }

  /// Unlocks a file in the base file system.
  public func unlock(_ file: FileDescriptor) throws(FileSystemError) {
    try perform(.unlock, file.path) { () throws(FileSystemError) in try base.unlock(file) }
  }

  /// Returns the status of a file in the base file system.
  public func status(of file: FileDescriptor) throws(FileSystemError) -> FileStatus {
    try perform(.status, file.path) { () throws(FileSystemError) in try base.status(of: file) }
  }

  /// Returns the status of a file in the base file system.
  public func status(at path: String) throws(FileSystemError) -> FileStatus {
    try perform(.status, path) { () throws(FileSystemError) in try base.status(at: path) }
  }

  /// Sets a file's mode in the base file system.
  public func setMode(_ mode: FileMode, of file: FileDescriptor) throws(FileSystemError) {
    try perform(.setMode, file.path) { () throws(FileSystemError) in try base.setMode(mode, of: file) }
  }

  /// Sets a file's owner in the base file system.
  public func setOwner(_ owner: FileOwner, of file: FileDescriptor) throws(FileSystemError) {
    try perform(.setOwner, file.path) { () throws(FileSystemError) in try base.setOwner(owner, of: file) }
  }

  /// Renames a file in the base file system.
  public func rename(_ path: String, to newPath: String) throws(FileSystemError) {
    try perform(.rename, newPath) { () throws(FileSystemError) in try base.rename(path, to: newPath) }
  }

  /// Creates a hard link in the base file system.
  public func link(_ path: String, to newPath: String) throws(FileSystemError) {
    try perform(.link, path) { () throws(FileSystemError) in try base.link(path, to: newPath) }
  }

  /// Removes a name in the base file system.
  public func unlink(_ path: String) throws(FileSystemError) {
    try perform(.unlink, path) { () throws(FileSystemError) in try base.unlink(path) }
  }

  /// Creates a directory in the base file system.
  public func makeFolder(_ path: String, mode: FileMode) throws(FileSystemError) {
    try perform(.makeFolder, path) { () throws(FileSystemError) in try base.makeFolder(path, mode: mode) }
  }

  /// Lists a directory in the base file system.
  public func list(_ path: String) throws(FileSystemError) -> [String] {
    try perform(.list, path) { () throws(FileSystemError) in try base.list(path) }
  }

  /// Reads a link in the base file system.
  public func destinationOfLink(at path: String) throws(FileSystemError) -> String? {
    try perform(.readLink, path) { () throws(FileSystemError) in try base.destinationOfLink(at: path) }
  }
}

/// A file system that repeats interrupted calls (`EINTR`), except `close`, which always frees the descriptor.
struct UninterruptedFileSystem: FileSystemDecorator {
  /// The maximum number of repetitions, because a faulty file system must not hang the program.
  private static let limit = 1_000

  let base: any FileSystem

  init(_ base: any FileSystem) {
    self.base = (base as? UninterruptedFileSystem)?.base ?? base
  }

  func perform<Result>(
    _ operation: FileSystemOperation,
    _ path: String,
    _ call: () throws(FileSystemError) -> Result
  ) throws(FileSystemError) -> Result {
    for _ in 0..<Self.limit {
      do throws(FileSystemError) {
        return try call()
      } catch {
        if error.code != .interrupted { throw error }
      }
    }
    return try call()
  }

  func close(_ file: FileDescriptor) throws(FileSystemError) {
    do throws(FileSystemError) {
      try base.close(file)
    } catch {
      if error.code != .interrupted { throw error }
    }
  }
}
