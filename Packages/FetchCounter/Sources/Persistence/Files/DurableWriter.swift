import Basics

/// Replaces the content of a file in one step that survives a crash of the program, of the system and a loss of power.
///
/// The new content goes into a temporary file in the same folder, is synchronised, takes the file's name, and then the
/// folder is synchronised. Whoever reads sees the old or the new content, at any moment. Symbolic links stay; the
/// permissions of an existing file stay, and so do owner and group as far as the system lets this process set them.
/// Other hard links to the file keep the old content.
///
/// A writer does not lock: two writers of one file at a time are safe, and the last one wins. Temporary files
/// of a killed process are left behind; ``JSONFileStore`` removes those of its file.
public struct DurableWriter: Sendable {
  /// Why a write did not succeed, by what it means for the content.
  public enum Failure: Error, Sendable, Hashable {
    /// Nothing has changed: the file has its old content, and the temporary file is removed.
    case notWritten(FileSystemError)
    /// The file has its new content, but the system did not confirm that this survives a loss of power.
    case notConfirmed(FileSystemError)
  }

  let fileSystem: any FileSystem
  /// The same with interrupted calls repeated.
  let disk: any FileSystem
  private let process: Int32
  /// Whether new files belong to the owner of their folder, as far as the system lets this process give them away.
  private let givesNewFilesAway: Bool

  /// Creates a writer; the process's number becomes part of the names of temporary files.
  public init(fileSystem: any FileSystem = LiveFileSystem(), process: Int32 = LockHolder.current.process) {
    self.init(fileSystem: fileSystem, process: process, givesNewFilesAway: false)
  }

  init(fileSystem: any FileSystem, process: Int32, givesNewFilesAway: Bool) {
    self.givesNewFilesAway = givesNewFilesAway
    self.fileSystem = fileSystem
    disk = fileSystem.repeatingInterruptedCalls
    self.process = process
  }

  /// Replaces the content of a file in an existing folder, or creates the file with mode `0600`.
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

  /// The file that a path leads to, and the status of what is there.
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

  /// Replaces a file's content, keeps mode and owner, and returns the new status; `beforeReplacing` runs before the renaming.
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

  /// Gives a temporary file, which is on disk, the name of the file that it replaces.
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

  /// Writes a file of a size in bytes to a folder and removes it, to find out whether the folder accepts files.
  public func tryWriting(_ size: Int, in folder: String) throws(FileSystemError) {
    let path = temporaryPath(for: FileLocation(path: FileLocation.join(folder, "trial")))
    // Bytes that differ: some file systems store zeros in no space.
    _ = try writeTemporary(path, (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) }, like: nil)
    try disk.unlink(path)
  }

  /// A path for a temporary file beside a file.
  func temporaryPath(for location: FileLocation) -> String {
    TemporaryFiles.path(for: location, process: process)
  }

  /// Creates a temporary file whose content is on disk when this returns; on an error there is none.
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

  /// Closes a new file once its content is on disk, with the owner and the permissions of the one that it replaces.
  @discardableResult
  func complete(_ file: FileDescriptor, like existing: FileStatus?) throws(FileSystemError) -> FileStatus {
    var status = try disk.status(of: file)
    if let existing {
      try takeOver(existing, to: file, &status)
    } else if givesNewFilesAway {
      try disk.giveToOwner(of: FileLocation.split(file.path).folder, file, &status)
    }
    // Only an interrupted call is repeated. After a real failure the system may have dropped the content and report
    // success, so the whole write fails.
    try disk.synchronize(file)
    try disk.close(file)
    return status
  }

  /// Gives a new file the owner and the permissions of the one that it replaces.
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
        // Only the administrator gives files away. The file then belongs to whoever writes it, and another group
        // must not inherit what the old group was allowed.
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
