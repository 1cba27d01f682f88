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
  public let name: String
  /// Whether a link was followed to get here.
  public let isLinked: Bool

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
