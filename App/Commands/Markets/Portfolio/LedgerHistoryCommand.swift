import Foundation
import Markets
import Portfolio

/// `fetch-counter markets portfolio history`.
@MainActor
struct LedgerHistoryCommand: ImmediateCommand {
  let ledger: LedgerAccess
  /// The id or sign of a coin; `nil` for all.
  let coin: String?
  let limit: Int?

  func run() throws(CommandFailure) {
    let snapshot = try ledger.snapshot()
    var id: String?
    if let coin {
      guard let known = ledger.coin(coin, in: snapshot) else { throw unknown(coin, in: snapshot) }
      id = known.id
    }
    let report = ActivityReport(snapshot.activities(ofCoin: id, limit: limit ?? .max))
    if ledger.console.isJSON { return try ledger.console.write(json: report) }
    if snapshot.count == 0 { ledger.console.inform("The ledger is empty.") }
    try ledger.console.write(report.text(for: ledger.console.mode))
  }

  private func unknown(_ coin: String, in snapshot: LedgerSnapshot) -> CommandFailure {
    let coins = snapshot.holdings(method: .fifo).holdings.map(\.coin)
    let near = Spelling.nearest(to: coin, among: coins.map(\.id) + coins.map(\.symbol))
    return CommandFailure(
      exitCode: .failure,
      kind: "coin_not_found",
      message: "The ledger has no coin '\(coin)'.",
      hint: near.map { "Did you mean '\($0)'?" } ?? "The history without --coin shows all of them."
    )
  }
}

/// `fetch-counter markets portfolio undo ENTRY`.
@MainActor
struct LedgerUndoCommand: ImmediateCommand {
  /// Fewer digits of an id are no name.
  private static let fewestDigits = 4

  let ledger: LedgerAccess
  /// `last`, or how the id begins.
  let word: String
  let note: String?

  func run() throws(CommandFailure) {
    try ledger.enter(.reversal(of: try entry(in: try ledger.snapshot())), note: note)
  }

  private func entry(in snapshot: LedgerSnapshot) throws(CommandFailure) -> UUID {
    if let id = UUID(uuidString: word) { return id }
    if word == "last" {
      guard let last = snapshot.entries().last(where: Self.canBeUndone(in: snapshot)) else {
        throw failure("There is nothing to undo.", hint: nil)
      }
      return last.id
    }
    let start = word.lowercased()
    guard start.count >= Self.fewestDigits else {
      throw failure("'\(word)' is too short for an entry.", hint: "Give \(Self.fewestDigits) digits of its id or more.")
    }
    let found = snapshot.entries().map(\.id).filter { $0.uuidString.lowercased().hasPrefix(start) }
    guard let id = found.first else {
      throw failure("There is no entry '\(word)'.", hint: "The history shows the entries with their ids.")
    }
    guard found.count == 1 else {
      throw failure("\(found.count) entries begin with '\(word)'.", hint: "Give more digits of the id.")
    }
    return id
  }

  private static func canBeUndone(in snapshot: LedgerSnapshot) -> (LedgerEntry) -> Bool {
    { entry in entry.action.kind != .reversal && snapshot.reversal(of: entry.id) == nil }
  }

  private func failure(_ message: String, hint: String?) -> CommandFailure {
    CommandFailure(exitCode: .failure, kind: "unknown_entry", message: message, hint: hint)
  }
}
