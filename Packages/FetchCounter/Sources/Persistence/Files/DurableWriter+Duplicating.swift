import Basics

extension DurableWriter {
  /// The maximum number of names to try before the write fails.
  private static var nameLimit: Int { 1_000 }

  /// Writes bytes durably to a new file next to an existing file, and returns the new path.
  ///
  /// The name, such as `ledger.jsonl.torn-1`, ends with the suffix and the first free number. The new file gets
  /// the mode and owner in `status`.
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

  /// Gives content a second name, as a hard link or a copy, without replacing a file; returns the path.
  ///
  /// `name` returns the path for the n-th attempt, starting at 1. Synchronizing the directory makes the name durable.
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
  /// Whether the code means that a hard link is impossible because of the file system or the file's owner.
  fileprivate var meansNoHardLinks: Bool {
    [.notPermitted, .unsupported, .noSuchCall, .tooManyLinks, .crossDevice].contains(self)
  }
}
