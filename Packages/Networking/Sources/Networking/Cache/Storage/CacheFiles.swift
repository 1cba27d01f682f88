import Foundation

/// Why a file of the cache could not be used.
struct CacheFileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was tried, such as `rename`.
  let operation: String
  /// The system's number for the reason.
  let code: Int32

  /// The reason in the system's words.
  var description: String { "\(operation): \(String(cString: strerror(code)))" }
}

/// What the system knows about a file.
struct CacheFileStatus: Sendable, Hashable {
  /// The file's number on its device.
  let number: UInt64
  /// The length in bytes.
  let size: Int
  /// The time of the last use, in seconds since 1970.
  let lastUse: TimeInterval
}

/// The operations on files that the cache needs: the seam where tests let a process die or a disk fail.
///
/// A path names a file directly within the cache's folder. Symbolic links are not followed.
protocol CacheFiles: Sendable {
  /// Makes the folder with mode 0700, and those above it.
  func makeFolder() throws(CacheFileError)
  /// Makes a new file with mode 0600 and locks it for as long as it is open.
  func create(_ name: String) throws(CacheFileError) -> Int32
  /// Opens a regular file for reading; `nil` where there is none.
  func open(_ name: String) throws(CacheFileError) -> Int32?
  /// Writes all bytes at an offset.
  func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws(CacheFileError)
  /// Reads until the buffer is full or the file ends.
  func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(CacheFileError) -> Int
  /// Looks at an open file.
  func status(of file: Int32) throws(CacheFileError) -> CacheFileStatus
  /// Looks at a regular file; `nil` where there is none.
  func status(of name: String) -> CacheFileStatus?
  /// Sets the time of the last use of an open file.
  func setLastUse(of file: Int32, to time: TimeInterval) throws(CacheFileError)
  /// Sets the time of the last use of a file.
  func setLastUse(of name: String, to time: TimeInterval) throws(CacheFileError)
  /// Gives a file another name, in the place of whatever had it.
  func rename(_ name: String, to newName: String) throws(CacheFileError)
  /// Removes a file; one that is not there is no error.
  func remove(_ name: String) throws(CacheFileError)
  /// Removes a file that no process has locked.
  func removeOrphan(_ name: String)
  /// The names of everything in the folder; none where there is no folder.
  func names() throws(CacheFileError) -> [String]
  /// Closes a file.
  func close(_ file: Int32)
}
