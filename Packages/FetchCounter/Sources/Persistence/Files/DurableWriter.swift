import Basics

/// A writer that replaces a file's content atomically and durably, even in case of a crash or power loss.
///
/// A write fills a temporary file in the same directory, synchronizes it, renames it, and synchronizes the directory.
/// Readers see either the old or the new content. Symbolic links and permissions are kept, as are owner and group if
/// the system allows it. Other hard links keep the old content.
///
/// Writers don't take a lock: if two writers write a file concurrently, the last one wins. A killed process leaves
/// temporary files behind, which ``JSONFileStore`` removes for its own file.
public struct DurableWriter: Sendable {
  /// The reason a write failed, and the resulting state of the file.
  public enum Failure: Error, Sendable, Hashable {
    /// Nothing has changed: the file has its old content, and the temporary file has been removed.
    case notWritten(FileSystemError)
    /// The file has its new content, but the system didn't confirm that the content would survive a power loss.
    case notConfirmed(FileSystemError)
  }

  let fileSystem: any FileSystem
  /// The file system, which repeats interrupted calls.
  let disk: any FileSystem
  private let process: Int32
  /// Whether new files get their directory's owner, if the system allows it.
  private let givesNewFilesAway: Bool

  /// Creates a writer; the process ID becomes part of temporary files' names.
  public init(fileSystem: any FileSystem = LiveFileSystem(), process: Int32 = LockHolder.current.process) {
    self.init(fileSystem: fileSystem, process: process, givesNewFilesAway: false)
  }

  init(fileSystem: any FileSystem, process: Int32, givesNewFilesAway: Bool) {
    self.givesNewFilesAway = givesNewFilesAway
    self.fileSystem = fileSystem
    disk = fileSystem.repeatingInterruptedCalls
    self.process = process
  }

  /// Replaces the content of a file in an existing directory, or creates the file with mode `0600`.
  public func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    let location: FileLocation
    let existing: FileStatus?
    do throws(FileSystemError) {
      (location, existing) = try target(path)
    } catch {
      throw .notWritten(error)
    }
    try replace(location, with: bytes, like: existing)
  }

  /// Returns the file that a path leads to, with its status if the file exists.
  func target(_ path: String) throws(FileSystemError) -> (location: FileLocation, existing: FileStatus?) {
    let location = try FileLocation(path: path).resolved(in: disk)
    var existing: FileStatus?
    do throws(FileSystemError) {
      existing = try disk.status(at: location.path)
    } catch {
      if error.code != .notFound { throw error }
    }
    if let existing, existing.kind != .file {
      throw FileSystemError(.rename, location.path, existing.kind == .folder ? .isAFolder : .invalid)
    }
    return (location, existing)
  }

  /// Replaces content, keeping mode and owner, and returns the new status; `beforeReplacing` runs before the rename.
  @discardableResult
  func replace(
    _ location: FileLocation,
    with bytes: [UInt8],
    like existing: FileStatus?,
    beforeReplacing: () throws(FileSystemError) -> Void = {}
  ) throws(Failure) -> FileStatus {
    let temporary = temporaryPath(for: location)
    let status: FileStatus
    do throws(FileSystemError) {
      status = try writeTemporary(temporary, bytes, like: existing)
    } catch {
      throw .notWritten(error)
    }
    try putInPlace(temporary, as: location, beforeReplacing: beforeReplacing)
    return status
  }

  /// Renames a synchronized temporary file to its final name.
  func putInPlace(
    _ temporary: String,
    as location: FileLocation,
    beforeReplacing: () throws(FileSystemError) -> Void = {}
  ) throws(Failure) {
    do throws(FileSystemError) {
      do throws(FileSystemError) {
        try beforeReplacing()
        try disk.rename(temporary, to: location.path)
      } catch {
        disk.unlinkQuietly(temporary)
        throw error
      }
    } catch {
      throw .notWritten(error)
    }
    do throws(FileSystemError) {
      try disk.synchronizeFolder(location.folder)
    } catch {
      throw .notConfirmed(error)
    }
  }

  /// Writes and removes a file of `size` bytes to check that the directory accepts files.
  public func tryWriting(_ size: Int, in folder: String) throws(FileSystemError) {
    let path = temporaryPath(for: FileLocation(path: FileLocation.join(folder, "trial")))
    // The bytes vary, because some file systems store zeros without using space.
    _ = try writeTemporary(path, (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) }, like: nil)
    try disk.unlink(path)
  }

  func temporaryPath(for location: FileLocation) -> String {
    TemporaryFiles.path(for: location, process: process)
  }

  /// Writes and synchronizes the content; leaves no file behind after an error.
  func writeTemporary(
    _ path: String,
    _ bytes: [UInt8],
    like existing: FileStatus?
  ) throws(FileSystemError) -> FileStatus {
    let file = try disk.open(path, for: .creating(.privateFile))
    do throws(FileSystemError) {
      do throws(FileSystemError) {
        try disk.writeAll(bytes, to: file)
        return try complete(file, like: existing)
      } catch {
        if error.operation != .close { disk.closeQuietly(file) }
        throw error
      }
    } catch {
      disk.unlinkQuietly(path)
      throw error
    }
  }

  /// Closes a new file after synchronizing it and copying the replaced file's owner and permissions.
  @discardableResult
  func complete(_ file: FileDescriptor, like existing: FileStatus?) throws(FileSystemError) -> FileStatus {
    var status = try disk.status(of: file)
    if let existing {
      try takeOver(existing, to: file, &status)
    } else if givesNewFilesAway {
      try disk.giveToOwner(of: FileLocation.split(file.path).folder, file, &status)
    }
    // Only interrupted calls are repeated. After a real failure, the system may drop the content and then report
    // success, so the whole write fails.
    try disk.synchronize(file)
    try disk.close(file)
    return status
  }

  /// Copies the replaced file's owner and permissions.
  private func takeOver(
    _ existing: FileStatus,
    to file: FileDescriptor,
    _ status: inout FileStatus
  ) throws(FileSystemError) {
    var mode = existing.mode
    if status.owner != existing.owner {
      do throws(FileSystemError) {
        try disk.setOwner(existing.owner, of: file)
        status.owner = existing.owner
      } catch {
        // Only an administrator can change the owner. Otherwise, the file belongs to this process, and its group
        // must not get the old group's permissions.
        guard error.code.meansNoGivingAway else { throw error }
        if status.owner.group != existing.owner.group { mode = mode.withoutGroup }
      }
    }
    if status.mode != mode {
      try disk.setMode(mode, of: file)
      status.mode = mode
    }
  }
}
