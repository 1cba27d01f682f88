public import Foundation

/// A ledger in a file of one JSON object a line, which several processes can read and add to at the same time.
///
/// Adding locks a side file (`.lock`), reads what others have added, checks the entry against it, writes the line at
/// the end and returns when the disk has it. Nothing that is in the file is ever changed, with one exception: a last
/// line that was cut off by a crash is moved into a file of its own (`.torn-1` and so on) when the next entry is added.
/// Lines that are damaged stay, and are reported.
///
/// The file is created with mode 0600, missing folders with mode 0700. An instance remembers what it has read and reads
/// only what is new; it can be used from any thread.
public final class FileLedger: LedgerStoring {
  private struct State {
    var place: FilePlace?
    var content = LedgerContent()
  }

  /// The path of the file.
  public let path: String
  private let calls: any FileCalls
  private let lock: SideLock
  private let now: @Sendable () -> Date
  private let newIdentity: @Sendable () -> UUID
  private let state = Protected(State())

  /// Creates a ledger; the file is first touched when something is asked of it.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - lockTimeout: How long to wait for other processes that are adding something.
  ///   - now: Returns the time of new entries.
  ///   - newIdentity: Returns the identities of new entries.
  public convenience init(
    path: String,
    lockTimeout: Duration = .seconds(5),
    now: @escaping @Sendable () -> Date = { Date() },
    newIdentity: @escaping @Sendable () -> UUID = { UUID() }
  ) {
    self.init(path: path, lockTimeout: lockTimeout, now: now, newIdentity: newIdentity, calls: LiveFileCalls())
  }

  init(
    path: String,
    lockTimeout: Duration,
    now: @escaping @Sendable () -> Date,
    newIdentity: @escaping @Sendable () -> UUID,
    calls: any FileCalls
  ) {
    self.path = path
    self.calls = calls
    self.now = now
    self.newIdentity = newIdentity
    lock = SideLock(calls: calls, timeout: lockTimeout)
  }

  // MARK: - Reading

  /// Reads what is new in the file; a file that does not exist is an empty ledger.
  public func snapshot() throws(LedgerError) -> LedgerSnapshot {
    try state.withLock { state throws(LedgerError) in
      try refresh(&state)
      if state.content.tornLength > 0 {
        // What looks cut off may be what another process is writing at this moment; under the lock nobody is. Where the
        // lock cannot be had, on a read-only disk for example, the line is reported as cut off.
        var result = Result<Void, LedgerError>.success(())
        do throws(SideLock.Failure) {
          result = try lock.holding((state.place ?? FilePlace(path: path)).lock) {
            Result { () throws(LedgerError) in try refresh(&state) }
          }
        } catch {}
        try result.get()
      }
      return state.content.snapshot
    }
  }

  private func refresh(_ state: inout State) throws(LedgerError) {
    do throws(FileFailure) {
      let place = try resolvedPlace(&state)
      let file: Int32
      do throws(FileFailure) {
        file = try calls.retried { () throws(FileFailure) in try calls.open(place.path, for: .reading) }
      } catch {
        guard error.code == ENOENT else { throw error }
        state.content = LedgerContent()
        return
      }
      defer { calls.close(file) }
      try state.content.read(file, place.path, calls)
    } catch {
      throw .unreadable(path: path, error)
    }
  }

  private func resolvedPlace(_ state: inout State) throws(FileFailure) -> FilePlace {
    if let place = state.place { return place }
    let place = try FilePlace.resolving(path, calls)
    // Links can only be followed for good once the file is there.
    if try calls.resolved(place.path) != nil { state.place = place }
    return place
  }

  // MARK: - Adding

  /// Adds an entry and returns when it is durable.
  @discardableResult
  public func enter(_ action: LedgerAction, note: String?, at time: Date?) throws(LedgerError) -> LedgerEntry {
    let now = now()
    let entry = LedgerEntry(id: newIdentity(), time: time ?? now, action: action, note: note)
    return try state.withLock { state throws(LedgerError) in
      try changing(&state) { content throws(LedgerError) in
        let record: LedgerRecord
        do throws(LedgerRefusal) {
          record = try time == nil ? content.table.enterNewest(entry) : content.table.enterDated(entry, now: now)
        } catch {
          throw .refused(error)
        }
        return (content.table.entry(of: record), LineFormat.line(record, content.table.names), 1)
      }
    }
  }

