extension DurableWriter {
  /// How many names are tried before it counts as an error that they are all taken.
  private static var nameLimit: Int { 1_000 }

  /// Gives a file's content a second name, without ever replacing a file.
  ///
  /// That is a hard link, which costs no space and no time; where the file system has none, a copy. The new name is
  /// durable once the folder is synchronised.
  ///
  /// - Parameters:
  ///   - location: The file.
  ///   - bytes: Its content.
  ///   - status: Its status.
  ///   - name: Returns the path for the second name, for the n-th try, from 1.
  /// - Returns: The path of the second name.
  /// - Throws: ``FileSystemError``.
  func duplicate(
    _ location: FileLocation,
    _ bytes: [UInt8],
    like status: FileStatus,
    name: (Int) -> String
  ) throws(FileSystemError) -> String {
    var number = 1
    while true {
      let path = name(number)
      do throws(FileSystemError) {
        do throws(FileSystemError) {
          try disk.link(location.path, to: path)
        } catch {
          guard error.code.meansNoHardLinks else { throw error }
          _ = try writeTemporary(path, bytes, like: status)
        }
        return path
      } catch {
        guard error.code == .exists, number < Self.nameLimit else { throw error }
        number += 1
      }
    }
  }
}

extension SystemErrorCode {
  /// Whether a link could not be made because of where the file is or whose it is, so that a copy is the way.
  fileprivate var meansNoHardLinks: Bool {
    [.notPermitted, .unsupported, .noSuchCall, .tooManyLinks, .crossDevice].contains(self)
  }
}
