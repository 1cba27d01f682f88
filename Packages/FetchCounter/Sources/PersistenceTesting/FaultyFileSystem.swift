public import Basics
public import Persistence

/// A file system that forwards calls to another file system and injects faults into calls selected by a test.
public final class FaultyFileSystem: FileSystemDecorator {
  /// A recorded call.
  public struct Call: Sendable, Hashable {
    /// The call's index, starting at 0.
    public let number: Int
    /// The attempted operation.
    public let operation: FileSystemOperation
    /// The call's path, which is the new path for a rename.
    public let path: String
  }

  /// The effect of a fault on a call.
  public enum Fault: Sendable {
    /// The call fails with the error code and isn't forwarded.
    case error(SystemErrorCode)
    /// A read or write transfers at most this number of bytes.
    case short(Int)
    /// This call and all later calls fail with `EIO`, as if the program had died without cleaning up.
    case death
    /// The closure is called immediately before the call is forwarded.
    case before(@Sendable () -> Void)
  }

  private struct State {
    var calls: [Call] = []
    var bytesRead = 0
    var isDead = false
  }

  package let base: any FileSystem
  private let rule: @Sendable (Call) -> Fault?
  private let state = Locked(State())

  /// Creates a file system; the rule returns a call's fault, if any.
  public init(_ base: any FileSystem, rule: @escaping @Sendable (Call) -> Fault? = { _ in nil }) {
    self.base = base
    self.rule = rule
  }

  /// Creates a file system with a single fault.
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

  /// Closes a file in the base file system, even if a fault makes the call fail.
  public func close(_ file: FileDescriptor) throws(FileSystemError) {
    do throws(FileSystemError) {
      try admit(.close, file.path)
    } catch {
      if !state.withLock({ $0.isDead }) { try base.close(file) }
      throw error
    }
    try base.close(file)
  }

  package func perform<Result>(
    _ operation: FileSystemOperation,
    _ path: String,
    _ call: () throws(FileSystemError) -> Result
  ) throws(FileSystemError) -> Result {
    try admit(operation, path)
    return try call()
  }

  package func transfer(
    _ operation: FileSystemOperation,
    _ path: String,
    atMost count: Int,
    _ call: (_ limit: Int) throws(FileSystemError) -> Int
  ) throws(FileSystemError) -> Int {
    let transferred = try call(try admit(operation, path) ?? count)
    if operation == .read { state.withLock { $0.bytesRead += transferred } }
    return transferred
  }

  /// Records a call and applies its fault; returns the maximum number of bytes to transfer, if limited.
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
