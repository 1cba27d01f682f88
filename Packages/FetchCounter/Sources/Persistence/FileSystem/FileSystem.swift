public import Basics

/// The file operations that this module uses, one system call each, so tests can replace any call or make it fail.
///
/// Implementations report failures without retrying; callers handle interrupted calls (`EINTR`) and short writes. All
/// calls may block and are thread-safe. Paths are absolute, or relative to the process's working directory.
public protocol FileSystem: Sendable {
  /// Opens a file or directory for a purpose; child processes don't inherit the descriptor (`O_CLOEXEC`).
  func open(_ path: String, for purpose: OpenPurpose) throws(FileSystemError) -> FileDescriptor

  /// Closes a descriptor, which must not be used afterward, even after an error.
  func close(_ file: FileDescriptor) throws(FileSystemError)

  /// Reads at an offset and returns the byte count, which can be less than requested and is 0 at the end of the file.
  func read(
    _ file: FileDescriptor,
    at offset: Int,
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileSystemError) -> Int

  /// Writes bytes at an offset, and returns the number of bytes written, which can be smaller than requested.
  func write(
    _ file: FileDescriptor,
    at offset: Int,
    from buffer: UnsafeRawBufferPointer
  ) throws(FileSystemError) -> Int

  /// Truncates or extends a file to a given length in bytes.
  func truncate(_ file: FileDescriptor, to length: Int) throws(FileSystemError)

  /// Makes a file's content or a directory's entries durable, so they survive a power loss.
  ///
  /// Don't retry a failed call: the system may have dropped the content and would then report success.
  func synchronize(_ file: FileDescriptor) throws(FileSystemError)

  /// Tries to take an exclusive advisory lock on an open file description (`flock(2)`).
  ///
  /// Returns `false` if another open file description holds the lock. The lock is released when the process ends.
  func tryLock(_ file: FileDescriptor) throws(FileSystemError) -> Bool

  /// Releases a file's advisory lock.
  func unlock(_ file: FileDescriptor) throws(FileSystemError)

  /// Returns the status of an open file.
  func status(of file: FileDescriptor) throws(FileSystemError) -> FileStatus

  /// Returns the status of the file at a path, following symbolic links.
  func status(at path: String) throws(FileSystemError) -> FileStatus

  /// Sets the permission bits of an open file, regardless of the process's `umask`.
  func setMode(_ mode: FileMode, of file: FileDescriptor) throws(FileSystemError)

  /// Sets the owner and group of an open file.
  func setOwner(_ owner: FileOwner, of file: FileDescriptor) throws(FileSystemError)

  /// Renames a file within one file system, atomically replacing any file at the new path.
  ///
  /// If both paths are hard links to the same file, nothing happens and both names remain (POSIX `rename`).
  func rename(_ path: String, to newPath: String) throws(FileSystemError)

  /// Creates a hard link; throws `EEXIST` if the name is taken, and `EPERM` or `EOPNOTSUPP` if links aren't supported.
  func link(_ path: String, to newPath: String) throws(FileSystemError)

  /// Removes one of a file's names (hard links).
  func unlink(_ path: String) throws(FileSystemError)

  /// Creates a directory in an existing directory; the process's `umask` restricts the mode.
  func makeFolder(_ path: String, mode: FileMode) throws(FileSystemError)

  /// Returns the unsorted names in a directory, except `.` and `..`, with invalid UTF-8 replaced by U+FFFD.
  func list(_ path: String) throws(FileSystemError) -> [String]

  /// Returns a symbolic link's destination, possibly relative to the link's directory, or `nil` for any other file.
  func destinationOfLink(at path: String) throws(FileSystemError) -> String?
}

/// The purpose for opening a file, which determines the flags for `open(2)`.
public enum OpenPurpose: Sendable, Hashable {
  /// Reading an existing file, without blocking on a FIFO or a device (`O_RDONLY | O_NONBLOCK`).
  case reading
  /// Writing a new file, which must not exist yet, with the given permission bits (`O_WRONLY | O_CREAT | O_EXCL`).
  case creating(FileMode)
  /// Reading, writing and locking a file, which is created if missing (`O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK`).
  case updating(FileMode)
  /// Synchronizing a directory's entries (`O_RDONLY | O_DIRECTORY`).
  case folder
  /// Changing the owner of a new directory, but never a link's owner (`O_RDONLY | O_DIRECTORY | O_NOFOLLOW`).
  case newFolder
}

/// An open file in a ``FileSystem``, with the path used to open it.
public struct FileDescriptor: Sendable, Hashable {
  /// The descriptor number assigned by the file system.
  public let number: Int32
  /// The path that was passed to `open`.
  public let path: String

  /// Creates a descriptor, for ``FileSystem`` implementations.
  public init(number: Int32, path: String) {
    self.number = number
    self.path = path
  }
}

/// The operations of a ``FileSystem``; the raw values are the verbs in messages.
public enum FileSystemOperation: String, Sendable, Hashable, CaseIterable {
  /// Opening a file (`open(2)`).
  case open
  /// Closing a descriptor (`close(2)`).
  case close
  /// Reading at an offset (`pread(2)`).
  case read
  /// Writing at an offset (`pwrite(2)`).
  case write
  /// Setting the length (`ftruncate(2)`).
  case truncate
  /// Flushing a file or directory to disk (`fsync(2)`).
  case synchronize
  /// Taking an exclusive lock without waiting (`flock(2)` with `LOCK_EX | LOCK_NB`).
  case lock
  /// Releasing a lock (`flock(2)` with `LOCK_UN`).
  case unlock
  /// Reading the status (`stat(2)` or `fstat(2)`).
  case status
  /// Setting the permission bits (`fchmod(2)`).
  case setMode = "set the permissions of"
  /// Setting the user and group (`fchown(2)`).
  case setOwner = "set the owner of"
  /// Renaming a file, replacing any file at the new path (`rename(2)`).
  case rename
  /// Creating a hard link (`link(2)`).
  case link = "create a hard link for"
  /// Removing a file (`unlink(2)`).
  case unlink = "remove"
  /// Creating a directory (`mkdir(2)`).
  case makeFolder = "create the folder"
  /// Listing a directory (`opendir(3)` and `readdir(3)`).
  case list
  /// Reading the destination of a symbolic link (`readlink(2)`).
  case readLink = "follow the link"
}

/// A failed file operation, with its path and error code.
public struct FileSystemError: Error, Sendable, Hashable {
  /// The operation that failed.
  public let operation: FileSystemOperation
  /// The path that the operation was applied to.
  public let path: String
  /// The system's error code.
  public let code: SystemErrorCode

  /// Creates an error for an operation on a path.
  public init(_ operation: FileSystemOperation, _ path: String, _ code: SystemErrorCode) {
    self.operation = operation
    self.path = path
    self.code = code
  }
}

extension FileSystemError: CustomStringConvertible {
  /// A clause such as `could not open "/data/count.json": permission denied (EACCES)`.
  public var description: String {
    "could not \(verb) \"\(path.escapingInvisibles())\": \(code)"
  }

  private var verb: String {
    switch operation {
    case .synchronize: "write to disk"
    case .status: "check"
    default: operation.rawValue
    }
  }
}
