import Basics
public import Foundation
import Persistence

/// A ledger in a file with one JSON object per line; several processes can read and extend it at the same time.
///
/// Adding an entry locks a side file (`.lock`), reads new lines from other processes, checks the entry, appends its
/// line and returns once the line is on disk. Existing bytes never change, with one exception: if a crash cut off the
/// last line, the next addition moves it into a separate file (`.torn-1` and so on). Damaged lines stay in the file and
/// are reported.
///
/// The file is created with mode 0600 and missing directories with mode 0700. A new file gets the same owner as its
/// directory. An instance caches the entries and reads only new lines. It can be used from any thread.
public final class FileLedger: LedgerStoring {
  package let path: String
  private let disk: any FileSystem
  private let writer: DurableWriter
  private let lock: FileLock
  private let lockTimeout: Duration
  private let now: @Sendable () -> Date
  private let newIdentity: @Sendable () -> UUID
  /// The coin identities; if `nil`, every ID is treated as a separate coin.
  private let identities: CoinIdentityStore?
  private let content = Locked(LedgerContent())

  /// Creates a ledger that opens the file at its first use and waits for other processes' locks.
  public convenience init(
    path: String,
    identities: CoinIdentityStore? = nil,
    lockTimeout: Duration = .seconds(5),
    now: @escaping @Sendable () -> Date = { Date() },
    newIdentity: @escaping @Sendable () -> UUID = { UUID() }
  ) {
    self.init(
      path: path,
      identities: identities,
      lockTimeout: lockTimeout,
      now: now,
      newIdentity: newIdentity,
      fileSystem: LiveFileSystem(),
      clock: .system
    )
  }

  init(
    path: String,
    identities: CoinIdentityStore? = nil,
    lockTimeout: Duration,
    now: @escaping @Sendable () -> Date,
    newIdentity: @escaping @Sendable () -> UUID,
    fileSystem: any FileSystem,
    clock: StoreClock
  ) {
    self.path = path
    self.identities = identities
    self.lockTimeout = lockTimeout
    self.now = now
    self.newIdentity = newIdentity
    disk = fileSystem.repeatingInterruptedCalls
    writer = DurableWriter(fileSystem: fileSystem)
    lock = FileLock(fileSystem: fileSystem, clock: clock)
  }

  /// Reads the file's new lines; a missing file is treated as an empty ledger.
  public func snapshot() throws(LedgerError) -> LedgerSnapshot {
    try content.withLock { content throws(LedgerError) in
      try followIdentities(&content)
      do throws(FileSystemError) {
        let location = try FileLocation(path: path).resolved(in: disk)
        try refresh(&content, location)
        if content.tornLength > 0 { try refreshUnderLock(&content, location) }
      } catch {
        throw .unreadable(path: path, FileFailure(error))
      }
      identities?.adopt(content.table.names.writtenCoins)
      return content.snapshot
    }
  }

  /// Reads the coins' identities, and rereads the ledger if any keys have changed.
  private func followIdentities(_ content: inout LedgerContent) throws(LedgerError) {
    guard let identities else { return }
    do throws(StoreError) {
      let aliases = try identities.load().aliases
      if aliases != content.table.names.aliases { content = LedgerContent(aliases: aliases) }
    } catch {
      throw .identitiesUnreadable(FileFailure(error))
    }
  }

  /// Rereads a seemingly incomplete line under the lock; if locking fails, the line is reported as incomplete.
  private func refreshUnderLock(
    _ content: inout LedgerContent,
    _ location: FileLocation
  ) throws(FileSystemError) {
    let held: HeldLock
    do throws(FileLock.Failure) {
      held = try lock.acquire(for: location, timeout: lockTimeout)
    } catch {
      return
    }
    defer { held.release() }
    try refresh(&content, location)
  }

  private func refresh(_ content: inout LedgerContent, _ location: FileLocation) throws(FileSystemError) {
    let file: FileDescriptor
    do throws(FileSystemError) {
      file = try disk.open(location.path, for: .reading)
    } catch {
      guard error.code == .notFound else { throw error }
      content.startOver()
      return
    }
    defer { disk.closeQuietly(file) }
    try content.read(file, disk.status(of: file), disk)
  }

  /// Adds an entry, and returns once it is durable.
  public func record(_ action: LedgerAction, note: String?, at time: Date?) throws(LedgerError) -> LedgerRecording {
    let now = now()
    let entry = LedgerEntry(id: newIdentity(), time: time ?? now, action: action, note: note)
    return try content.withLock { content throws(LedgerError) in
      let added = try changing(&content) { content throws(LedgerError) in
        let record: LedgerRecord
        do throws(LedgerRefusal) {
          record = try time == nil ? content.table.enterNewest(entry) : content.table.enterDated(entry, now: now)
        } catch {
          throw .refused(error)
        }
        return (content.table.entry(of: record), LineFormat.line(record, content.table.names), 1)
      }
      return LedgerRecording(entry: added, snapshot: content.snapshot)
    }
  }

