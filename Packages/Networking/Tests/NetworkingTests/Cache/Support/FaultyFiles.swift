import Foundation
import Testing

@testable import Networking

/// Cache files in a dying process, on a full disk, or with a single failing operation.
///
/// `@unchecked Sendable`: `lock` protects all mutable state.
final class FaultyFiles: CacheFiles, @unchecked Sendable {
  enum End: Sendable, Equatable {
    /// One write is only partly completed; later operations have no effect, and locks are released.
    case death
    /// Every change fails.
    case fullDisk
    /// One operation, including a read, fails with the error number.
    case single(Int32)
  }

  private let files: SystemCacheFiles
  private let end: End
  private let beforeRemoval: @Sendable () -> Void
  private let lock = NSLock()
  private var remaining: Int
  private var changes = 0

  init(folder: ScratchFolder, end: End, after count: Int, beforeRemoval: @escaping @Sendable () -> Void = {}) {
    files = SystemCacheFiles(folder: CacheScene.cacheFolder(folder))
    self.end = end
    self.beforeRemoval = beforeRemoval
    remaining = count
  }

  /// The number of attempted changes or, with ``End/single(_:)``, of all attempted operations.
  var count: Int { lock.withLock { changes } }

  private enum Turn {
    case good, last, over
  }

  private func turn() -> Turn {
    lock.withLock {
      changes += 1
      remaining -= 1
      return remaining > 0 ? .good : remaining == 0 ? .last : .over
    }
  }

  private func change(
    _ operation: String,
    _ body: () throws(CacheFileError) -> Void
  ) throws(CacheFileError) {
    try admit(operation)
    try body()
  }

  private func admit(_ operation: String) throws(CacheFileError) {
    let turn = turn()
    if case .single(let code) = end {
      if turn == .last { throw CacheFileError(operation: operation, code: code) }
    } else if turn != .good {
      throw CacheFileError(operation: operation, code: ENOSPC)
    }
  }

  /// Checks a read-only operation, which only a single failure affects.
  private func look(_ operation: String) throws(CacheFileError) {
    if case .single = end { try admit(operation) }
  }

  func makeFolder() throws(CacheFileError) { try change("mkdir", files.makeFolder) }

  func create(_ name: String) throws(CacheFileError) -> Int32 {
    try admit("open")
    return try files.create(name)
  }

  func open(_ name: String) throws(CacheFileError) -> Int32? {
    try look("open")
    return try files.open(name)
  }

  func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws(CacheFileError) {
    if case .single = end {
      try admit("write")
      return try files.write(file, bytes, at: offset)
    }
    switch turn() {
    case .good: try files.write(file, bytes, at: offset)
    case .last:
      try files.write(file, UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count / 2)]), at: offset)
      throw CacheFileError(operation: "write", code: ENOSPC)
    case .over: throw CacheFileError(operation: "write", code: ENOSPC)
    }
  }

  func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(CacheFileError) -> Int {
    try look("read")
    return try files.read(file, into: buffer, at: offset)
  }

  func status(of file: Int32) throws(CacheFileError) -> CacheFileStatus {
    try look("fstat")
    return try files.status(of: file)
  }

  func status(of name: String) -> CacheFileStatus? { files.status(of: name) }

  func setLastUse(of file: Int32, to time: TimeInterval) throws(CacheFileError) {
    try change("utimes") { () throws(CacheFileError) in try files.setLastUse(of: file, to: time) }
  }

  func setLastUse(of name: String, to time: TimeInterval) throws(CacheFileError) {
    try change("utimes") { () throws(CacheFileError) in try files.setLastUse(of: name, to: time) }
  }

  func rename(_ name: String, to newName: String) throws(CacheFileError) {
    try change("rename") { () throws(CacheFileError) in try files.rename(name, to: newName) }
  }

  func remove(_ name: String) throws(CacheFileError) {
    beforeRemoval()
    if case .single = end {
      try admit("unlink")
      return try files.remove(name)
    }
    // A dead process doesn't clean up, but files can be removed from a full disk.
    let isAlive = lock.withLock { remaining > 0 }
    if isAlive || end == .fullDisk { try files.remove(name) }
  }

  func removeOrphan(_ name: String) {
    if case .single = end { return files.removeOrphan(name) }
    if lock.withLock({ remaining > 0 }) { files.removeOrphan(name) }
  }

  func names() throws(CacheFileError) -> [String] {
    try look("opendir")
    return try files.names()
  }

  func close(_ file: Int32) { files.close(file) }
}
