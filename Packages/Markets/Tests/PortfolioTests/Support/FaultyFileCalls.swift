import Foundation

@testable import Portfolio

/// The machine's calls, of which tests can fail, shorten or count each.
final class FaultyFileCalls: FileCalls {
  enum Fault: Sendable {
    /// The call is not made and reports this code.
    case error(Int32)
    /// A write writes only half, and nothing is synchronised; other calls are made.
    case short
    /// Something happens before the call.
    case before(@Sendable () -> Void)
  }

  private struct State {
    var log: [String] = []
    var bytesRead = 0
    var pauses = 0
  }

  private let live = LiveFileCalls()
  private let state = Protected(State())
  private let fault: @Sendable (_ number: Int, _ name: String) -> Fault?

  /// Fails the calls for which the function, given their number from 0 and their name, returns a fault.
  init(_ fault: @escaping @Sendable (_ number: Int, _ name: String) -> Fault? = { _, _ in nil }) {
    self.fault = fault
  }

  var log: [String] { state.withLock { $0.log } }
  var bytesRead: Int { state.withLock { $0.bytesRead } }
  var pauses: Int { state.withLock { $0.pauses } }

  /// Notes a call, and returns whether it is to be cut short.
  @discardableResult
  private func enter(_ name: String, _ path: String) throws(FileFailure) -> Bool {
    let number = state.withLock { state in
      state.log.append(name)
      return state.log.count - 1
    }
    switch fault(number, name) {
    case .error(let code): throw FileFailure(operation: name, path: path, code: code)
    case .short: return true
    case .before(let action): action()
    case nil: break
    }
    return false
  }

  func open(_ path: String, for use: FileUse) throws(FileFailure) -> Int32 {
    try enter("open", path)
    return try live.open(path, for: use)
  }

  func close(_ file: Int32) { live.close(file) }

  func read(_ file: Int32, _ path: String, at offset: Int, into buffer: UnsafeMutableRawBufferPointer)
    throws(FileFailure)
    -> Int
  {
    try enter("read", path)
    let count = try live.read(file, path, at: offset, into: buffer)
    state.withLock { $0.bytesRead += count }
    return count
  }

  func write(_ file: Int32, _ path: String, at offset: Int, from buffer: UnsafeRawBufferPointer) throws(FileFailure)
    -> Int
  {
    let isShort = try enter("write", path)
    let count = isShort ? (buffer.count + 1) / 2 : buffer.count
    return try live.write(file, path, at: offset, from: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
  }

  func truncate(_ file: Int32, _ path: String, to size: Int) throws(FileFailure) {
    try enter("truncate", path)
    try live.truncate(file, path, to: size)
  }

  func synchronize(_ file: Int32, _ path: String) throws(FileFailure) {
    if try enter("synchronize", path) { return }
    try live.synchronize(file, path)
  }

  func facts(_ file: Int32, _ path: String) throws(FileFailure) -> FileFacts {
    try enter("facts", path)
    return try live.facts(file, path)
  }

  func facts(at path: String) throws(FileFailure) -> FileFacts {
    try enter("facts", path)
    return try live.facts(at: path)
  }

  func tryLock(_ file: Int32, _ path: String) throws(FileFailure) -> Bool {
    try enter("lock", path)
    return try live.tryLock(file, path)
  }

  func rename(_ path: String, to newPath: String) throws(FileFailure) {
    try enter("rename", path)
    try live.rename(path, to: newPath)
  }

  func unlink(_ path: String) throws(FileFailure) {
    try enter("unlink", path)
    try live.unlink(path)
  }

  func makeFolder(_ path: String) throws(FileFailure) {
    try enter("makeFolder", path)
    try live.makeFolder(path)
  }

  func resolved(_ path: String) throws(FileFailure) -> String? {
    try enter("resolve", path)
    return try live.resolved(path)
  }

  func pause(_ duration: Duration) { state.withLock { $0.pauses += 1 } }
}

extension FileLedger {
  convenience init(path: String, calls: any FileCalls, lockTimeout: Duration = .seconds(5)) {
    let clock = TestClock()
    self.init(path: path, lockTimeout: lockTimeout, now: clock.now, newIdentity: { UUID() }, calls: calls)
  }
}
