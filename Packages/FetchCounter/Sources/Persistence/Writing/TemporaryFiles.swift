/// The temporary files beside a file: how they are named, and how those that a killed process left are removed.
enum TemporaryFiles {
  private static let serial = Protected<UInt64>(0)

  /// A path that no other writer uses: file, process, number in the process.
  static func path(for location: FileLocation, process: Int32) -> String {
    let number = serial.withLock { serial in
      serial += 1
      return serial
    }
    return FileLocation.join(location.folder, prefix(location) + "\(process)-\(number)")
  }

  /// The temporary files of a file that are there at this moment.
  static func existing(for location: FileLocation, in fileSystem: any FileSystem) throws(FileSystemError) -> [String] {
    let prefix = prefix(location)
    return try fileSystem.list(location.folder)
      .filter { name in
        guard name.hasPrefix(prefix) else { return false }
        let numbers = name.dropFirst(prefix.count).split(separator: "-", omittingEmptySubsequences: false)
        return numbers.count == 2 && numbers.allSatisfy { !$0.isEmpty && $0.allSatisfy { "0"..."9" ~= $0 } }
      }
      .map { FileLocation.join(location.folder, $0) }
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

  private static func prefix(_ location: FileLocation) -> String {
    ".\(location.name).tmp-"
  }
}
