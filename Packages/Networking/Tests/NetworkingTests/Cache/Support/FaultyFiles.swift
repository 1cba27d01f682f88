import Foundation
import Testing

@testable import Networking

/// Real files of a process that dies, or of a disk that fails, after some operations.
///
/// `@unchecked Sendable`: everything that changes is guarded by `lock`.
final class FaultyFiles: CacheFiles, @unchecked Sendable {
  /// What happens to the operations after the last good one.
  enum End: Sendable {
    /// A write is done by half; nothing happens after it, and what was locked is free.
    case death
    /// Every change fails for lack of space.
    case fullDisk
  }

  private let files: SystemCacheFiles
  private let end: End
  private let lock = NSLock()
  private var remaining: Int
  private var changes = 0

  init(folder: ScratchFolder, end: End, after count: Int) {
    files = SystemCacheFiles(folder: CacheScene.cacheFolder(folder))
    self.end = end
    remaining = count
  }

  /// How many changes were tried.
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
    guard turn() == .good else { throw CacheFileError(operation: operation, code: ENOSPC) }
    try body()
  }

  func makeFolder() throws(CacheFileError) { try change("mkdir", files.makeFolder) }

  func create(_ name: String) throws(CacheFileError) -> Int32 {
    guard turn() == .good else { throw CacheFileError(operation: "open", code: ENOSPC) }
    return try files.create(name)
  }

  func open(_ name: String) throws(CacheFileError) -> Int32? { try files.open(name) }

  func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws(CacheFileError) {
    switch turn() {
    case .good: try files.write(file, bytes, at: offset)
    case .last:
      try files.write(file, UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count / 2)]), at: offset)
      throw CacheFileError(operation: "write", code: ENOSPC)
    case .over: throw CacheFileError(operation: "write", code: ENOSPC)
    }
  }

  func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(CacheFileError) -> Int {
    try files.read(file, into: buffer, at: offset)
  }

  func status(of file: Int32) throws(CacheFileError) -> CacheFileStatus { try files.status(of: file) }
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
    // The dead tidy nothing up; a full disk lets files be removed.
    let isAlive = lock.withLock { remaining > 0 }
    if isAlive || end == .fullDisk { try files.remove(name) }
  }

  func removeOrphan(_ name: String) {
    if lock.withLock({ remaining > 0 }) { files.removeOrphan(name) }
  }

  func names() throws(CacheFileError) -> [String] { try files.names() }

  func close(_ file: Int32) { files.close(file) }
}
