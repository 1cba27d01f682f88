/// A file's permission bits.
public struct FileMode: RawRepresentable, Sendable, Hashable {
  /// The lower twelve bits of `st_mode`.
  public let rawValue: UInt32

  /// Creates a mode from the lower twelve bits of a value, dropping any higher bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue & 0o7777
  }

  /// `0600`: a file that only its owner can read and write.
  public static let privateFile = FileMode(rawValue: 0o600)
  /// `0700`: a directory that only its owner can access.
  public static let privateFolder = FileMode(rawValue: 0o700)

  /// The mode with only those group permissions that other users also have.
  var withoutGroup: FileMode {
    FileMode(rawValue: rawValue & ~0o070 | (rawValue & 0o007) << 3 & rawValue)
  }

  var readWrite: FileMode { FileMode(rawValue: rawValue & 0o666) }
}

/// The user and group that own a file.
public struct FileOwner: Sendable, Hashable {
  package let user: UInt32
  package let group: UInt32

  /// Creates an owner from a user ID and a group ID.
  public init(user: UInt32, group: UInt32) {
    self.user = user
    self.group = group
  }
}

/// The type of file at a path.
public enum FileKind: String, Sendable, Hashable {
  /// A regular file.
  case file
  /// A directory.
  case folder
  /// A symbolic link, reported only if links aren't followed.
  case link
  /// A FIFO, a socket, a device or any other file that isn't regular.
  case special
}

/// The fields of `struct stat` that this module uses.
public struct FileStatus: Sendable, Hashable {
  /// The kind of file.
  public var kind: FileKind
  /// The permission bits.
  public var mode: FileMode
  /// The owning user and group.
  public var owner: FileOwner
  /// The length in bytes.
  public var size: Int
  /// The ID of the device that contains the file.
  public var device: UInt64
  /// The inode number, which is unique on its device.
  public var inode: UInt64
  /// The number of hard links to the file.
  public var linkCount: Int
  /// The time of the last content change, in nanoseconds since 1970.
  package var modified: Int64

  /// Creates a status, with `modified` in nanoseconds since 1970.
  package init(
    kind: FileKind,
    mode: FileMode,
    owner: FileOwner,
    size: Int,
    device: UInt64,
    inode: UInt64,
    linkCount: Int,
    modified: Int64
  ) {
    self.kind = kind
    self.mode = mode
    self.owner = owner
    self.size = size
    self.device = device
    self.inode = inode
    self.linkCount = linkCount
    self.modified = modified
  }

  /// Returns whether both statuses describe the same file, regardless of its content.
  func isSameFile(as other: FileStatus) -> Bool {
    inode == other.inode && device == other.device
  }
}
