import Components
import Foundation
import Markets
import Portfolio

/// The ledger as commands use it: what is wrong with its lines is told, its errors are the program's.
@MainActor
struct LedgerAccess {
  let ledger: any LedgerStoring
  let console: Console

  /// The most damaged lines that are told one by one.
  private static let toldProblems = 10

  /// The ledger as it is; tells what could not be counted.
  func snapshot() throws(CommandFailure) -> LedgerSnapshot {
    let snapshot = try silentSnapshot()
    for problem in snapshot.problems.prefix(Self.toldProblems) { console.inform("Ledger: \(problem)") }
    let rest = snapshot.problemCount - Self.toldProblems
    if rest > 0 { console.inform("Ledger: \(rest) further lines are not counted.") }
    return snapshot
  }

  private func silentSnapshot() throws(CommandFailure) -> LedgerSnapshot {
    do throws(LedgerError) {
      return try ledger.snapshot()
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Makes an entry, of now unless a time is given, and prints it.
  func enter(_ action: LedgerAction, note: String?, at time: Date? = nil) throws(CommandFailure) {
    let recording: LedgerRecording
    do throws(LedgerError) {
      recording = try ledger.record(action, note: note, at: time)
    } catch {
      throw CommandFailure(error)
    }
    // The ledger isn't read again: an entry that is durable must not be reported as failed.
    let (entry, snapshot) = (recording.entry, recording.snapshot)
    // It is the latest, unless others have entered something since.
    let latest = snapshot.activities(limit: 20).first { $0.id == entry.id }
    guard let activity = latest ?? snapshot.activities().first(where: { $0.id == entry.id }) else { return }
    let report = EntryReport(activity, in: snapshot)
    if console.isJSON { return try console.write(json: report) }
    try console.write(report.text(for: console.mode))
  }

  /// The coin of the ledger that a word names by its id, or by its sign if only one has it.
  func coin(_ word: String, in snapshot: LedgerSnapshot) -> CoinReference? {
    // Those that are held come first: they are known without going through all entries.
    Self.coin(word, among: snapshot.balances.map(\.coin))
      ?? Self.coin(word, among: snapshot.holdings(method: .fifo).holdings.map(\.coin))
  }

  private static func coin(_ word: String, among coins: [CoinReference]) -> CoinReference? {
    let word = word.lowercased()
    if let coin = coins.first(where: { $0.id.lowercased() == word }) { return coin }
    let named = coins.filter { $0.symbol.lowercased() == word }
    return named.count == 1 ? named[0] : nil
  }
}

extension CommandFailure {
  /// A ledger that could not be read or was not changed.
  init(_ error: LedgerError) {
    let (code, kind): (ExitCode, String) =
      switch error {
      case .refused(.insufficient), .refused(.insufficientThen), .importRefused(_, .insufficient):
        (.failure, "insufficient")
      // Whatever the ledger holds: what is wrong are the words of the command line.
      case .refused(.invalid): (.usage, "usage")
      case .refused(.unknownEntry): (.failure, "unknown_entry")
      case .refused: (.failure, "refused")
      case .importRefused: (.failure, "import_refused")
      case .newerSchema: (.localData, "data_newer")
      case .unreadable: (.localData, "data_unreadable")
      case .locked: (.failure, "data_locked")
      case .notWritten: (.failure, "data_not_written")
      case .notConfirmed: (.failure, "data_not_confirmed")
      }
    self.init(exitCode: code, kind: kind, message: error.message, hint: error.recoverySuggestion)
  }

  /// Alerts that could not be read or were not changed.
  init(_ error: AlertError) {
    switch error {
    case .invalid: self.init(exitCode: .usage, kind: "usage", message: error.message, hint: error.recoverySuggestion)
    case .unknown:
      self.init(exitCode: .failure, kind: "unknown_alert", message: error.message, hint: error.recoverySuggestion)
    case .store(let cause): self.init(cause)
    }
  }
}
