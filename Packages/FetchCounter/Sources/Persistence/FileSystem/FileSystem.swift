public import Basics

/// The file operations that this module needs, each of them one system call, so that tests can replace, fail or
/// observe every one.
///
/// Implementations report failures as they happen and retry nothing: interrupted calls (`EINTR`) and short writes are
/// the caller's to handle, which is what lets tests inject them. All calls may block, and all may be made from several
/// threads at once. Paths are absolute, or relative to the working folder of the process.
public protocol FileSystem: Sendable {
  /// Opens a file or folder; the descriptor is not inherited by child processes (`O_CLOEXEC`).
  ///
  /// - Parameters:
  ///   - path: What to open. Symbolic links are followed, except for ``OpenPurpose/updating(_:)`` and
  ///   ``OpenPurpose/newFolder``.
  ///   - purpose: What the descriptor is for; it decides the flags of the call.
  /// - Returns: A descriptor that the caller has to close.
  /// - Throws: ``FileSystemError`` with the code of `open(2)`.
  func open(_ path: String, for purpose: OpenPurpose) throws(FileSystemError) -> FileDescriptor

  /// Closes a descriptor; it must not be used afterwards, whether or not this throws.
  ///
  /// - Parameter file: The descriptor to close.
  /// - Throws: ``FileSystemError`` with the code of `close(2)`.
  func close(_ file: FileDescriptor) throws(FileSystemError)

  /// Reads bytes from a position; may return fewer than asked for, and 0 at the end of the file.
  ///
  /// - Parameters:
  ///   - file: A descriptor opened for reading or updating.
  ///   - offset: The position of the first byte.
  ///   - buffer: Where the bytes go; its size is the largest number of bytes to read.
  /// - Returns: The number of bytes read.
  /// - Throws: ``FileSystemError`` with the code of `pread(2)`.
  func read(
    _ file: FileDescriptor,
    at offset: Int,
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileSystemError) -> Int

  /// Writes bytes at a position; may write fewer than given.
  ///
  /// - Parameters:
  ///   - file: A descriptor opened for creating or updating.
  ///   - offset: The position of the first byte.
  ///   - buffer: The bytes to write.
  /// - Returns: The number of bytes written.
  /// - Throws: ``FileSystemError`` with the code of `pwrite(2)`.
  func write(
    _ file: FileDescriptor,
    at offset: Int,
    from buffer: UnsafeRawBufferPointer
  ) throws(FileSystemError) -> Int

  /// Cuts or extends a file to a length.
  ///
  /// - Parameters:
  ///   - file: A descriptor opened for creating or updating.
  ///   - length: The new length in bytes.
  /// - Throws: ``FileSystemError`` with the code of `ftruncate(2)`.
  func truncate(_ file: FileDescriptor, to length: Int) throws(FileSystemError)

  /// Makes the content of a file, or the entries of a folder, survive a loss of power before it returns.
  ///
  /// After a failure the system may have dropped what it could not write and may report success the next time,
  /// therefore a failed call must not be repeated for the same content.
  ///
  /// - Parameter file: A descriptor of a file or a folder.
  /// - Throws: ``FileSystemError`` with the code of `fsync(2)`.
  func synchronize(_ file: FileDescriptor) throws(FileSystemError)

  /// Tries to take the exclusive advisory lock of a file, without waiting.
  ///
  /// The lock belongs to this opening of the file (`flock(2)`): two descriptors of one process exclude each other too,
  /// and the system releases it when the process ends in whatever way.
  ///
  /// - Parameter file: A descriptor opened for updating.
  /// - Returns: Whether the lock is now held; `false` when another opening of the file holds it.
  /// - Throws: ``FileSystemError`` with the code of `flock(2)`, other than `EWOULDBLOCK`.
  func tryLock(_ file: FileDescriptor) throws(FileSystemError) -> Bool

