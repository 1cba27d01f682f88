import Basics

struct Found<Value: Sendable> {
  var outcome: LoadOutcome<Value>
  var bytes: [UInt8] = []
  var status: FileStatus?
  /// The decoded content; `nil` if decoding failed.
  var snapshot: Snapshot<Value>?
}

extension JSONFileStore {
  func read(_ location: FileLocation) -> Found<Value> {
    var found = read(at: location.path)
    if found.outcome.isMissing, settings.keepsBackup {
      switch presence(of: location.backup) {
      case .success(false): break
      // Another process may have written the first content after the check. No process running this program removes
      // the file.
      case .success(true):
        found = read(at: location.path)
        if found.outcome.isMissing { found.outcome = .lost(backup: location.backup) }
      case .failure(let error): found.outcome = .unreadable(.system(error))
      }
    }
    memory.withLock { $0.snapshot = found.snapshot ?? $0.snapshot }
    return found
  }

  private func presence(of path: String) -> Result<Bool, FileSystemError> {
    do throws(FileSystemError) {
      _ = try disk.status(at: path)
      return .success(true)
    } catch {
      return error.code == .notFound ? .success(false) : .failure(error)
    }
  }

  /// Reads and decodes a file, which may be the backup.
  func read(at path: String) -> Found<Value> {
    let bytes: [UInt8]
    let status: FileStatus
    do throws(FileSystemError) {
      let file = try disk.open(path, for: .reading)
      defer { disk.closeQuietly(file) }
      status = try disk.status(of: file)
      guard status.kind == .file else { return Found(outcome: .unreadable(.notAFile(status.kind))) }
      guard status.size <= settings.sizeLimit else { return tooLarge(status.size) }
      bytes = try disk.readAll(file, expected: status.size, limit: settings.sizeLimit + 1)
      guard bytes.count <= settings.sizeLimit else { return tooLarge(bytes.count) }
    } catch {
      // Only a failed `open` means a missing file. A file that has been opened exists, whatever later calls report.
      let isMissing = error.operation == .open && error.code == .notFound
      return Found(outcome: isMissing ? .missing : .unreadable(.system(error)))
    }
    if let last = memory.withLock({ $0.snapshot }), last.bytes == bytes {
      return Found(outcome: .value(last.value), bytes: bytes, status: status, snapshot: last)
    }
    return decode(bytes, status)
  }

  private func decode(_ bytes: [UInt8], _ status: FileStatus) -> Found<Value> {
    let outcome: LoadOutcome<Value>
    do throws(SnapshotCoder<Value>.ReadFailure) {
      let snapshot = try coder.read(bytes)
      return Found(outcome: .value(snapshot.value), bytes: bytes, status: status, snapshot: snapshot)
    } catch {
      switch error {
      case .empty: outcome = .empty
      case .corrupt(let reason): outcome = .corrupt(reason)
      case .newer(let schema, let writtenBy):
        outcome = .newerSchema(found: schema, supported: coder.schemaVersion, writtenBy: writtenBy)
      }
    }
    return Found(outcome: outcome, bytes: bytes, status: status)
  }

  private func tooLarge(_ size: Int) -> Found<Value> {
    Found(outcome: .unreadable(.tooLarge(size: size, limit: settings.sizeLimit)))
  }

  /// Returns the file's identity, length and modification time.
  func stamp() -> ChangeStamp {
    do throws(FileSystemError) {
      let status = try disk.status(at: path)
      return ChangeStamp(status)
    } catch {
      return .failed(error.code)
    }
  }
}