  /// Adds all rows, or none, and returns when they are durable.
  @discardableResult
  public func add(_ rows: [LedgerImportRow]) throws(LedgerError) -> LedgerImportSummary {
    let time = now()
    return try state.withLock { state throws(LedgerError) in
      try changing(&state) { content throws(LedgerError) in
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

  /// Holds the lock, reads what is new, lets `body` enter something into the table, and writes the lines that it
  /// returns.
  private func changing<Value>(
    _ state: inout State,
    _ body: (inout LedgerContent) throws(LedgerError) -> (value: Value, bytes: [UInt8], lines: Int)
  ) throws(LedgerError) -> Value {
    let place: FilePlace
    let result: Result<Value, LedgerError>
    do throws(FileFailure) {
      place = try placeWithFolder(&state)
    } catch {
      throw .notWritten(path: path, error)
    }
    do throws(SideLock.Failure) {
      result = try lock.holding(place.lock) {
        Result { () throws(LedgerError) in try change(&state, place, body) }
      }
    } catch {
      switch error {
      case .timeout(let waited): throw .locked(path: path, waited: waited)
      case .system(let failure): throw .notWritten(path: path, failure)
      }
    }
    return try result.get()
  }

  private func placeWithFolder(_ state: inout State) throws(FileFailure) -> FilePlace {
    if let place = state.place, try calls.isThere(place.folder) { return place }
    state.place = nil
    try calls.makeFolders(FilePlace.folder(of: path))
    // Made before its links are followed, so that everybody finds the same file, and locks beside it, from the first
    // entry on.
    calls.close(try calls.retried { () throws(FileFailure) in try calls.open(path, for: .writing) })
    return try resolvedPlace(&state)
  }

  private func change<Value>(
    _ state: inout State,
    _ place: FilePlace,
    _ body: (inout LedgerContent) throws(LedgerError) -> (value: Value, bytes: [UInt8], lines: Int)
  ) throws(LedgerError) -> Value {
    let file = try unwritten { () throws(FileFailure) in
      try calls.retried { () throws(FileFailure) in try calls.open(place.path, for: .writing) }
    }
    defer { calls.close(file) }
    do throws(FileFailure) {
      try state.content.read(file, place.path, calls)
    } catch {
      throw .unreadable(path: path, error)
    }
    if let newer = state.content.newerLine {
      throw .newerSchema(path: path, line: newer.line, version: newer.version)
    }
    var (value, bytes, lines) = try body(&state.content)
    guard lines > 0 else { return value }
    if state.content.lacksLineBreak { bytes.insert(UInt8(ascii: "\n"), at: 0) }
    do throws(LedgerError) {
      try append(bytes, to: file, place, &state)
    } catch {
      // The table holds what the file may not, so everything is read anew the next time.
      state.content = LedgerContent()
      throw error
    }
    state.content.wrote(bytes, lines: lines, size: state.content.offset + bytes.count)
    return value
  }

  private func append(_ bytes: [UInt8], to file: Int32, _ place: FilePlace, _ state: inout State) throws(LedgerError) {
    let offset = state.content.offset
    try unwritten { () throws(FileFailure) in
      // What is written has to be read again.
      guard offset + bytes.count <= LedgerLimits.fileSize else {
        throw FileFailure(operation: "write", path: place.path, code: EFBIG)
      }
      if state.content.tornLength > 0 {
        try setAside(file, place, from: offset, count: state.content.tornLength)
      }
      do throws(FileFailure) {
        try calls.writeAll(bytes, to: file, place.path, at: offset)
      } catch {
        // Should this fail, too, then the next entry finds a line that was cut off.
        do throws(FileFailure) { try calls.truncate(file, place.path, to: offset) } catch {}
        throw error
      }
    }
    do throws(FileFailure) {
      // Only an interrupted call is repeated: after a real failure the system may have dropped the bytes and report
      // success.
      try calls.retried { () throws(FileFailure) in try calls.synchronize(file, place.path) }
      if offset == 0 { try calls.synchronizeFolder(place.folder) }
    } catch {
      throw .notConfirmed(path: path, error)
    }
  }

  /// Moves a line that was cut off into a file of its own.
  private func setAside(_ file: Int32, _ place: FilePlace, from offset: Int, count: Int) throws(FileFailure) {
    let bytes = try calls.readAll(file, place.path, at: offset, count: count)
    _ = try calls.writeAside(bytes, of: place, "torn")
    try calls.retried { () throws(FileFailure) in try calls.truncate(file, place.path, to: offset) }
  }

  private func unwritten<Value>(_ body: () throws(FileFailure) -> Value) throws(LedgerError) -> Value {
    do throws(FileFailure) {
      return try body()
    } catch {
      throw .notWritten(path: path, error)
    }
  }
}
