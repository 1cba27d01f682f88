public import Basics

/// The file operations that this module needs, each of them one system call, so that tests can replace, fail or
/// observe every one.
///
/// Implementations report failures as they happen and retry nothing: interrupted calls (`EINTR`) and short writes are
/// the caller's to handle, which is what lets tests inject them. All calls may block, and all may be made from several
/// threads at once. Paths are absolute, or relative to the working folder of the process.
public protocol FileSystem: Sendable {
  /// Opens a file or folder with the flags that the purpose needs; child processes don't inherit the descriptor (`O_CLOEXEC`).
  func open(_ path: String, for purpose: OpenPurpose) throws(FileSystemError) -> FileDescriptor

  /// Closes a descriptor, which must not be used afterwards, even after an error.
  func close(_ file: FileDescriptor) throws(FileSystemError)

  /// Reads bytes from a position into a buffer; may return fewer than requested, and 0 at the end of the file.
  func read(
    _ file: FileDescriptor,
    at offset: Int,
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileSystemError) -> Int

  /// Writes bytes at a position and returns their number, which may be lower than requested.
  func write(
    _ file: FileDescriptor,
    at offset: Int,
    from buffer: UnsafeRawBufferPointer
  ) throws(FileSystemError) -> Int

  /// Cuts or extends a file to a length in bytes.
  func truncate(_ file: FileDescriptor, to length: Int) throws(FileSystemError)

  /// Makes the content of a file, or the entries of a folder, survive a loss of power before it returns.
  ///
  /// A failed call must not be repeated for the same content: the system may have dropped it and report success the next time.
  func synchronize(_ file: FileDescriptor) throws(FileSystemError)

  /// Tries to take the exclusive advisory lock of a file, and returns `false` when another opening of the file holds it.
  ///
  /// The lock belongs to this opening of the file (`flock(2)`). The system releases it when the process ends.
  func tryLock(_ file: FileDescriptor) throws(FileSystemError) -> Bool

  /// Releases the advisory lock of a file.
  func unlock(_ file: FileDescriptor) throws(FileSystemError)

  /// Returns the status of an open file.
  func status(of file: FileDescriptor) throws(FileSystemError) -> FileStatus

  /// Returns the status of the file at a path, following symbolic links.
  func status(at path: String) throws(FileSystemError) -> FileStatus

  /// Sets the permission bits of an open file; the process's `umask` does not apply.
  func setMode(_ mode: FileMode, of file: FileDescriptor) throws(FileSystemError)

  /// Sets the owner and group of an open file.
  func setOwner(_ owner: FileOwner, of file: FileDescriptor) throws(FileSystemError)

  /// Renames a file within one file system, replacing the file at the new path in one step.
  ///
  /// When both paths are names of the same file (hard links), nothing happens and both names stay (POSIX `rename`).
  func rename(_ path: String, to newPath: String) throws(FileSystemError)

  /// Gives a file a hard link; throws `EEXIST` if the name is taken, `EPERM` or `EOPNOTSUPP` where there are no hard links.
  func link(_ path: String, to newPath: String) throws(FileSystemError)

  /// Removes a name of a file.
  func unlink(_ path: String) throws(FileSystemError)

  /// Creates a folder in an existing folder; the process's `umask` reduces its permissions.
  func makeFolder(_ path: String, mode: FileMode) throws(FileSystemError)

  /// Returns the names in a folder, unsorted, without `.` and `..`; invalid UTF-8 is repaired with U+FFFD.
  func list(_ path: String) throws(FileSystemError) -> [String]

  /// Returns the destination of a symbolic link, which may be relative to its folder, or `nil` for another file.
  func destinationOfLink(at path: String) throws(FileSystemError) -> String?
}

/// What a file is opened for; it decides the flags of `open(2)`.
public enum OpenPurpose: Sendable, Hashable {
  /// Reading an existing file; never blocks on a FIFO or a device (`O_RDONLY | O_NONBLOCK`).
  case reading
  /// Writing a file that must not exist yet, created with the given permission bits (`O_WRONLY | O_CREAT | O_EXCL`).
  case creating(FileMode)
  /// Reading, writing and locking a file that is created when missing (`O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK`).
  case updating(FileMode)
  /// Synchronising the entries of a folder (`O_RDONLY | O_DIRECTORY`).
  case folder
  /// Changing the owner of a new folder, never of a link in its place (`O_RDONLY | O_DIRECTORY | O_NOFOLLOW`).
  case newFolder
}

/// An open file of a ``FileSystem``, together with the path that it was opened by, for messages.
public struct FileDescriptor: Sendable, Hashable {
  /// The number that the file system gave out.
  public let number: Int32
  /// The path that the file was opened by.
  public let path: String

  /// Creates a descriptor, for implementations of ``FileSystem``.
  public init(number: Int32, path: String) {
    self.number = number
    self.path = path
  }
}

/// The operations of a ``FileSystem``, named after what people would call them.
public enum FileSystemOperation: String, Sendable, Hashable, CaseIterable {
  /// `open(2)`.
  case open
  /// `close(2)`.
  case close
  /// `pread(2)`.
  case read
  /// `pwrite(2)`.
  case write
  /// `ftruncate(2)`.
  case truncate
  /// `fsync(2)`.
  case synchronize
  /// `flock(2)` with `LOCK_EX | LOCK_NB`.
  case lock
  /// `flock(2)` with `LOCK_UN`.
  case unlock
  /// `stat(2)` or `fstat(2)`.
  case status
  /// `fchmod(2)`.
  case setMode = "set the permissions of"
  /// `fchown(2)`.
  case setOwner = "set the owner of"
  /// `rename(2)`.
  case rename
  /// `link(2)`.
  case link = "make a second name for"
  /// `unlink(2)`.
  case unlink = "remove"
  /// `mkdir(2)`.
  case makeFolder = "create the folder"
  /// `opendir(3)` and `readdir(3)`.
  case list
  /// `readlink(2)`.
  case readLink = "follow the link"
}

/// A file operation that the system refused: which one, on which path, with which code.
public struct FileSystemError: Error, Sendable, Hashable {
  /// The operation that failed.
  public let operation: FileSystemOperation
  /// The path that it was applied to.
  public let path: String
  /// The system's error code.
  public let code: SystemErrorCode

  /// Creates an error of an operation on a path.
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
    case .status: "look at"
    default: operation.rawValue
    }
  }
}
