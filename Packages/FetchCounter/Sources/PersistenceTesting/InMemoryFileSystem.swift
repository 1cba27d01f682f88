import Foundation
public import Persistence

/// A file system in memory that knows what a loss of power would take away.
///
/// Content and names have two states: what programs see, and what has been synchronised. ``afterPowerLoss(_:)``
/// returns what a machine could find after the power failed at this moment. Nothing is granted that POSIX does not
/// promise: synchronising a file does not make its name durable, and synchronising a folder not the content of its
/// files.
///
/// Permissions are checked as for an ordinary user, so that tests for them also work for an administrator. Paths are
/// absolute. Instances may be used from several threads.
public final class InMemoryFileSystem: FileSystem {
  let state: Guarded<InMemoryVolume>
  /// Who acts on the volume; decides permissions, and whose open files ``kill()`` closes.
  let actor: InMemoryVolume.Actor

  /// Creates an empty file system with a root folder.
  ///
  /// - Parameters:
  ///   - user: The user that acts on it. User 0 may do everything.
  ///   - group: That user's group.
  ///   - capacity: How many bytes of content fit, or `nil` for no limit.
  public convenience init(user: UInt32 = 1_000, group: UInt32 = 1_000, capacity: Int? = nil) {
    let owner = FileOwner(user: user, group: group)
    self.init(
      state: Guarded(InMemoryVolume(owner: owner, capacity: capacity)),
      actor: InMemoryVolume.Actor(process: 1, owner: owner)
    )
  }

  init(state: Guarded<InMemoryVolume>, actor: InMemoryVolume.Actor) {
    self.state = state
    self.actor = actor
  }

  /// The same files as another process sees them.
  ///
  /// - Parameter owner: The user of that process, or `nil` for the same user.
  /// - Returns: A view of the same files, with open files of its own.
  public func otherProcess(as owner: FileOwner? = nil) -> InMemoryFileSystem {
    let process = state.withLock { $0.newProcess() }
    return InMemoryFileSystem(
      state: state,
      actor: InMemoryVolume.Actor(process: process, owner: owner ?? actor.owner)
    )
  }

  /// Ends the process that uses this view, as `kill -9` does: its open files are closed and its locks released,
  /// nothing else.
  public func kill() {
    state.withLock { $0.closeAll(of: actor.process) }
  }

  /// The files that a machine finds when the power fails at this moment.
  ///
  /// - Parameter loss: What happens to what was not synchronised.
  /// - Returns: A new file system; this one stays as it is.
  public func afterPowerLoss(_ loss: PowerLoss) -> InMemoryFileSystem {
    let volume = state.withLock { $0.afterPowerLoss(loss) }
    return InMemoryFileSystem(state: Guarded(volume), actor: actor)
  }

  /// What a loss of power does to content and names that were not synchronised.
  public enum PowerLoss: Sendable, Hashable {
    /// All of it is gone.
    case everything
    /// Names stay, content is gone: the classic file of zero bytes.
    case contents
    /// Content stays, names are gone.
    case names
    /// Every name and every content stays, goes or is cut short by chance.
    case some(seed: UInt64)
  }

  /// The number of files that are open at this moment, in all processes.
  public var openFileCount: Int {
    state.withLock { $0.openings.count }
  }

  // MARK: FileSystem

  /// See ``FileSystem/open(_:for:)``.
  public func open(_ path: String, for purpose: OpenPurpose) throws(FileSystemError) -> FileDescriptor {
    try perform(.open, path) { volume throws(Refusal) in try volume.open(path, purpose, actor) }
  }

  /// See ``FileSystem/close(_:)``.
  public func close(_ file: FileDescriptor) throws(FileSystemError) {
    try perform(.close, file.path) { volume throws(Refusal) in try volume.close(file.number) }
  }

  /// See ``FileSystem/read(_:at:into:)``.
  public func read(
    _ file: FileDescriptor,
    at offset: Int,
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileSystemError) -> Int {
    try perform(.read, file.path) { volume throws(Refusal) in try volume.read(file.number, offset, buffer) }
  }

