import Basics

/// Where a file really is, once symbolic links are followed, and the names of what lies beside it.
public struct FileLocation: Sendable, Hashable {
  /// How many links are followed before they count as a circle; as many as Linux follows (path_resolution(7)).
  private static let linkLimit = 40
  static let backupSuffix = ".bak"

  /// The path of the file itself, never that of a link.
  public let path: String
  /// The folder that the file is in.
  public let folder: String
  /// The file's name in its folder.
  package let name: String
  /// Whether a link was followed to get here.
  package let isLinked: Bool

  /// The side file that is locked.
  let lock: String
  /// The last validated content before the present one.
  let backup: String
  /// How the paths of temporary files begin.
  let temporaryPrefix: String

  /// Creates a location without following links.
  ///
  /// - Parameter path: The path of a file.
  public init(path: String) {
    self.init(path: path, isLinked: false)
  }

  private init(path: String, isLinked: Bool) {
    self.path = path
    self.isLinked = isLinked
    (folder, name) = FileLocation.split(path)
    lock = path + ".lock"
    backup = path + FileLocation.backupSuffix
    temporaryPrefix = FileLocation.join(folder, ".\(name).tmp-")
  }

  /// Follows the symbolic links that the path may be, also those whose destination does not exist.
  ///
  /// Links in the folder part need not be followed: what lies beside the file is in the same folder by either name.
  ///
  /// - Parameter fileSystem: Where the path is.
  /// - Returns: The location at the end of the links; this one when there are none.
  /// - Throws: ``FileSystemError``.
  public func resolved(in fileSystem: any FileSystem) throws(FileSystemError) -> FileLocation {
    // The system would take the path to end at a zero byte, and touch another file.
    if path.utf8.contains(0) { throw FileSystemError(.open, path, .invalid) }
    var location = self
    for _ in 0..<FileLocation.linkLimit {
      guard let destination = try location.destination(in: fileSystem) else { return location }
      let path =
        destination.utf8.first == UInt8(ascii: "/") ? destination : FileLocation.join(location.folder, destination)
      location = FileLocation(path: path, isLinked: true)
    }
    throw FileSystemError(.readLink, path, .linkLoop)
  }

  private func destination(in fileSystem: any FileSystem) throws(FileSystemError) -> String? {
    do throws(FileSystemError) {
      return try fileSystem.destinationOfLink(at: path)
    } catch {
      if error.code == .notFound { return nil }
      throw error
    }
  }

  /// The folder and the name of a path.
  public static func split(_ path: String) -> (folder: String, name: String) {
    // By bytes: in terms of characters, a slash with a combining mark after it would be no slash.
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.utf8.index(after: slash)...]))
  }

  /// A path in a folder.
  static func join(_ folder: String, _ name: String) -> String {
    folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name
  }
}

/// Creates folders that survive a loss of power.
public enum FolderMaker {
  /// Creates a folder and those above it that are missing, for their owner alone (`0700`).
  ///
  /// A new folder belongs to the owner of the one that it is in. Folders that exist are left as they are. Every folder
  /// that got a new entry is synchronised.
  ///
  /// - Throws: ``FileSystemError``.
  public static func make(_ path: String, in fileSystem: any FileSystem) throws(FileSystemError) {
    let parent = FileLocation.split(path).folder
    do throws(FileSystemError) {
      try fileSystem.makeFolder(path, mode: .privateFolder)
    } catch {
      switch error.code {
      case .exists: return
      case .notFound where path.contains("/"): break
      default: throw error
      }
      if parent == path { throw error }
      try make(parent, in: fileSystem)
      do throws(FileSystemError) {
        try fileSystem.makeFolder(path, mode: .privateFolder)
      } catch {
        // Another process that came at the same moment has made it.
        if error.code != .exists { throw error }
      }
    }
    try giveToOwner(of: parent, path, fileSystem)
    try fileSystem.synchronizeFolder(parent)
  }

  private static func giveToOwner(
    of parent: String,
    _ path: String,
    _ fileSystem: any FileSystem
  ) throws(FileSystemError) {
    let folder = try fileSystem.open(path, for: .newFolder)
    defer { fileSystem.closeQuietly(folder) }
    var status = try fileSystem.status(of: folder)
    try fileSystem.giveToOwner(of: parent, folder, &status)
  }
}

/// The temporary files beside a file: how they are named, and how those that a killed process left are removed.
enum TemporaryFiles {
  private static let serial = Locked<UInt64>(0)

  /// A path that no other writer uses: file, process, number in the process.
  static func path(for location: FileLocation, process: Int32) -> String {
    let number = serial.withLock { serial in
      serial += 1
      return serial
    }
    return location.temporaryPrefix + String(process) + "-" + String(number)
  }

  /// The temporary files of a file that are there at this moment.
  static func existing(for location: FileLocation, in fileSystem: any FileSystem) throws(FileSystemError) -> [String] {
    let prefix = FileLocation.split(location.temporaryPrefix).name
    return try fileSystem.list(location.folder).compactMap { name in
      guard name.utf8.starts(with: prefix.utf8) else { return nil }
      let numbers = name.utf8.dropFirst(prefix.utf8.count)
        .split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      let areNumbers = numbers.allSatisfy { digits in
        !digits.isEmpty && digits.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      }
      return numbers.count == 2 && areNumbers ? FileLocation.join(location.folder, name) : nil
    }
  }

  /// Removes temporary files that nobody uses.
  ///
  /// Only for a caller who holds the file's lock: writers create theirs under the lock, so whatever is there while
  /// somebody else holds it was left by a process that is gone.
  static func sweep(_ location: FileLocation, in fileSystem: any FileSystem) throws(FileSystemError) {
    for path in try existing(for: location, in: fileSystem) {
      do throws(FileSystemError) {
        try fileSystem.unlink(path)
      } catch {
        if error.code != .notFound { throw error }
      }
    }
  }
}