  /// Releases the advisory lock of a file.
  ///
  /// - Parameter file: A descriptor that holds the lock.
  /// - Throws: ``FileSystemError`` with the code of `flock(2)`.
  func unlock(_ file: FileDescriptor) throws(FileSystemError)

  /// Returns what the system knows about an open file.
  ///
  /// - Parameter file: An open descriptor.
  /// - Returns: The file's status.
  /// - Throws: ``FileSystemError`` with the code of `fstat(2)`.
  func status(of file: FileDescriptor) throws(FileSystemError) -> FileStatus

  /// Returns what the system knows about the file at a path, following symbolic links.
  ///
  /// - Parameter path: The path of a file or folder.
  /// - Returns: The file's status.
  /// - Throws: ``FileSystemError`` with the code of `stat(2)`.
  func status(at path: String) throws(FileSystemError) -> FileStatus

  /// Sets the permission bits of an open file; the process's `umask` does not apply.
  ///
  /// - Parameters:
  ///   - mode: The permission bits.
  ///   - file: An open descriptor.
  /// - Throws: ``FileSystemError`` with the code of `fchmod(2)`.
  func setMode(_ mode: FileMode, of file: FileDescriptor) throws(FileSystemError)

  /// Sets the owner and group of an open file.
  ///
  /// - Parameters:
  ///   - owner: The user and group.
  ///   - file: An open descriptor.
  /// - Throws: ``FileSystemError`` with the code of `fchown(2)`.
  func setOwner(_ owner: FileOwner, of file: FileDescriptor) throws(FileSystemError)

  /// Renames a file within one file system, replacing the file at the new path in one step.
  ///
  /// When both paths are names of the same file (hard links), nothing happens and both names stay (POSIX `rename`).
  ///
  /// - Parameters:
  ///   - path: The present path.
  ///   - newPath: The new path.
  /// - Throws: ``FileSystemError`` with the code of `rename(2)`.
  func rename(_ path: String, to newPath: String) throws(FileSystemError)

  /// Gives a file a second name (a hard link); never replaces an existing name.
  ///
  /// - Parameters:
  ///   - path: The path of an existing file.
  ///   - newPath: The additional path.
  /// - Throws: ``FileSystemError`` with the code of `link(2)`: `EEXIST` when the name is taken, `EPERM` or
  ///   `EOPNOTSUPP` where the file system has no hard links.
  func link(_ path: String, to newPath: String) throws(FileSystemError)

  /// Removes a name of a file.
  ///
  /// - Parameter path: The name to remove.
  /// - Throws: ``FileSystemError`` with the code of `unlink(2)`.
  func unlink(_ path: String) throws(FileSystemError)

  /// Creates a folder in an existing folder.
  ///
  /// - Parameters:
  ///   - path: The folder to create.
  ///   - mode: Its permission bits, of which the process's `umask` takes away.
  /// - Throws: ``FileSystemError`` with the code of `mkdir(2)`.
  func makeFolder(_ path: String, mode: FileMode) throws(FileSystemError)

  /// Returns the names in a folder, without `.` and `..`, in no particular order.
  ///
  /// - Parameter path: The folder.
  /// - Returns: The names; those that are not UTF-8 are repaired with U+FFFD.
  /// - Throws: ``FileSystemError`` with the code of `opendir(3)` or `readdir(3)`.
  func list(_ path: String) throws(FileSystemError) -> [String]

  /// Returns where a symbolic link points, or `nil` for a file that is not a link.
  ///
  /// - Parameter path: The path of a link or another file.
  /// - Returns: The text of the link, which may be relative to the link's folder.
  /// - Throws: ``FileSystemError`` with the code of `readlink(2)`, other than `EINVAL`.
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
  /// Changing the owner of a folder that was just created (`O_RDONLY | O_DIRECTORY | O_NOFOLLOW`).
  ///
  /// The owner of the folder above could have put a link in its place.
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

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - operation: The operation that failed.
  ///   - path: The path that it was applied to.
  ///   - code: The system's error code.
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
