import Basics
import Foundation

extension JSONFileStore {
  /// Replaces the file at a user's request; returns the path of preserved corrupt content, if any.
  ///
  /// Valid content becomes the backup. Unreadable files and files with a newer schema aren't replaced.
  @discardableResult
  public func reset(to value: Value?) throws(StoreError) -> String? {
    try replace(with: value ?? defaultValue, onlyIfCorrupt: false)
  }

  /// Replaces the file like ``reset(to:)``, but only if its content is lost or corrupt.
  @discardableResult
  public func replaceIfCorrupt(with value: Value?) throws(StoreError) -> String? {
    try replace(with: value ?? defaultValue, onlyIfCorrupt: true)
  }

  /// Reads the backup, which contains the valid content that preceded the current content.
  package func backupOutcome() -> LoadOutcome<Value> {
    do throws(FileSystemError) {
      return read(at: try plainLocation.resolved(in: disk).backup).outcome
    } catch {
      return .unreadable(.system(error))
    }
  }

  /// The backup's path, if its content is valid.
  public var usableBackup: String? {
    do throws(FileSystemError) {
      let backup = try plainLocation.resolved(in: disk).backup
      return read(at: backup).snapshot == nil ? nil : backup
    } catch {
      return nil
    }
  }

  private func replace(with value: Value, onlyIfCorrupt: Bool) throws(StoreError) -> String? {
    try exclusively { access throws(StoreError) in
      let found = read(access.location)
      if onlyIfCorrupt, error(for: found.outcome) == nil { return nil }
      let copy = try keepCorruptContent(found, access)
      try write(value, over: found, access)
      removeOldestCopies(access.location)
      return copy
    }
  }

  /// Gives corrupt content a second, durable name before the file is replaced, and returns the name.
  private func keepCorruptContent(_ found: Found<Value>, _ access: ExclusiveAccess) throws(StoreError) -> String? {
    switch found.outcome {
    case .value, .missing, .lost, .empty: return nil
    case .corrupt: break
    case .unreadable, .newerSchema:
      if let error = found.outcome.error(path: path) { throw error }
    }
    guard let status = found.status else { return nil }
    do throws(FileSystemError) {
      let stamp = settings.clock.date().formatted(Self.copyTime)
      let copy = try writer.duplicate(access.location, found.bytes, like: status) { number in
        access.location.path + ".corrupt-" + stamp + (number == 1 ? "" : "-\(number)")
      }
      try disk.synchronizeFolder(access.location.folder)
      return copy
    } catch {
      throw .notWritable(path: path, error)
    }
  }

  /// Makes the current content, which has just been decoded, the backup.
  func keepBackup(of location: FileLocation, _ bytes: [UInt8], _ status: FileStatus) throws(FileSystemError) {
    guard settings.keepsBackup else { return }
    let temporary = try writer.duplicate(location, bytes, like: status) { _ in writer.temporaryPath(for: location) }
    do throws(FileSystemError) {
      try disk.rename(temporary, to: location.backup)
    } catch {
      disk.unlinkQuietly(temporary)
      throw error
    }
    // After a crash, the backup can be a hard link to this file, in which case renaming does nothing.
    if status.linkCount > 1 { disk.unlinkQuietly(temporary) }
  }

  /// Removes the oldest preserved corrupt files, ignoring errors because leftover files do no harm.
  private func removeOldestCopies(_ location: FileLocation) {
    do throws(FileSystemError) {
      let prefix = location.name + ".corrupt-"
      let copies = try disk.list(location.folder).filter { $0.hasPrefix(prefix) }.sorted()
      for name in copies.dropLast(settings.corruptCopies) {
        try disk.unlink(FileLocation.join(location.folder, name))
      }
    } catch {}
  }

  /// The format `20260131T235959.123Z`, which sorts by time and is valid in names on every platform.
  private static var copyTime: Date.ISO8601FormatStyle {
    Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted, includingFractionalSeconds: true)
  }
}
