import Basics
import Foundation
public import Persistence

/// An in-memory file system that uses absolute paths and can simulate a power loss.
///
/// Content and names have a current state and a last synchronized state. ``afterPowerLoss(_:)`` returns the files that
/// could remain after a power loss at this moment, with no more guarantees than POSIX. Synchronizing a file doesn't
/// make its name durable, and synchronizing a directory doesn't make its files' content durable.
///
/// Permissions are checked for the given user, even if an administrator runs the tests. Instances are thread-safe.
public final class InMemoryFileSystem: FileSystemDecorator {
  private let files: InMemoryFiles
  package var base: any FileSystem { files }

  /// Creates an empty file system; user 0 bypasses permissions, and a capacity of `nil` means no limit.
  public convenience init(user: UInt32 = 1_000, group: UInt32 = 1_000, capacity: Int? = nil) {
    let owner = FileOwner(user: user, group: group)
    self.init(
      state: Locked(InMemoryVolume(owner: owner, capacity: capacity)),
      actor: InMemoryVolume.Actor(process: 1, owner: owner)
    )
  }

  private init(state: Locked<InMemoryVolume>, actor: InMemoryVolume.Actor) {
    files = InMemoryFiles(state: state, actor: actor)
  }

  package func perform<Result>(
    _ operation: FileSystemOperation,
    _ path: String,
    _ call: () throws(FileSystemError) -> Result
  ) throws(FileSystemError) -> Result {
    try call()
  }

  private var state: Locked<InMemoryVolume> { files.state }
  /// The user and the process; ``kill()`` closes the process's open files.
  private var actor: InMemoryVolume.Actor { files.actor }

  /// Returns a view of the same files for another process, with its own open files.
  public func otherProcess(as owner: FileOwner? = nil) -> InMemoryFileSystem {
    let process = state.withLock { $0.newProcess() }
    return InMemoryFileSystem(
      state: state,
      actor: InMemoryVolume.Actor(process: process, owner: owner ?? actor.owner)
    )
  }

  /// Ends this view's process like `kill -9`: closes its files and releases its locks.
  package func kill() {
    state.withLock { $0.closeAll(of: actor.process) }
  }

  /// Returns a file system with the files that could remain after a power loss at this moment.
  package func afterPowerLoss(_ loss: PowerLoss) -> InMemoryFileSystem {
    let volume = state.withLock { $0.afterPowerLoss(loss) }
    return InMemoryFileSystem(state: Locked(volume), actor: actor)
  }

  package enum PowerLoss: Sendable, Hashable {
    /// Unsynchronized content and names are lost.
    case everything
    /// Unsynchronized content is lost, which can leave empty files.
    case contents
    /// Unsynchronized names are lost.
    case names
    /// Each unsynchronized name and content is randomly kept, lost or truncated.
    case some(seed: UInt64)
  }

  /// The number of open files in all processes.
  public var openFileCount: Int {
    state.withLock { $0.openings.count }
  }
}

/// Access without permission checks or faults.
extension InMemoryFileSystem {
  /// Creates a durable file and its directories; an existing file keeps its identity and mode.
  public func place(_ bytes: [UInt8], at path: String, mode: FileMode = .privateFile) {
    state.withLock { $0.place(.file(bytes), at: path, mode: mode, owner: actor.owner) }
  }

  /// Creates a durable directory and its missing parents.
  package func placeFolder(at path: String, mode: FileMode = .privateFolder) {
    state.withLock { $0.place(.folder, at: path, mode: mode, owner: actor.owner) }
  }

  package func placeLink(to destination: String, at path: String) {
    state.withLock { $0.place(.link(destination), at: path, mode: FileMode(rawValue: 0o777), owner: actor.owner) }
  }

  /// Returns a file's current content without following links, or `nil` if there is no such file.
  public func contents(at path: String) -> [UInt8]? {
    state.withLock { $0.contents(at: path) }
  }

  /// Returns the sorted current names in a directory, or an empty array if there is no such directory.
  public func names(in path: String) -> [String] {
    state.withLock { $0.names(in: path) }
  }

  package func setMode(_ mode: FileMode, at path: String) {
    state.withLock { $0.setMode(mode, at: path) }
  }
}

private struct InMemoryFiles: FileSystem {
  let state: Locked<InMemoryVolume>
  let actor: InMemoryVolume.Actor

