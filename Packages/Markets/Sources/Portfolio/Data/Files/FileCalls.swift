import Foundation

/// What is known of an open file.
struct FileFacts: Sendable, Hashable {
  let size: Int
  let device: UInt64
  let inode: UInt64
  /// Whether it is a file, and not a folder, a pipe or a device.
  let isFile: Bool

  func isSameFile(as other: FileFacts) -> Bool { device == other.device && inode == other.inode }
}

/// What a file is opened for.
enum FileUse: Sendable {
  /// To read what is there.
  case reading
  /// To read and write; created with mode 0600 when missing.
  case writing
  /// To write a new file of mode 0600 that must not be there.
  case creating
  /// To synchronise a folder.
  case folder
}

/// The system calls that the stores need, one method each, so that tests can fail every one of them.
///
/// They retry nothing; `retried` does that for interrupted calls.
protocol FileCalls: Sendable {
  func open(_ path: String, for use: FileUse) throws(FileFailure) -> Int32
  func close(_ file: Int32)
  func read(_ file: Int32, _ path: String, at offset: Int, into buffer: UnsafeMutableRawBufferPointer)
    throws(FileFailure)
    -> Int
  func write(_ file: Int32, _ path: String, at offset: Int, from buffer: UnsafeRawBufferPointer) throws(FileFailure)
    -> Int
  func truncate(_ file: Int32, _ path: String, to size: Int) throws(FileFailure)
  func synchronize(_ file: Int32, _ path: String) throws(FileFailure)
  func facts(_ file: Int32, _ path: String) throws(FileFailure) -> FileFacts
  func facts(at path: String) throws(FileFailure) -> FileFacts
  func tryLock(_ file: Int32, _ path: String) throws(FileFailure) -> Bool
  func rename(_ path: String, to newPath: String) throws(FileFailure)
  func unlink(_ path: String) throws(FileFailure)
  func makeFolder(_ path: String) throws(FileFailure)
  /// The path without symbolic links; `nil` when nothing is there.
  func resolved(_ path: String) throws(FileFailure) -> String?
  /// Waits about so long, between two tries of a lock.
  func pause(_ duration: Duration)
}
