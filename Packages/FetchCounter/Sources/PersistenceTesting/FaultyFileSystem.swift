public import Basics
import Foundation
public import Persistence

/// A file system that does what another one does, and fails where a test wants it to.
///
/// Every call is numbered from 0 and recorded; for each, a rule decides whether it reaches the other file system.
/// Instances may be used from several threads.
public final class FaultyFileSystem: FileSystem {
  /// A call that was made.
  public struct Call: Sendable, Hashable {
    /// The number of the call, from 0.
    public let number: Int
    /// What was called.
    public let operation: FileSystemOperation
    /// The path that it was for.
    public let path: String
  }

  /// What happens to a call.
  public enum Fault: Sendable {
    /// It fails with the code and reaches nothing.
    case error(SystemErrorCode)
    /// A read or write transfers no more than this number of bytes. Other calls are not affected.
    case short(Int)
    /// It fails with `EIO`, and so do all calls after it: the program has died, and not even tidies up.
    case death
    /// Something is done just before it.
    case before(@Sendable () -> Void)
  }

  private struct State {
    var calls: [Call] = []
    var bytesRead = 0
    var isDead = false
  }

  private let base: any FileSystem
  private let rule: @Sendable (Call) -> Fault?
  private let state = Guarded(State())

  /// Creates a file system whose faults a rule decides.
  ///
  /// - Parameters:
  ///   - base: The file system that calls reach.
  ///   - rule: Returns what happens to a call, or `nil` to leave it alone.
  public init(_ base: any FileSystem, rule: @escaping @Sendable (Call) -> Fault? = { _ in nil }) {
    self.base = base
    self.rule = rule
  }

  /// Creates a file system with one fault.
  ///
  /// - Parameters:
  ///   - base: The file system that calls reach.
  ///   - number: The number of the call, from 0.
  ///   - fault: What happens to it.
  public convenience init(_ base: any FileSystem, call number: Int, _ fault: Fault) {
    self.init(base) { $0.number == number ? fault : nil }
  }

  /// The calls so far.
  public var calls: [Call] {
    state.withLock { $0.calls }
  }

  /// The number of bytes that reads have returned so far.
  public var bytesRead: Int {
    state.withLock { $0.bytesRead }
  }

  /// See ``FileSystem/open(_:for:)``.
  public func open(_ path: String, for purpose: OpenPurpose) throws(FileSystemError) -> FileDescriptor {
    try admit(.open, path)
    return try base.open(path, for: purpose)
  }

  /// See ``FileSystem/close(_:)``; a failing close still closes.
  public func close(_ file: FileDescriptor) throws(FileSystemError) {
    do throws(FileSystemError) {
      try admit(.close, file.path)
    } catch {
      if !state.withLock({ $0.isDead }) { try base.close(file) }
      throw error
    }
    try base.close(file)
  }

  /// See ``FileSystem/read(_:at:into:)``.
  public func read(
    _ file: FileDescriptor,
    at offset: Int,
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileSystemError) -> Int {
    let limit = try admit(.read, file.path) ?? buffer.count
    let count = try base.read(file, at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(limit)))
    state.withLock { $0.bytesRead += count }
    return count
  }

  /// See ``FileSystem/write(_:at:from:)``.
  public func write(
    _ file: FileDescriptor,
    at offset: Int,
    from buffer: UnsafeRawBufferPointer
  ) throws(FileSystemError) -> Int {
    let limit = try admit(.write, file.path) ?? buffer.count
    return try base.write(file, at: offset, from: UnsafeRawBufferPointer(rebasing: buffer.prefix(limit)))
  }

  /// See ``FileSystem/truncate(_:to:)``.
  public func truncate(_ file: FileDescriptor, to length: Int) throws(FileSystemError) {
    try admit(.truncate, file.path)
    try base.truncate(file, to: length)
  }

  /// See ``FileSystem/synchronize(_:)``.
  public func synchronize(_ file: FileDescriptor) throws(FileSystemError) {
    try admit(.synchronize, file.path)
    try base.synchronize(file)
  }

  /// See ``FileSystem/tryLock(_:)``.
  public func tryLock(_ file: FileDescriptor) throws(FileSystemError) -> Bool {
    try admit(.lock, file.path)
    return try base.tryLock(file)
  }

  /// See ``FileSystem/unlock(_:)``.
  public func unlock(_ file: FileDescriptor) throws(FileSystemError) {
    try admit(.unlock, file.path)
    try base.unlock(file)
  }

  /// See ``FileSystem/status(of:)``.
  public func status(of file: FileDescriptor) throws(FileSystemError) -> FileStatus {
    try admit(.status, file.path)
    return try base.status(of: file)
  }

  /// See ``FileSystem/status(at:)``.
  public func status(at path: String) throws(FileSystemError) -> FileStatus {
    try admit(.status, path)
    return try base.status(at: path)
  }

  /// See ``FileSystem/setMode(_:of:)``.
  public func setMode(_ mode: FileMode, of file: FileDescriptor) throws(FileSystemError) {
    try admit(.setMode, file.path)
    try base.setMode(mode, of: file)
  }

  /// See ``FileSystem/setOwner(_:of:)``.
  public func setOwner(_ owner: FileOwner, of file: FileDescriptor) throws(FileSystemError) {
    try admit(.setOwner, file.path)
    try base.setOwner(owner, of: file)
  }

  /// See ``FileSystem/rename(_:to:)``.
  public func rename(_ path: String, to newPath: String) throws(FileSystemError) {
    try admit(.rename, newPath)
    try base.rename(path, to: newPath)
  }

  /// See ``FileSystem/link(_:to:)``.
  public func link(_ path: String, to newPath: String) throws(FileSystemError) {
    try admit(.link, path)
    try base.link(path, to: newPath)
  }

  /// See ``FileSystem/unlink(_:)``.
  public func unlink(_ path: String) throws(FileSystemError) {
    try admit(.unlink, path)
    try base.unlink(path)
  }

  /// See ``FileSystem/makeFolder(_:mode:)``.
  public func makeFolder(_ path: String, mode: FileMode) throws(FileSystemError) {
    try admit(.makeFolder, path)
    try base.makeFolder(path, mode: mode)
  }

  /// See ``FileSystem/list(_:)``.
  public func list(_ path: String) throws(FileSystemError) -> [String] {
    try admit(.list, path)
    return try base.list(path)
  }

  /// See ``FileSystem/destinationOfLink(at:)``.
  public func destinationOfLink(at path: String) throws(FileSystemError) -> String? {
    try admit(.readLink, path)
    return try base.destinationOfLink(at: path)
  }

  /// Records a call and applies its fault.
  ///
  /// - Returns: The largest number of bytes to transfer, or `nil` for no limit.
  @discardableResult
  private func admit(_ operation: FileSystemOperation, _ path: String) throws(FileSystemError) -> Int? {
    let (call, isDead) = state.withLock { state in
      let call = Call(number: state.calls.count, operation: operation, path: path)
      state.calls.append(call)
      return (call, state.isDead)
    }
    if isDead { throw FileSystemError(operation, path, .inputOutput) }
    switch rule(call) {
    case nil: return nil
    case .short(let limit): return limit
    case .error(let code): throw FileSystemError(operation, path, code)
    case .before(let action):
      action()
      return nil
    case .death:
      state.withLock { $0.isDead = true }
      throw FileSystemError(operation, path, .inputOutput)
    }
  }
}
