public import Foundation

/// A ledger that lives as long as the instance: the twin of ``FileLedger`` for tests and previews, with the same rules.
public final class InMemoryLedger: LedgerStoring {
  private let table = Protected(LedgerTable())
  private let now: @Sendable () -> Date
  private let newIdentity: @Sendable () -> UUID

  /// Creates an empty ledger.
  ///
  /// - Parameters:
  ///   - now: Returns the time of new entries.
  ///   - newIdentity: Returns the identities of new entries.
  public init(
    now: @escaping @Sendable () -> Date = { Date() },
    newIdentity: @escaping @Sendable () -> UUID = { UUID() }
  ) {
    self.now = now
    self.newIdentity = newIdentity
  }

  /// The ledger as it is now.
  public func snapshot() throws(LedgerError) -> LedgerSnapshot {
    LedgerSnapshot(table: table.withLock { $0 })
  }

  /// Adds an entry.
  public func record(_ action: LedgerAction, note: String?, at time: Date?) throws(LedgerError) -> LedgerRecording {
    let now = now()
    let entry = LedgerEntry(id: newIdentity(), time: time ?? now, action: action, note: note)
    do throws(LedgerRefusal) {
      return try table.withLock { table throws(LedgerRefusal) in
        let record = try time == nil ? table.enterNewest(entry) : table.enterDated(entry, now: now)
        return LedgerRecording(entry: table.entry(of: record), snapshot: LedgerSnapshot(table: table))
      }
    } catch {
      throw .refused(error)
    }
  }

  /// Adds all rows, or none.
  @discardableResult
  public func add(_ rows: [LedgerImportRow]) throws(LedgerError) -> LedgerImportSummary {
    do throws(LedgerTable.ImportFault) {
      return try table.withLock { table throws(LedgerTable.ImportFault) in
        var changed = table
        let summary = try changed.add(rows, now: now())
        table = changed
        return summary
      }
    } catch {
      throw .importRefused(error.position, error.refusal)
    }
  }
}
