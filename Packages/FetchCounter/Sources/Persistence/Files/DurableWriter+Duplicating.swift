import Basics

extension DurableWriter {
  /// How many names are tried before it counts as an error that they are all taken.
  private static var nameLimit: Int { 1_000 }

  /// Writes bytes durably into a new file beside another one, such as `ledger.jsonl.torn-1`, and returns its path.
  ///
  /// The name has the suffix and the first free number; `status` provides the mode and the owner.
  public func writeBeside(
    _ location: FileLocation,
    _ bytes: [UInt8],
    suffix: String,
    like status: FileStatus
  ) throws(FileSystemError) -> String {
    let path = try firstFree {
      "\(location.path).\(suffix)-\($0)"
    } taking: { path throws(FileSystemError) in
      _ = try writeTemporary(path, bytes, like: status)
    }
    try disk.synchronizeFolder(location.folder)
    return path
  }

  /// Gives a file's content a second name by a hard link or a copy, never replacing a file, and returns the path.
  ///
  /// `name` returns the path for the n-th try, from 1. The name is durable once the folder is synchronized.
  func duplicate(
    _ location: FileLocation,
    _ bytes: [UInt8],
    like status: FileStatus,
    name: (Int) -> String
  ) throws(FileSystemError) -> String {
    try firstFree(name) { path throws(FileSystemError) in
      do throws(FileSystemError) {
        try disk.link(location.path, to: path)
      } catch {
        guard error.code.meansNoHardLinks else { throw error }
        _ = try writeTemporary(path, bytes, like: status)
      }
    }
  }

  private func firstFree(
    _ name: (Int) -> String,
    taking take: (String) throws(FileSystemError) -> Void
  ) throws(FileSystemError) -> String {
    var number = 1
    while true {
      let path = name(number)
      do throws(FileSystemError) {
        try take(path)
        return path
      } catch {
        let isTaken = error.code == .exists && (error.operation == .open || error.operation == .link)
        guard isTaken, number < Self.nameLimit else { throw error }
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
