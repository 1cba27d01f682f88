import Components
import Foundation
import Markets
import Portfolio

/// `fetch-counter markets portfolio …`: the command line, and which command stands behind which words.
@MainActor
enum PortfolioCommands {
  nonisolated static let specification = CommandDeclaration(
    name: "portfolio",
    summary: "Keeps a ledger of coins that you bought, sold and moved, and shows what came of them.",
    discussion: """
      The ledger is a file of the data folder to which entries are only ever added; an entry is on the disk when the command ends. \
      Without --price the price of now is asked for. Entries that were missed are made with --date and the price of then: at no time \
      may more of a coin have left than had come.
      """,
    examples: [
      .init("fetch-counter markets portfolio buy bitcoin 0.5", "Notes a purchase at the price of now."),
      .init("fetch-counter markets portfolio sell btc 0.25 --price 90000", "Notes a sale at a price of your own."),
      .init("fetch-counter markets portfolio show --method average", "Shows what is held, and the profit or loss."),
    ],
    subcommands: [show, value, buy, sell, swap, send, receive, history, undo, importing, exporting]
  )

  private nonisolated static let show = CommandDeclaration(
    name: "show",
    summary: "Shows what is held, what it is worth and cost, and the profit or loss.",
    discussion: """
      Profit and loss are counted for coins that were bought and sold in the currency shown. In a pipe a line has id, sign, amount, \
      price, value, cost, unrealised and realised profit or loss, and the share of the total.
      """,
    examples: [.init("fetch-counter markets portfolio show --currency eur", "Shows it in euros.")],
    options: [Option.costMethod, Settings.currency.option]
  )

  private nonisolated static let value = CommandDeclaration(
    name: "value",
    summary: "Draws what all that was held was worth; in a pipe, one time and value a line.",
    discussion: """
      Prices are those of the charts of all coins that were held in that time, one request for each that is not in the cache. What has no \
      price is told and not counted. In a pipe a line has time, value, and the ids of the coins that are not in it.
      """,
    examples: [
      .init("fetch-counter markets portfolio value --range 1y", "Draws a year."),
      .init("fetch-counter markets portfolio value --days 90 --currency eur --json", "Prints ninety days as JSON."),
    ],
    options: [
      Option.days,
      Option.range,
      Settings.currency.option,
    ]
  )

  private nonisolated static let buy = entry(
    "buy",
    "Notes a purchase.",
    .init("buy eth 2 --fee 1.50", "Notes two at the price of now, and what was paid on top.")
  )
  private nonisolated static let sell = entry(
    "sell",
    "Notes a sale.",
    .init("sell eth 1 --price 4500", "Notes one at a price of your own.")
  )
  private nonisolated static let send = entry(
    "send",
    "Notes coins that left without being sold.",
    .init("send btc 0.1 --note \"to the other wallet\"", "Notes them with a remark.")
  )
  private nonisolated static let receive = entry(
    "receive",
    "Notes coins that came without being bought; --price says what one cost, if it is known.",
    .init("receive btc 0.1 --price 60000", "Notes them with what they once cost.")
  )

  private nonisolated static func entry(
    _ name: String,
    _ summary: String,
    _ example: CommandDeclaration.Example
  ) -> CommandDeclaration {
    CommandDeclaration(
      name: name,
      summary: summary,
      examples: [.init("fetch-counter markets portfolio \(example.commandLine)", example.summary)],
      arguments: [Argument.coin, Argument.amount],
      options: entryOptions
    )
  }

  private nonisolated static let entryOptions: [any DeclaredOption] = [
    Option.unitPrice,
    Option.fee,
    Option.entryDate,
    Option.note,
    Settings.currency.option,
  ]

  private nonisolated static let swap = CommandDeclaration(
    name: "swap",
    summary: "Notes an exchange of coins for other coins.",
    discussion: """
      Without --received the prices of now decide how many come. An exchange counts as a sale of the one and a purchase of the other \
      for the same value.
      """,
    examples: [
      .init("fetch-counter markets portfolio swap btc 0.1 eth --received 2.9", "Notes what an exchange gave.")
    ],
    arguments: [Argument.givenCoin, Argument.amount, Argument.receivedCoin],
    options: [Option.received] + entryOptions
  )

  private nonisolated static let history = CommandDeclaration(
    name: "history",
    summary: "Lists the entries, the latest first.",
    examples: [.init("fetch-counter markets portfolio history --coin btc --limit 5", "Lists five of one coin.")],
    options: [Option.coinOfHistory, Option.limit]
  )

  private nonisolated static let undo = CommandDeclaration(
    name: "undo",
    summary: "Undoes an entry by an entry of its own; both stay in the ledger.",
    examples: [.init("fetch-counter markets portfolio undo last", "Undoes the entry that was made last.")],
    arguments: [Argument.entry],
    options: [Option.note]
  )

  private nonisolated static let importing = CommandDeclaration(
    name: "import",
    summary: "Adds the entries of a file, or none when one is wrong; those that are there already are skipped.",
    discussion: "The file is CSV or JSON as export writes them; - stands for standard input.",
    examples: [.init("fetch-counter markets portfolio import trades.csv", "Adds what is in a file.")],
    arguments: [Argument.importedFile],
    options: [Option.importFormat]
  )

  private nonisolated static let exporting = CommandDeclaration(
    name: "export",
    summary: "Writes all entries so that import reads them back exactly.",
    examples: [.init("fetch-counter markets portfolio export --format csv -o ledger.csv", "Writes a file.")],
    options: [Option.ledgerFormat, Option.ledgerFile]
  )

  /// The command behind the words after `markets portfolio`.
  static func command(_ context: CommandContext) throws(CommandFailure) -> ReadyCommand {
    let invocation = context.invocation
    let ledger = LedgerAccess(ledger: try context.root.resolve(Keys.ledger), console: context.console)
    switch invocation.commandPath.last {
    case "history":
      return .immediate(
        LedgerHistoryCommand(ledger: ledger, coin: invocation[.coinOfHistory], limit: invocation[.limit])
      )
    case "undo":
      return .immediate(
        LedgerUndoCommand(ledger: ledger, word: invocation[argument: .entry], note: invocation[.note])
      )
    case "import":
      return .immediate(
        LedgerImportCommand(
          ledger: ledger,
          path: invocation[argument: .importedFile],
          format: invocation[.importFormat]
        )
      )
    case "export":
      return .immediate(
        LedgerExportCommand(ledger: ledger, format: invocation[.ledgerFormat], path: invocation[.ledgerFile])
      )
    case "show":
      let markets = try context.root.marketsCommandContext()
      return .waiting(PortfolioShowCommand(context: markets, ledger: ledger, method: invocation[.costMethod]))
    case "value":
      let markets = try context.root.marketsCommandContext()
      let range = invocation[.days].map { PriceRange(days: $0) } ?? invocation[.range].range
      return .waiting(PortfolioValueCommand(context: markets, ledger: ledger, range: range))
    default:
      return .waiting(LedgerEntryCommand(invocation, ledger: ledger, root: context.root))
    }
  }
}
