/// Where a file really is, once symbolic links are followed, and the names of what lies beside it.
struct FileLocation: Sendable, Hashable {
  /// How many links are followed before they count as a circle; as many as Linux follows (path_resolution(7)).
  private static let linkLimit = 40

  /// The path of the file itself, never that of a link.
  let path: String
  /// The folder that the file is in.
  let folder: String
  /// The file's name in its folder.
  let name: String
  /// Whether a link was followed to get here.
  let isLinked: Bool

  /// The side file that is locked.
  let lock: String
  /// The last validated content before the present one.
  let backup: String

  init(path: String, isLinked: Bool) {
    self.path = path
    self.isLinked = isLinked
    (folder, name) = FileLocation.split(path)
    lock = path + ".lock"
    backup = path + ".bak"
  }

  /// Follows the symbolic links that a path may be, also those whose destination does not exist.
  ///
  /// Links in the folder part need not be followed: what lies beside the file is in the same folder by either name.
  static func resolving(_ path: String, in fileSystem: any FileSystem) throws(FileSystemError) -> FileLocation {
    var path = path
    for count in 0..<linkLimit {
      let destination: String?
      do throws(FileSystemError) {
        let current = path
        destination = try fileSystem.uninterrupted { () throws(FileSystemError) in
          try fileSystem.destinationOfLink(at: current)
        }
      } catch {
        guard error.code == .notFound else { throw error }
        destination = nil
      }
      guard let destination else { return FileLocation(path: path, isLinked: count > 0) }
      path = destination.hasPrefix("/") ? destination : join(split(path).folder, destination)
    }
    throw FileSystemError(.readLink, path, .linkLoop)
  }

  /// The folder and the name of a path.
  static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
  }

  /// A path in a folder.
  static func join(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }
}
