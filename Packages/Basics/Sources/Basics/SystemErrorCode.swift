#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An `errno` value with its symbolic name, a human-readable description and, if available, a recovery suggestion.
public struct SystemErrorCode: RawRepresentable, Sendable, Hashable {
  /// The error number, which differs between systems.
  public let rawValue: Int32

  /// Creates a code from a value of `errno`.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// `EACCES`: the permissions don't allow access.
  public static let accessDenied = SystemErrorCode(rawValue: EACCES)
  /// `EPERM`: only the owner or an administrator can do this.
  public static let notPermitted = SystemErrorCode(rawValue: EPERM)
  /// `EROFS`: the file system is mounted read-only.
  public static let readOnlyFileSystem = SystemErrorCode(rawValue: EROFS)
  /// `ENOSPC`: the disk is full.
  public static let noSpace = SystemErrorCode(rawValue: ENOSPC)
  /// `EDQUOT`: the user's disk quota is used up.
  public static let quotaExceeded = SystemErrorCode(rawValue: EDQUOT)
  /// `EFBIG`: the file is, or would become, larger than allowed.
  public static let fileTooLarge = SystemErrorCode(rawValue: EFBIG)
  /// `EIO`: the device failed.
  public static let inputOutput = SystemErrorCode(rawValue: EIO)
  /// `EINTR`: a signal interrupted the call.
  public static let interrupted = SystemErrorCode(rawValue: EINTR)
  /// `ENOENT`: there is no such file.
  public static let notFound = SystemErrorCode(rawValue: ENOENT)
  /// `EEXIST`: the name is taken.
  public static let exists = SystemErrorCode(rawValue: EEXIST)
  /// `ENOTDIR`: a component of the path isn't a directory.
  public static let notAFolder = SystemErrorCode(rawValue: ENOTDIR)
  /// `EISDIR`: the path leads to a directory instead of a file.
  public static let isAFolder = SystemErrorCode(rawValue: EISDIR)
  /// `ENOTEMPTY`: the directory isn't empty.
  public static let folderNotEmpty = SystemErrorCode(rawValue: ENOTEMPTY)
  /// `ELOOP`: the path's symbolic links form a loop, or there are too many of them.
  public static let linkLoop = SystemErrorCode(rawValue: ELOOP)
  /// `ENAMETOOLONG`: the file name or the path is too long.
  public static let nameTooLong = SystemErrorCode(rawValue: ENAMETOOLONG)
  /// `EBADF`: the file descriptor isn't open, or isn't open for this operation.
  public static let badDescriptor = SystemErrorCode(rawValue: EBADF)
  /// `EMFILE`: this process has too many files open.
  public static let tooManyOpenFiles = SystemErrorCode(rawValue: EMFILE)
  /// `ENFILE`: the system has too many files open.
  public static let tooManyOpenFilesInSystem = SystemErrorCode(rawValue: ENFILE)
  /// `ENOLCK`: the file system doesn't support file locks.
  public static let noLocks = SystemErrorCode(rawValue: ENOLCK)
  /// `EINVAL`: the system doesn't accept the arguments.
  public static let invalid = SystemErrorCode(rawValue: EINVAL)
  /// `ENOSYS`: the system doesn't support the call.
  public static let noSuchCall = SystemErrorCode(rawValue: ENOSYS)
  /// `EOPNOTSUPP`: the file system doesn't support the operation.
  public static let unsupported = SystemErrorCode(rawValue: EOPNOTSUPP)
  /// `EMLINK`: the file has too many hard links.
  public static let tooManyLinks = SystemErrorCode(rawValue: EMLINK)
  /// `EXDEV`: the paths are on different file systems.
  public static let crossDevice = SystemErrorCode(rawValue: EXDEV)
  /// `ENOMEM`: the system doesn't have enough memory for the call.
  public static let noMemory = SystemErrorCode(rawValue: ENOMEM)
  /// `EBUSY`: the system or another program is using the file or directory.
  public static let busy = SystemErrorCode(rawValue: EBUSY)
  /// `ESTALE`: the file no longer exists on the network drive that contained it.
  public static let stale = SystemErrorCode(rawValue: ESTALE)

  /// A recovery suggestion as a sentence, or `nil` if there is no general advice.
  public var recoverySuggestion: String? { Self.texts[self]?.recoverySuggestion }

  private struct Text: Sendable {
    let name: String
    let meaning: String
    var recoverySuggestion: String?
  }