  /// See ``FileSystem/write(_:at:from:)``.
  public func write(
    _ file: FileDescriptor,
    at offset: Int,
    from buffer: UnsafeRawBufferPointer
  ) throws(FileSystemError) -> Int {
    try perform(.write, file.path) { volume throws(Refusal) in try volume.write(file.number, offset, buffer) }
  }

  /// See ``FileSystem/truncate(_:to:)``.
  public func truncate(_ file: FileDescriptor, to length: Int) throws(FileSystemError) {
    try perform(.truncate, file.path) { volume throws(Refusal) in try volume.truncate(file.number, length) }
  }

  /// See ``FileSystem/synchronize(_:)``.
  public func synchronize(_ file: FileDescriptor) throws(FileSystemError) {
    try perform(.synchronize, file.path) { volume throws(Refusal) in try volume.synchronize(file.number) }
  }

  /// See ``FileSystem/tryLock(_:)``.
  public func tryLock(_ file: FileDescriptor) throws(FileSystemError) -> Bool {
    try perform(.lock, file.path) { volume throws(Refusal) in try volume.tryLock(file.number) }
  }

  /// See ``FileSystem/unlock(_:)``.
  public func unlock(_ file: FileDescriptor) throws(FileSystemError) {
    try perform(.unlock, file.path) { volume throws(Refusal) in try volume.unlock(file.number) }
  }

  /// See ``FileSystem/status(of:)``.
  public func status(of file: FileDescriptor) throws(FileSystemError) -> FileStatus {
    try perform(.status, file.path) { volume throws(Refusal) in try volume.status(of: file.number) }
  }

  /// See ``FileSystem/status(at:)``.
  public func status(at path: String) throws(FileSystemError) -> FileStatus {
    try perform(.status, path) { volume throws(Refusal) in try volume.status(at: path, actor) }
  }

  /// See ``FileSystem/setMode(_:of:)``.
  public func setMode(_ mode: FileMode, of file: FileDescriptor) throws(FileSystemError) {
    try perform(.setMode, file.path) { volume throws(Refusal) in try volume.setMode(mode, of: file.number, actor) }
  }

  /// See ``FileSystem/setOwner(_:of:)``.
  public func setOwner(_ owner: FileOwner, of file: FileDescriptor) throws(FileSystemError) {
    try perform(.setOwner, file.path) { volume throws(Refusal) in try volume.setOwner(owner, of: file.number, actor) }
  }

  /// See ``FileSystem/rename(_:to:)``.
  public func rename(_ path: String, to newPath: String) throws(FileSystemError) {
    try perform(.rename, newPath) { volume throws(Refusal) in try volume.rename(path, newPath, actor) }
  }

  /// See ``FileSystem/link(_:to:)``.
  public func link(_ path: String, to newPath: String) throws(FileSystemError) {
    try perform(.link, path) { volume throws(Refusal) in try volume.link(path, newPath, actor) }
  }

  /// See ``FileSystem/unlink(_:)``.
  public func unlink(_ path: String) throws(FileSystemError) {
    try perform(.unlink, path) { volume throws(Refusal) in try volume.unlink(path, actor) }
  }

  /// See ``FileSystem/makeFolder(_:mode:)``.
  public func makeFolder(_ path: String, mode: FileMode) throws(FileSystemError) {
    try perform(.makeFolder, path) { volume throws(Refusal) in try volume.makeFolder(path, mode, actor) }
  }

  /// See ``FileSystem/list(_:)``.
  public func list(_ path: String) throws(FileSystemError) -> [String] {
    try perform(.list, path) { volume throws(Refusal) in try volume.list(path, actor) }
  }

  /// See ``FileSystem/destinationOfLink(at:)``.
  public func destinationOfLink(at path: String) throws(FileSystemError) -> String? {
    try perform(.readLink, path) { volume throws(Refusal) in try volume.destinationOfLink(at: path, actor) }
  }

  private typealias Refusal = InMemoryVolume.Refusal

  /// Runs an operation on the volume and completes its error with what was done to which path.
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
