import Basics
import CommandLine
import Foundation
import Markets
import Portfolio

struct LedgerHistoryCommand: ImmediateCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "history",
    summary: "List the entries, latest first.",
    examples: [
      .init("fetch-counter markets portfolio history --coin btc --limit 5", "List five entries for one coin.")
    ],
    options: [Option.coinOfHistory, Option.limit]
  )

  let context: CommandContext

  func run() throws(CommandFailure) {
    let ledger = try context.ledger()
    let snapshot = try ledger.snapshot()
    var id: String?
    if let coin = context[.coinOfHistory] {
      guard let known = ledger.coin(coin, in: snapshot) else { throw unknown(coin, in: snapshot) }
      id = known.id
    }
    let report = ActivityReport(snapshot.activities(ofCoin: id, limit: context[.limit] ?? .max))
    if snapshot.count == 0, !context.console.isJSON { context.console.inform("The ledger is empty.") }
    try context.write(report) { report.text(for: $0) }
  }

  private func unknown(_ coin: String, in snapshot: LedgerSnapshot) -> CommandFailure {
    let coins = snapshot.coins
    let near = Spelling.nearest(to: coin, among: coins.map(\.id) + coins.map(\.symbol), limit: 1).first
    return CommandFailure(
      exitCode: .failure,
      kind: "coin_not_found",
      message: "The ledger has no coin '\(coin)'.",
      hint: near.map { "Did you mean '\($0)'?" } ?? "Run the command without --coin to see all coins."
    )
  }
}

struct LedgerUndoCommand: ImmediateCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "undo",
    summary: "Undo an entry; the ledger keeps it, together with its reversal.",
    examples: [.init("fetch-counter markets portfolio undo last", "Undo the last entry.")],
    arguments: [Argument.entry],
    options: [Option.note]
  )

  /// The minimum number of leading digits accepted as an abbreviated entry ID.
  private static let fewestDigits = 4

  let context: CommandContext

  func run() throws(CommandFailure) {
    let ledger = try context.ledger()
    try ledger.enter(.reversal(of: try entry(in: try ledger.snapshot())), note: context[.note])
  }

  private func entry(in snapshot: LedgerSnapshot) throws(CommandFailure) -> UUID {
    let word = context[argument: .entry]
    if let id = UUID(uuidString: word) { return id }
    if word == "last" {
      guard let last = snapshot.entries().last(where: snapshot.canBeReversed) else {
        throw failure("There is nothing to undo.", hint: nil)
      }
      return last.id
    }
    let start = word.lowercased()
    guard start.count >= Self.fewestDigits else {
      throw failure(
        "'\(word)' is too short to identify an entry.",
        hint: "Enter at least \(Self.fewestDigits) digits of its ID."
      )
    }
    let found = snapshot.entries().map(\.id).filter { $0.uuidString.lowercased().hasPrefix(start) }
    guard let id = found.first else {
      throw failure(
        "There is no entry '\(word)'.",
        hint: "List the entries with 'fetch-counter markets portfolio history'."
      )
    }
    guard found.count == 1 else {
      throw failure("\(found.count) entries begin with '\(word)'.", hint: "Enter more digits of the ID.")
    }
    return id
  }

  private func failure(_ message: String, hint: String?) -> CommandFailure {
    CommandFailure(exitCode: .failure, kind: "unknown_entry", message: message, hint: hint)
  }
}
