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

  /// Follows the symbolic links of the path, also to a missing destination; links in the folder part need no following.
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

  static func join(_ folder: String, _ name: String) -> String {
    folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name
  }
}

/// Creates folders that survive a loss of power.
public enum FolderMaker {
  /// Creates a folder and its missing parents durably, with mode `0700` and the owner of the folder above.
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

  /// Removes temporary files of killed processes; only for a caller who holds the file's lock.
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
