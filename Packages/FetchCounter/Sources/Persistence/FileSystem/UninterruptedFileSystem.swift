import Basics

/// A file system that repeats every call that a signal interrupted (`EINTR`).
///
/// Stores put it around the file system that they are given, so that no call site has to think of signals. An
/// interrupted `close` isn't repeated: Linux has freed the descriptor by then, and another thread may have it.
struct UninterruptedFileSystem: FileSystem {
  /// The number of repetitions after which the error is passed on, so that a broken file system can't hang a program.
  private static let limit = 1_000

  private let base: any FileSystem

  init(_ base: any FileSystem) {
    self.base = (base as? UninterruptedFileSystem)?.base ?? base
  }

  private func repeated<Result>(_ call: () throws(FileSystemError) -> Result) throws(FileSystemError) -> Result {
    for _ in 0..<Self.limit {
      do throws(FileSystemError) {
        return try call()
      } catch {
        if error.code != .interrupted { throw error }
      }
    }
    return try call()
  }

  func open(_ path: String, for purpose: OpenPurpose) throws(FileSystemError) -> FileDescriptor {
    try repeated { () throws(FileSystemError) in try base.open(path, for: purpose) }
  }

  func close(_ file: FileDescriptor) throws(FileSystemError) {
    do throws(FileSystemError) {
      try base.close(file)
    } catch {
      if error.code != .interrupted { throw error }
    }
  }

  func read(
    _ file: FileDescriptor,
    at offset: Int,
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileSystemError) -> Int {
    try repeated { () throws(FileSystemError) in try base.read(file, at: offset, into: buffer) }
  }

  func write(
    _ file: FileDescriptor,
    at offset: Int,
    from buffer: UnsafeRawBufferPointer
  ) throws(FileSystemError) -> Int {
    try repeated { () throws(FileSystemError) in try base.write(file, at: offset, from: buffer) }
  }

  func truncate(_ file: FileDescriptor, to length: Int) throws(FileSystemError) {
    try repeated { () throws(FileSystemError) in try base.truncate(file, to: length) }
  }

  func synchronize(_ file: FileDescriptor) throws(FileSystemError) {
    try repeated { () throws(FileSystemError) in try base.synchronize(file) }
  }

  func tryLock(_ file: FileDescriptor) throws(FileSystemError) -> Bool {
    try repeated { () throws(FileSystemError) in try base.tryLock(file) }
  }

  func unlock(_ file: FileDescriptor) throws(FileSystemError) {
    try repeated { () throws(FileSystemError) in try base.unlock(file) }
  }

  func status(of file: FileDescriptor) throws(FileSystemError) -> FileStatus {
    try repeated { () throws(FileSystemError) in try base.status(of: file) }
  }

  func status(at path: String) throws(FileSystemError) -> FileStatus {
    try repeated { () throws(FileSystemError) in try base.status(at: path) }
  }

  func setMode(_ mode: FileMode, of file: FileDescriptor) throws(FileSystemError) {
    try repeated { () throws(FileSystemError) in try base.setMode(mode, of: file) }
  }

  func setOwner(_ owner: FileOwner, of file: FileDescriptor) throws(FileSystemError) {
    try repeated { () throws(FileSystemError) in try base.setOwner(owner, of: file) }
  }

  func rename(_ path: String, to newPath: String) throws(FileSystemError) {
    try repeated { () throws(FileSystemError) in try base.rename(path, to: newPath) }
  }

  func link(_ path: String, to newPath: String) throws(FileSystemError) {
    try repeated { () throws(FileSystemError) in try base.link(path, to: newPath) }
  }

  func unlink(_ path: String) throws(FileSystemError) {
    try repeated { () throws(FileSystemError) in try base.unlink(path) }
  }

  func makeFolder(_ path: String, mode: FileMode) throws(FileSystemError) {
    try repeated { () throws(FileSystemError) in try base.makeFolder(path, mode: mode) }
  }

  func list(_ path: String) throws(FileSystemError) -> [String] {
    try repeated { () throws(FileSystemError) in try base.list(path) }
  }

  func destinationOfLink(at path: String) throws(FileSystemError) -> String? {
    try repeated { () throws(FileSystemError) in try base.destinationOfLink(at: path) }
  }
}
