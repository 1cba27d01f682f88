import Basics
public import Foundation
import Persistence

/// A ledger in a file of one JSON object a line, which several processes can read and add to at the same time.
///
/// Adding locks a side file (`.lock`), reads what others have added, checks the entry against it, writes the line at
/// the end and returns when the disk has it. Nothing that is in the file is ever changed, with one exception: a last
/// line that was cut off by a crash is moved into a file of its own (`.torn-1` and so on) when the next entry is added.
/// Lines that are damaged stay, and are reported.
///
/// The file is created with mode 0600, missing folders with mode 0700, both for the owner of the folder that they are in. An instance remembers what it has read and reads
/// only what is new; it can be used from any thread.
public final class FileLedger: LedgerStoring {
  package let path: String
  private let disk: any FileSystem
  private let writer: DurableWriter
  private let lock: FileLock
  private let lockTimeout: Duration
  private let now: @Sendable () -> Date
  private let newIdentity: @Sendable () -> UUID
  /// The identities of coins; `nil` where every id is a coin of its own.
  private let identities: CoinIdentityStore?
  private let content = Locked(LedgerContent())

  /// Creates a ledger, which touches the file at the first request and waits for other processes' locks.
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

  /// Reads what is new in the file; a file that does not exist is an empty ledger.
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

  /// Reads the coins' identities, and starts over if the keys of coins have changed.
  private func followIdentities(_ content: inout LedgerContent) throws(LedgerError) {
    guard let identities else { return }
    do throws(StoreError) {
      let aliases = try identities.load().aliases
      if aliases != content.table.names.aliases { content = LedgerContent(aliases: aliases) }
    } catch {
      throw .identitiesUnreadable(FileFailure(error))
    }
  }

  /// Rereads a line that looks cut off, under the lock; without a lock the line is reported as cut off.
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

  /// Adds an entry and returns when it is durable.
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

  /// Adds all rows, or none, and returns when they are durable.
  @discardableResult
  public func add(_ rows: [LedgerImportRow]) throws(LedgerError) -> LedgerImportSummary {
    let time = now()
    return try content.withLock { content throws(LedgerError) in
      try changing(&content) { content throws(LedgerError) in
        var table = content.table
        let summary: LedgerImportSummary
        do throws(LedgerTable.ImportFault) {
          summary = try table.add(rows, now: time)
        } catch {
          throw .importRefused(error.position, error.refusal)
        }
        let added = table.records[content.table.records.count...]
        content.table = table
        return (summary, added.flatMap { LineFormat.line($0, table.names) }, added.count)
      }
    }
  }

  /// Holds the lock, reads new lines, lets `body` change the table, and writes the lines that it returns.
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
      // The table may hold more than the file, so the next read starts over.
      content.startOver()
      throw error
    }
    content.wrote(bytes, lines: lines, size: content.offset + bytes.count)
    return value
  }

  /// Gives a new file to the owner of its folder, and lets everybody lock who may write the file.
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
      // A larger file couldn't be read again.
      guard offset + bytes.count <= LedgerLimits.fileSize else {
        throw FileSystemError(.write, file.path, .fileTooLarge)
      }
      if content.tornLength > 0 {
        // A line that was cut off moves into a file of its own.
        let torn = try disk.readBytes(file, at: offset, count: content.tornLength)
        _ = try writer.writeBeside(location, torn, suffix: "torn", like: status)
        try disk.truncate(file, to: offset)
      }
      do throws(FileSystemError) {
        try disk.writeAll(bytes, to: file, at: offset)
      } catch {
        // Should this fail, too, then the next entry finds a line that was cut off.
        do throws(FileSystemError) { try disk.truncate(file, to: offset) } catch {}
        throw error
      }
    }
    do throws(FileSystemError) {
      // A failure is final: the system may have dropped the bytes and report success the next time.
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
  /// Takes over a store's error, whose message names the file.
  init(_ error: StoreError) {
    self.init(error.message, recoverySuggestion: error.recoverySuggestion)
  }

  /// Describes a file system's error without the path, which can be that of a temporary file.
  init(_ error: FileSystemError) {
    self.init(
      "could not \(error.operation.rawValue) it: \(error.code)",
      recoverySuggestion: error.code.recoverySuggestion
    )
  }
}