  /// Adds all rows or none, and returns once the rows are durable.
  @discardableResult
  public func add(_ rows: [LedgerImportRow]) throws(LedgerError) -> LedgerImportResult {
    let time = now()
    return try content.withLock { content throws(LedgerError) in
      try changing(&content) { content throws(LedgerError) in
        var table = content.table
        let result: LedgerImportResult
        do throws(LedgerTable.ImportFault) {
          result = try table.add(rows, now: time)
        } catch {
          throw .importRefused(error.position, error.refusal)
        }
        let added = table.records[content.table.records.count...]
        content.table = table
        return (result, added.flatMap { LineFormat.line($0, table.names) }, added.count)
      }
    }
  }

  /// Acquires the lock, reads new lines, lets `body` change the table, and writes the lines that `body` returns.
  private func changing<Value>(
    _ content: inout LedgerContent,
    _ body: (inout LedgerContent) throws(LedgerError) -> (value: Value, bytes: [UInt8], lines: Int)
  ) throws(LedgerError) -> Value {
    try followIdentities(&content)
    let location = try unwritten { () throws(FileSystemError) in try FileLocation(path: path).resolved(in: disk) }
    let held: HeldLock
    do throws(FileLock.Failure) {
      held = try lock.acquire(for: location, timeout: lockTimeout)
    } catch {
      switch error {
      case .timeout(_, let waited): throw .locked(path: path, waited: waited)
      case .system(let cause): throw .notWritten(path: path, FileFailure(cause))
      }
    }
    defer { held.release() }
    let file = try unwritten { () throws(FileSystemError) in
      try disk.open(location.path, for: .updating(.privateFile))
    }
    defer { disk.closeQuietly(file) }
    let status: FileStatus
    do throws(FileSystemError) {
      status = try disk.status(of: file)
      try content.read(file, status, disk)
    } catch {
      throw .unreadable(path: path, FileFailure(error))
    }
    try takeCare(of: file, status, held, location)
    if let newer = content.newerLine {
      throw .newerSchema(path: path, line: newer.line, version: newer.version)
    }
    var (value, bytes, lines) = try body(&content)
    guard lines > 0 else { return value }
    if content.lacksLineBreak { bytes.insert(UInt8(ascii: "\n"), at: 0) }
    do throws(LedgerError) {
      try append(bytes, to: file, status, location, content)
    } catch {
      // The table may contain entries that aren't in the file, so the next read starts over.
      content.startOver()
      throw error
    }
    content.wrote(bytes, lines: lines, size: content.offset + bytes.count)
    return value
  }

  /// Sets a new file's owner to its directory's owner, and shares the lock with all users who can write to the file.
  private func takeCare(
    of file: FileDescriptor,
    _ status: FileStatus,
    _ held: HeldLock,
    _ location: FileLocation
  ) throws(LedgerError) {
    var status = status
    if status.size == 0, status.linkCount == 1 {
      try unwritten { () throws(FileSystemError) in try disk.giveToOwner(of: location.folder, file, &status) }
    }
    held.share(like: status)
  }

  private func append(
    _ bytes: [UInt8],
    to file: FileDescriptor,
    _ status: FileStatus,
    _ location: FileLocation,
    _ content: LedgerContent
  ) throws(LedgerError) {
    let offset = content.offset
    try unwritten { () throws(FileSystemError) in
      // A larger file would exceed the limit for reading.
      guard offset + bytes.count <= LedgerLimits.fileSize else {
        throw FileSystemError(.write, file.path, .fileTooLarge)
      }
      if content.tornLength > 0 {
        // An incomplete line moves into a separate file.
        let torn = try disk.readBytes(file, at: offset, count: content.tornLength)
        _ = try writer.writeBeside(location, torn, suffix: "torn", like: status)
        try disk.truncate(file, to: offset)
      }
      do throws(FileSystemError) {
        try disk.writeAll(bytes, to: file, at: offset)
      } catch {
        // If truncating fails as well, the next addition finds an incomplete line.
        do throws(FileSystemError) { try disk.truncate(file, to: offset) } catch {}
        throw error
      }
    }
    do throws(FileSystemError) {
      // A failed fsync is final: the system may have dropped the bytes and still report success the next time.
      try disk.synchronize(file)
      if offset == 0 { try disk.synchronizeFolder(location.folder) }
    } catch {
      throw .notConfirmed(path: path, FileFailure(error))
    }
  }

  private func unwritten<Value>(_ body: () throws(FileSystemError) -> Value) throws(LedgerError) -> Value {
    do throws(FileSystemError) {
      return try body()
    } catch {
      throw .notWritten(path: path, FileFailure(error))
    }
  }
}

extension FileFailure {
  init(_ error: StoreError) {
    self.init(error.message, recoverySuggestion: error.recoverySuggestion)
  }

  /// Creates a failure that omits the error's path, because the path may be that of a temporary file.
  init(_ error: FileSystemError) {
    self.init(
      "could not \(error.operation.rawValue) it: \(error.code)",
      recoverySuggestion: error.code.recoverySuggestion
    )
  }
}
