import Basics

/// A file's path after following symbolic links, with the names of related files.
public struct FileLocation: Sendable, Hashable {
  /// The maximum number of links to follow, as on Linux (path_resolution(7)).
  private static let linkLimit = 40
  static let backupSuffix = ".bak"

  /// The path of the file itself, which is never a link.
  public let path: String
  /// The directory that contains the file.
  public let folder: String
  /// The file's name within its directory.
  package let name: String
  /// Whether ``resolved(in:)`` followed a link.
  package let isLinked: Bool

  /// The lock file's path.
  let lock: String
  /// The path of the backup, which contains the last validated content.
  let backup: String
  /// The path prefix of all temporary files.
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

  /// Returns the location after following symbolic links, even if the file is missing.
  ///
  /// Links among the parent directories are left to the system.
  public func resolved(in fileSystem: any FileSystem) throws(FileSystemError) -> FileLocation {
    // The system would end the path at the NUL and open a different file.
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

  /// Returns the directory and the file name from a path.
  public static func split(_ path: String) -> (folder: String, name: String) {
    // Search for the byte, because a slash followed by a combining mark is a different character.
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.utf8.index(after: slash)...]))
  }

  static func join(_ folder: String, _ name: String) -> String {
    folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name
  }
}

/// Creation of directories that survive a power loss.
public enum FolderMaker {
  /// Creates a directory and its missing parents durably, with mode `0700` and the parent's owner.
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
        // Ignore the error if another process created the directory at the same time.
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

/// Writers' temporary files, including files left behind by killed processes.
public enum TemporaryFiles {
  private static let serial = Locked<UInt64>(0)

  /// Returns a path that no other writer uses, with the process ID and a number.
  static func path(for location: FileLocation, process: Int32) -> String {
    let number = serial.withLock { serial in
      serial += 1
      return serial
    }
    return location.temporaryPrefix + String(process) + "-" + String(number)
  }

  /// Returns the paths of a file's temporary files.
  public static func existing(for location: FileLocation, in fileSystem: any FileSystem) throws(FileSystemError)
    -> [String]
  {
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

  /// Removes files left behind by killed processes; the caller must hold the file lock.
  public static func sweep(_ location: FileLocation, in fileSystem: any FileSystem) throws(FileSystemError) {
    for path in try existing(for: location, in: fileSystem) {
      do throws(FileSystemError) {
        try fileSystem.unlink(path)
      } catch {
        if error.code != .notFound { throw error }
      }
    }
  }
}
