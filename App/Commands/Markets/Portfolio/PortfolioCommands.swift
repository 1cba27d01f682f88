import CommandLine
import Foundation
import Markets
import Portfolio

extension CommandNode where Context == CommandContext {
  static var portfolio: Self {
    .group(
      CommandDeclaration(
        name: "portfolio",
        summary: "Record purchases and sales, and show holdings and gains.",
        discussion: """
          Entries are appended to a ledger file in the data folder, and are on disk when the command ends. Without --price, \
          the current price is recorded; with --date, the price on that date, from the coin's chart. You can't sell or send \
          more of a coin than you held at that time.
          """,
        examples: [
          .init("fetch-counter markets portfolio buy bitcoin 0.5", "Record a purchase at the current price."),
          .init(
            "fetch-counter markets portfolio sell btc 0.25 --price 90000",
            "Record a sale at a given price."
          ),
          .init("fetch-counter markets portfolio show --method average", "Show holdings at average cost."),
        ]
      ),
      default: "show",
      [
        .command(PortfolioShowCommand.self), .command(PortfolioValueCommand.self), .command(PortfolioGainsCommand.self),
        .command(LedgerBuyCommand.self),
        .command(LedgerSellCommand.self), .command(LedgerSwapCommand.self), .command(LedgerSendCommand.self),
        .command(LedgerReceiveCommand.self), .command(LedgerHistoryCommand.self), .command(LedgerUndoCommand.self),
        .command(LedgerImportCommand.self), .command(LedgerExportCommand.self),
      ]
    )
  }
}

private struct PortfolioShowCommand: AsyncCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "show",
    summary: "Show holdings with value, cost, gain and allocation.",
    discussion: """
      Costs and proceeds in other currencies are converted at the exchange rate on their date. Amounts that can't be \
      converted are reported and not counted. Fields in piped output: ID, symbol, amount, price, value, cost, unrealized \
      gain, realized gain, share of the total, unrealized gain in percent. With --lots: ID, symbol, time, amount, value, \
      cost, unrealized gain in money and in percent.
      """,
    examples: [
      .init("fetch-counter markets portfolio show --currency eur", "Show holdings in euros."),
      .init("fetch-counter markets portfolio show --lots", "Show each lot with its gain."),
    ],
    options: [Option.costMethod, Option.lots, Settings.currency.option, Option.maxAge]
  )

  let context: CommandContext

  func run() async throws(CommandFailure) {
    let markets = try context.root.marketsCommandContext(maxAge: context[.maxAge])
    let snapshot = try await context.ledger().resolvedSnapshot()
    let rates = await FetchHistoricalRates(repository: markets.repository).execute(
      for: snapshot,
      in: markets.currency,
      now: markets.now()
    )
    let holdings = snapshot.holdings(method: context[.costMethod], in: markets.currency.code, rates: rates.rates)
    let quotes = await FetchQuotes(repository: markets.repository).execute(
      snapshot.balances.map(\.coin.id),
      currency: markets.currency,
      policy: markets.policy
    )
    markets.inform(about: quotes.provenance, shortfall: nil)
    if let shortfall = quotes.shortfall {
      let failure = markets.failure(shortfall)
      let isMissing = snapshot.balances.contains { !quotes.hasPrice(of: $0.coin, in: markets.currency) }
      let words = (isMissing ? ["Prices are missing."] : []) + [failure.message] + (failure.hint.map { [$0] } ?? [])
      context.console.inform(words.joined(separator: " "))
    }
    for notice in HoldingsNotices.texts(for: holdings, shortfall: rates.shortfall, now: markets.now()) {
      context.console.inform(notice)
    }
    let report = PortfolioReport(holdings, quotes: quotes, showsLots: context[.lots], now: markets.now())
    let missing = report.missingPrices
    let tooLarge = missing.filter { quotes.hasPrice(of: $0, in: markets.currency) }
    let unpriced = missing.filter { !quotes.hasPrice(of: $0, in: markets.currency) }
    func names(_ coins: [CoinReference]) -> String { coins.map(\.symbol).joined(separator: ", ") }
    if quotes.shortfall == nil, !unpriced.isEmpty {
      context.console.inform("No price in \(markets.currency) for \(names(unpriced)).")
    }
    if !tooLarge.isEmpty {
      context.console.inform("The value in \(markets.currency) is too large to show: \(names(tooLarge)).")
    }
    if report.isEmpty, !context.console.isJSON { context.console.inform("No holdings.") }
    try context.write(report) { report.text(for: $0) }
  }
}

private struct PortfolioValueCommand: AsyncCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "value",
    summary: "Draw the portfolio's value over time; in a pipe, print one time and value per line.",
    discussion: """
      Prices come from the charts of the coins held during that time, with one request per uncached chart. Coins without a \
      price are reported and not counted. Fields in piped output: time, value, and the IDs of coins that aren't counted.
      """,
    examples: [
      .init("fetch-counter markets portfolio value --range 1y", "Draw one year."),
      .init("fetch-counter markets portfolio value --days 90 --currency eur --json", "Print 90 days as JSON."),
    ],
    options: [Option.days, Option.range, Settings.currency.option, Option.maxAge]
  )

  let context: CommandContext

  func run() async throws(CommandFailure) {
    let markets = try context.root.marketsCommandContext(maxAge: context[.maxAge])
    let snapshot = try await context.ledger().resolvedSnapshot()
    let now = markets.now()
    let history: AccountHistory
    do throws(MarketsError) {
      history = try await FetchAccountHistory(repository: markets.repository).execute(
        snapshot,
        range: context.priceRange,
        currency: markets.currency,
        policy: markets.policy,
        now: now
      )
    } catch {
      throw markets.failure(error)
    }
    markets.inform(about: history.provenance, shortfall: nil)
    for notice in AccountHistoryText.notices(of: history, now: now) { context.console.inform(notice) }
    if history.isEmpty {
      context.console.inform(snapshot.count == 0 ? "The ledger is empty." : "No holdings during that time.")
    }
    let report = AccountHistoryReport(history, now: now)
    try context.write(report) { report.text(for: $0) }
  }
}

extension Option where Value == Bool {
  fileprivate static var lots: Self { .flag("lots", summary: "Show coins by lot, oldest first.") }
}
