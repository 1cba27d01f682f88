import Basics

extension FileSystem {
  /// Gives a new file or folder to the owner of the folder that it is in.
  ///
  /// Otherwise a store that the administrator creates in another user's folder would lock that user out. The file
  /// stays as it is if the system doesn't let this process give files away.
  ///
  /// - Parameters:
  ///   - folder: The folder that the file was created in.
  ///   - file: The new file.
  ///   - status: The file's status, which gets the new owner.
  /// - Throws: ``FileSystemError``.
  public func giveToOwner(
    of folder: String,
    _ file: FileDescriptor,
    _ status: inout FileStatus
  ) throws(FileSystemError) {
    let owner = try self.status(at: folder).owner
    // The system chooses the group of a file in a folder of the same user.
    guard owner.user != status.owner.user else { return }
    do throws(FileSystemError) {
      try setOwner(owner, of: file)
      status.owner = owner
    } catch {
      guard error.code.meansNoGivingAway else { throw error }
    }
  }
}

extension SystemErrorCode {
  /// Whether a file keeps its owner because of who asks or where the file is.
  ///
  /// `EINVAL` comes from user namespaces that have no number for the owner.
  var meansNoGivingAway: Bool {
    [.notPermitted, .invalid, .unsupported, .noSuchCall].contains(self)
  }
}
