import Basics

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
