import Basics

/// The temporary files beside a file: how they are named, and how those that a killed process left are removed.
enum TemporaryFiles {
  private static let serial = Protected<UInt64>(0)

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