  private static let texts: [SystemErrorCode: Text] = [
    .accessDenied: Text(
      name: "EACCES",
      meaning: "permission denied",
      recoverySuggestion: "Check the owner and the permissions of the file and its folder."
    ),
    .notPermitted: Text(
      name: "EPERM",
      meaning: "operation not permitted",
      recoverySuggestion: "Check the owner and the attributes of the file and its folder."
    ),
    .readOnlyFileSystem: Text(
      name: "EROFS",
      meaning: "the file system is read-only",
      recoverySuggestion: "Use a folder on a writable file system."
    ),
    .noSpace: Text(name: "ENOSPC", meaning: "the disk is full", recoverySuggestion: "Free some space and try again."),
    .quotaExceeded: Text(
      name: "EDQUOT",
      meaning: "the disk quota is used up",
      recoverySuggestion: "Delete some of your files or request a larger quota, and try again."
    ),
    .fileTooLarge: Text(name: "EFBIG", meaning: "the file is larger than allowed"),
    .inputOutput: Text(
      name: "EIO",
      meaning: "the device reported an error",
      recoverySuggestion: "Check the disk and its connection. The kernel log has details."
    ),
    .interrupted: Text(name: "EINTR", meaning: "interrupted", recoverySuggestion: "Try again."),
    .notFound: Text(
      name: "ENOENT",
      meaning: "no such file or folder",
      recoverySuggestion: "Check that the folder exists."
    ),
    .exists: Text(name: "EEXIST", meaning: "a file or folder with this name already exists"),
    .notAFolder: Text(
      name: "ENOTDIR",
      meaning: "part of the path is not a folder",
      recoverySuggestion: "Move the file that is in the way, or use another folder."
    ),
    .isAFolder: Text(
      name: "EISDIR",
      meaning: "the path is a folder, not a file",
      recoverySuggestion: "Move or remove that folder, or use another path."
    ),
    .folderNotEmpty: Text(name: "ENOTEMPTY", meaning: "the folder is not empty"),
    .linkLoop: Text(
      name: "ELOOP",
      meaning: "the symbolic links form a loop",
      recoverySuggestion: "Correct or remove the symbolic link."
    ),
    .nameTooLong: Text(
      name: "ENAMETOOLONG",
      meaning: "the name is too long",
      recoverySuggestion: "Use a shorter path."
    ),
    .badDescriptor: Text(name: "EBADF", meaning: "the file is not open"),
    .tooManyOpenFiles: Text(
      name: "EMFILE",
      meaning: "this program has too many files open",
      recoverySuggestion: "Raise the limit (ulimit -n), or run fewer operations at once."
    ),
    .tooManyOpenFilesInSystem: Text(
      name: "ENFILE",
      meaning: "the system has too many files open",
      recoverySuggestion: "Try again."
    ),
    .noLocks: Text(
      name: "ENOLCK",
      meaning: "the file system cannot lock files",
      recoverySuggestion: "Use a folder on a local disk."
    ),
    .invalid: Text(name: "EINVAL", meaning: "the system rejected the operation"),
    .noSuchCall: Text(name: "ENOSYS", meaning: "the system does not support the operation"),
    .unsupported: Text(
      name: "EOPNOTSUPP",
      meaning: "the file system does not support the operation",
      recoverySuggestion: "Use a folder on a local disk."
    ),
    .tooManyLinks: Text(name: "EMLINK", meaning: "the file has too many hard links"),
    .crossDevice: Text(name: "EXDEV", meaning: "the paths are on different file systems"),
    .noMemory: Text(
      name: "ENOMEM",
      meaning: "the system is out of memory",
      recoverySuggestion: "Close other programs and try again."
    ),
    .busy: Text(
      name: "EBUSY",
      meaning: "the file is in use by the system or another program",
      recoverySuggestion: "Try again when the other program has finished."
    ),
    .stale: Text(
      name: "ESTALE",
      meaning: "the file is no longer on the network drive",
      recoverySuggestion: "Mount the drive again, and try again."
    ),
    SystemErrorCode(rawValue: ENOTCONN): Text(
      name: "ENOTCONN",
      meaning: "the drive is not connected",
      recoverySuggestion: "Mount the drive again, and try again."
    ),
    SystemErrorCode(rawValue: ETIMEDOUT): Text(
      name: "ETIMEDOUT",
      meaning: "the network drive did not respond in time",
      recoverySuggestion: "Check the connection to the drive, and try again."
    ),
    SystemErrorCode(rawValue: EHOSTDOWN): Text(
      name: "EHOSTDOWN",
      meaning: "the network drive's server is down",
      recoverySuggestion: "Check the connection to the drive, and try again."
    ),
    SystemErrorCode(rawValue: EAGAIN): Text(
      name: "EAGAIN",
      meaning: "the resource is temporarily unavailable",
      recoverySuggestion: "Try again."
    ),
    SystemErrorCode(rawValue: ETXTBSY): Text(name: "ETXTBSY", meaning: "the file is a running program"),
    SystemErrorCode(rawValue: ENXIO): Text(name: "ENXIO", meaning: "the file's device does not exist"),
    SystemErrorCode(rawValue: ENODEV): Text(name: "ENODEV", meaning: "the file's device does not exist"),
    SystemErrorCode(rawValue: EOVERFLOW): Text(
      name: "EOVERFLOW",
      meaning: "the file is too large for this system",
      recoverySuggestion: "If this isn't the expected file, move it somewhere else."
    ),
    SystemErrorCode(rawValue: EDEADLK): Text(
      name: "EDEADLK",
      meaning: "two programs are waiting for each other's locks"
    ),
    SystemErrorCode(rawValue: ESPIPE): Text(name: "ESPIPE", meaning: "the path is a pipe, not a file"),
  ]
}

extension SystemErrorCode: CustomStringConvertible {
  /// A clause such as `permission denied (EACCES)`, or the system's message and the number for an unknown code.
  public var description: String {
    guard let text = Self.texts[self] else {
      let words = String(cString: strerror(rawValue))
      return "\(words.prefix(1).lowercased())\(words.dropFirst()) (system error \(rawValue))"
    }
    return "\(text.meaning) (\(text.name))"
  }
}
