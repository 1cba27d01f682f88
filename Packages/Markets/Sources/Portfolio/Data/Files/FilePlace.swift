/// Where a file really is once symbolic links are followed, and the names beside it.
struct FilePlace: Sendable {
  let path: String

  /// The folder that the file is in.
  var folder: String { FilePlace.folder(of: path) }
  /// The side file that is locked; it is never removed, for two processes could then lock two files.
  var lock: String { path + ".lock" }
  /// A temporary file beside it; only one is needed, as there is one writer at a time under the lock.
  var temporary: String { path + ".tmp" }

  /// Follows the links of a path, so that a file has one lock by whatever name it is reached.
  static func resolving(_ path: String, _ calls: any FileCalls) throws(FileFailure) -> FilePlace {
    if let path = try calls.resolved(path) { return FilePlace(path: path) }
    guard let folder = try calls.resolved(folder(of: path)) else { return FilePlace(path: path) }
    let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
    return FilePlace(path: (folder == "/" ? "" : folder) + "/" + name)
  }

  /// The folder of a path; of the root, the root.
  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    let folder = path[..<slash]
    return folder.isEmpty ? "/" : String(folder)
  }
}
