import Components
import Foundation
import Markets
import Portfolio

/// The commands' access to the ledger, which reports corrupt lines and converts errors to command failures.
@MainActor
struct LedgerAccess {
  let ledger: any LedgerStoring
  let context: CommandContext

  /// The maximum number of corrupt lines that are reported individually.
  private static let reportedProblems = 10

  func snapshot() throws(CommandFailure) -> LedgerSnapshot {
    let snapshot: LedgerSnapshot
    do throws(LedgerError) {
      snapshot = try ledger.snapshot()
    } catch {
      throw CommandFailure(error)
    }
    for problem in snapshot.problems.prefix(Self.reportedProblems) { context.console.inform("Ledger: \(problem)") }
    let rest = snapshot.problemCount - Self.reportedProblems
    if rest > 0 { context.console.inform("Ledger: \(rest) more lines are invalid.") }
    return snapshot
  }

  /// Searches the source for the held coins' IDs, and then reads the ledger like ``snapshot()``.
  ///
  /// The search can reveal that coins from several sources are the same coin. A failed search isn't reported here.
  /// Commands that need prices report why prices are missing, and other commands don't need a source.
  func resolvedSnapshot() async throws(CommandFailure) -> LedgerSnapshot {
    let snapshot = try snapshot()
    guard let markets = try? context.root.marketsCommandContext() else { return snapshot }
    let (identities, source) = (try context.root.resolve(Keys.coinIdentities), markets.repository.capabilities.name)
    let coins = snapshot.balances.map(\.coin.id)
    let unresolved = coins.filter { id in
      if case .unresolved = identities.known.lookUp(id, in: source) { true } else { false }
    }
    if !unresolved.isEmpty {
      _ = await FetchQuotes(repository: markets.repository).execute(unresolved, currency: markets.currency)
    }
    for id in coins {
      guard case .ambiguous(let coin, let choices) = identities.known.lookUp(id, in: source) else { continue }
      let problem = MarketsProblem(.undecidedCoin(coin, choices: choices, source: source), now: markets.now())
      context.console.inform([problem.message, problem.hint].compactMap { $0 }.joined(separator: " "))
    }
    guard !unresolved.isEmpty else { return snapshot }
    do throws(LedgerError) {
      return try ledger.snapshot()
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Adds an entry, by default with the current time, and prints it.
  func enter(_ action: LedgerAction, note: String?, at time: Date? = nil) throws(CommandFailure) {
    let recording: LedgerRecording
    do throws(LedgerError) {
      recording = try ledger.record(action, note: note, at: time)
    } catch {
      throw CommandFailure(error)
    }
    // Don't read the ledger again. If that failed, an entry that is already durable would be reported as failed.
    let (entry, snapshot) = (recording.entry, recording.snapshot)
    // The new entry is the latest, unless another process has added an entry since.
    let latest = snapshot.activities(limit: 20).first { $0.id == entry.id }
    guard let activity = latest ?? snapshot.activities().first(where: { $0.id == entry.id }) else { return }
    let report = EntryReport(activity, in: snapshot)
    try context.reporting(afterwards: "The entry was recorded") { () throws(CommandFailure) in
      try context.write(report) { report.text(for: $0) }
    }
  }

  /// Finds a coin in the ledger by its ID or by a unique symbol.
  func coin(_ word: String, in snapshot: LedgerSnapshot) -> CoinReference? {
    // Check held coins first, because that doesn't require reading all entries.
    Self.coin(word, among: snapshot.balances.map(\.coin))
      ?? Self.coin(word, among: snapshot.coins)
  }

  private static func coin(_ word: String, among coins: [CoinReference]) -> CoinReference? {
    let word = word.lowercased()
    if let coin = coins.first(where: { $0.id.lowercased() == word }) { return coin }
    let named = coins.filter { $0.symbol.lowercased() == word }
    return named.count == 1 ? named[0] : nil
  }
}

extension CommandContext {
  @MainActor
  func ledger() throws(CommandFailure) -> LedgerAccess {
    LedgerAccess(ledger: try root.resolve(Keys.ledger), context: self)
  }

  /// Writes a report on a change that is already stored.
  ///
  /// If writing fails, the error says that the change was made, so the user doesn't repeat the change.
  @MainActor
  func reporting(
    afterwards change: String,
    _ write: () throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    do throws(CommandFailure) {
      try write()
    } catch {
      var failure = error
      failure.message = "\(change). \(error.message)"
      failure.hint = ["Don't repeat the command.", error.hint].compactMap { $0 }.joined(separator: " ")
      throw failure
    }
  }
}

extension CommandFailure {
  init(_ error: LedgerError) {
    let (code, kind): (ExitCode, String) =
      switch error {
      case .refused(.insufficient), .refused(.insufficientThen), .importRefused(_, .insufficient):
        (.failure, "insufficient")
      // The command line is invalid, regardless of the ledger's content.
      case .refused(.invalid): (.usage, "usage")
      case .refused(.unknownEntry): (.failure, "unknown_entry")
      case .refused: (.failure, "refused")
      case .importRefused: (.failure, "import_refused")
      case .newerSchema: (.localData, "data_newer")
      case .unreadable, .identitiesUnreadable: (.localData, "data_unreadable")
      case .locked: (.failure, "data_locked")
      case .notWritten: (.failure, "data_not_written")
      case .notConfirmed: (.failure, "data_not_confirmed")
      }
    self.init(exitCode: code, kind: kind, message: error.message, hint: error.recoverySuggestion)
  }

  init(_ error: AlertError) {
    switch error {
    case .invalid: self.init(exitCode: .usage, kind: "usage", message: error.message, hint: error.recoverySuggestion)
    case .unknown:
      self.init(exitCode: .failure, kind: "unknown_alert", message: error.message, hint: error.recoverySuggestion)
    case .store(let cause): self.init(cause)
    }
  }
}
