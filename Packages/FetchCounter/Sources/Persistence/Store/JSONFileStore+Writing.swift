import Basics
import Foundation

/// The right to change a store's file while a closure runs.
struct ExclusiveAccess {
  let location: FileLocation
  let lock: HeldLock
}

extension JSONFileStore {
  /// The maximum wait for the lock, after which a reader skips removing leftover temporary files.
  private static var sweepTimeout: Duration { .milliseconds(250) }

  /// Calls a closure while no other thread or process can change the file.
  func exclusively<Result>(
    _ body: (ExclusiveAccess) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    guard gate.try() || gate.lock(before: Date(timeIntervalSinceNow: lockTimeout / .seconds(1))) else {
      throw .lockTimeout(path: path, holder: settings.holder, waited: lockTimeout)
    }
    defer { gate.unlock() }
    let access = try lockFile()
    defer { access.lock.release() }
    if memory.withLock({ $0.sweptPath }) != access.location.path { sweep(access.location) }
    return try body(access)
  }

  private func lockFile() throws(StoreError) -> ExclusiveAccess {
    do throws(FileLock.Failure) {
      let location = try locate()
      return ExclusiveAccess(location: location, lock: try lock.acquire(for: location, timeout: lockTimeout))
    } catch {
      switch error {
      case .system(let cause): throw .notWritable(path: path, cause)
      case .timeout(let holder, let waited): throw .lockTimeout(path: path, holder: holder, waited: waited)
      }
    }
  }

  private func locate() throws(FileLock.Failure) -> FileLocation {
    do throws(FileSystemError) { return try plainLocation.resolved(in: disk) } catch { throw .system(error) }
  }

  /// Writes a value durably, then updates memory and observers.
  func write(_ value: Value, over found: Found<Value>, _ access: ExclusiveAccess) throws(StoreError) {
    let snapshot: Snapshot<Value>
    do throws(SnapshotCoder<Value>.WriteFailure) {
      snapshot = try coder.write(value, replacing: found.snapshot)
    } catch {
      throw .notEncodable(path: path, reason: error.reason)
    }
    try write(snapshot, over: found, access)
  }

  /// Writes a snapshot durably, then updates memory and observers.
  func write(_ snapshot: Snapshot<Value>, over found: Found<Value>, _ access: ExclusiveAccess) throws(StoreError) {
    guard snapshot.bytes.count <= settings.sizeLimit else {
      throw .tooLarge(path: path, size: snapshot.bytes.count, limit: settings.sizeLimit)
    }
    var stamp: ChangeStamp?
    do throws(DurableWriter.Failure) {
      if found.snapshot?.bytes == snapshot.bytes {
        // The content is already there, but its writer may have died before the system confirmed it.
        try confirm(access.location)
      } else {
        let status = try writer.replace(access.location, with: snapshot.bytes, like: found.status) {
          () throws(FileSystemError) in
          if found.snapshot != nil, let status = found.status {
            try keepBackup(of: access.location, found.bytes, status)
          }
        }
        access.lock.share(like: status)
        stamp = ChangeStamp(status)
      }
    } catch {
      switch error {
      case .notWritten(let cause): throw .notWritable(path: path, cause)
      case .notConfirmed(let cause): throw .notConfirmed(path: path, cause)
      }
    }
    memory.withLock { $0.snapshot = snapshot }
    if let stamp { observers.publish(.value(snapshot.value), stamp) }
  }

  private func confirm(_ location: FileLocation) throws(DurableWriter.Failure) {
    do throws(FileSystemError) {
      try disk.synchronizeFolder(location.folder)
    } catch {
      throw .notConfirmed(error)
    }
  }

  /// Removes leftover temporary files once per store file, unless the lock is held for too long.
  func sweepIfFirst(_ location: FileLocation) {
    guard memory.withLock({ $0.sweptPath }) != location.path else { return }
    do throws(FileSystemError) {
      if try TemporaryFiles.existing(for: location, in: disk).isEmpty {
        memory.withLock { $0.sweptPath = location.path }
        return
      }
    } catch {
      return
    }
    guard gate.try() else { return }
    defer { gate.unlock() }
    do throws(FileLock.Failure) {
      let held = try lock.acquire(for: location, timeout: min(lockTimeout, Self.sweepTimeout))
      sweep(location)
      held.release()
    } catch {
      // Leftover files only take a little space. The next store or change tries again.
    }
  }

  /// Removes temporary files left by killed processes; ignores a directory that can't be listed.
  private func sweep(_ location: FileLocation) {
    do throws(FileSystemError) { try TemporaryFiles.sweep(location, in: disk) } catch {}
    memory.withLock { $0.sweptPath = location.path }
  }
}
