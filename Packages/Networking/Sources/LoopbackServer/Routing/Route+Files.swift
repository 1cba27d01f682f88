import Foundation

extension Route {
  /// The regular files of a folder and its subfolders, for GET and HEAD.
  ///
  /// Nothing outside the folder is served: not by `..`, not by an encoded slash, and not through a symbolic link.
  /// Hidden files are not served either.
  /// - Parameters:
  ///   - prefix: The path of the folder, such as `/static`.
  ///   - folder: The folder in the file system.
  /// - Returns: The route.
  public static func files(under prefix: String, from folder: String) -> Route {
    let base = prefix.hasSuffix("/") ? prefix : prefix + "/"
    return .get(base + "{path...}") { request in
      guard let path = FolderAccess.file(at: request.parameters["path"] ?? "", in: folder) else {
        return .text("There is no such file.", status: 404)
      }
      return .file(path)
    }
  }
}

/// Finds files of a folder without leaving it.
enum FolderAccess {
  /// The real path of a file; nil when it does not exist or is not inside the folder.
  static func file(at relativePath: String, in folder: String) -> String? {
    let segments = relativePath.split(separator: "/", omittingEmptySubsequences: false)
    guard segments.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") && !$0.utf8.contains(0) }) else { return nil }
    let root = URL(fileURLWithPath: folder, isDirectory: true).resolvingSymlinksInPath().path
    let file = URL(fileURLWithPath: root, isDirectory: true).appendingPathComponent(relativePath)
      .resolvingSymlinksInPath().path
    guard file.hasPrefix(root.hasSuffix("/") ? root : root + "/"), FileManager.default.fileExists(atPath: file) else {
      return nil
    }
    return file
  }
}