  func open(_ path: String, for purpose: OpenPurpose) throws(FileSystemError) -> FileDescriptor {
    try perform(.open, path) { volume throws(Refusal) in try volume.open(path, purpose, actor) }
  }

  func close(_ file: FileDescriptor) throws(FileSystemError) {
    try perform(.close, file.path) { volume throws(Refusal) in try volume.close(file.number) }
  }

  func read(
    _ file: FileDescriptor,
    at offset: Int,
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileSystemError) -> Int {
    try perform(.read, file.path) { volume throws(Refusal) in try volume.read(file.number, offset, buffer) }
  }

  func write(
    _ file: FileDescriptor,
    at offset: Int,
    from buffer: UnsafeRawBufferPointer
  ) throws(FileSystemError) -> Int {
    try perform(.write, file.path) { volume throws(Refusal) in try volume.write(file.number, offset, buffer) }
  }

  func truncate(_ file: FileDescriptor, to length: Int) throws(FileSystemError) {
    try perform(.truncate, file.path) { volume throws(Refusal) in try volume.truncate(file.number, length) }
  }

  func synchronize(_ file: FileDescriptor) throws(FileSystemError) {
    try perform(.synchronize, file.path) { volume throws(Refusal) in try volume.synchronize(file.number) }
  }

  func tryLock(_ file: FileDescriptor) throws(FileSystemError) -> Bool {
    try perform(.lock, file.path) { volume throws(Refusal) in try volume.tryLock(file.number) }
  }

  func unlock(_ file: FileDescriptor) throws(FileSystemError) {
    try perform(.unlock, file.path) { volume throws(Refusal) in try volume.unlock(file.number) }
  }

  func status(of file: FileDescriptor) throws(FileSystemError) -> FileStatus {
    try perform(.status, file.path) { volume throws(Refusal) in try volume.status(of: file.number) }
  }

  func status(at path: String) throws(FileSystemError) -> FileStatus {
    try perform(.status, path) { volume throws(Refusal) in try volume.status(at: path, actor) }
  }

  func setMode(_ mode: FileMode, of file: FileDescriptor) throws(FileSystemError) {
    try perform(.setMode, file.path) { volume throws(Refusal) in try volume.setMode(mode, of: file.number, actor) }
  }

  func setOwner(_ owner: FileOwner, of file: FileDescriptor) throws(FileSystemError) {
    try perform(.setOwner, file.path) { volume throws(Refusal) in try volume.setOwner(owner, of: file.number, actor) }
  }

  func rename(_ path: String, to newPath: String) throws(FileSystemError) {
    try perform(.rename, newPath) { volume throws(Refusal) in try volume.rename(path, newPath, actor) }
  }

  func link(_ path: String, to newPath: String) throws(FileSystemError) {
    try perform(.link, path) { volume throws(Refusal) in try volume.link(path, newPath, actor) }
  }

  func unlink(_ path: String) throws(FileSystemError) {
    try perform(.unlink, path) { volume throws(Refusal) in try volume.unlink(path, actor) }
  }

  func makeFolder(_ path: String, mode: FileMode) throws(FileSystemError) {
    try perform(.makeFolder, path) { volume throws(Refusal) in try volume.makeFolder(path, mode, actor) }
  }

  func list(_ path: String) throws(FileSystemError) -> [String] {
    try perform(.list, path) { volume throws(Refusal) in try volume.list(path, actor) }
  }

  func destinationOfLink(at path: String) throws(FileSystemError) -> String? {
    try perform(.readLink, path) { volume throws(Refusal) in try volume.destinationOfLink(at: path, actor) }
  }

  private typealias Refusal = InMemoryVolume.Refusal

  /// Performs an operation, and adds the operation and the path to any error.
  private func perform<Result>(
    _ operation: FileSystemOperation,
    _ path: String,
    _ body: (inout InMemoryVolume) throws(Refusal) -> Result
  ) throws(FileSystemError) -> Result {
    let result = state.withLock { volume -> Swift.Result<Result, Refusal> in
      do throws(Refusal) {
        return .success(try body(&volume))
      } catch {
        return .failure(error)
      }
    }
    do throws(Refusal) {
      return try result.get()
    } catch {
      throw FileSystemError(operation, path, error.code)
    }
  }
}
