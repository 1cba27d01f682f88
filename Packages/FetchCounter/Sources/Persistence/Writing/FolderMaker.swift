/// Creates folders that survive a loss of power.
enum FolderMaker {
  /// Creates a folder and those above it that are missing, for their owner alone (`0700`).
  ///
  /// Folders that exist are left as they are. Every folder that got a new entry is synchronised.
  static func make(_ path: String, in fileSystem: any FileSystem) throws(FileSystemError) {
    do throws(FileSystemError) {
      try fileSystem.makeFolder(path, mode: .privateFolder)
    } catch {
      switch error.code {
      case .exists: return
      case .notFound where path.contains("/"): break
      default: throw error
      }
      let parent = FileLocation.split(path).folder
      if parent == path { throw error }
      try make(parent, in: fileSystem)
      do throws(FileSystemError) {
        try fileSystem.makeFolder(path, mode: .privateFolder)
      } catch {
        // Another process that came at the same moment has made it.
        if error.code != .exists { throw error }
      }
    }
    try fileSystem.synchronizeFolder(FileLocation.split(path).folder)
  }
}
