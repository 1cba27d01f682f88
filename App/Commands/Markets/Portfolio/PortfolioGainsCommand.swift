import CommandLine
import Components
import Foundation
import Markets
import Portfolio

struct PortfolioGainsCommand: AsyncCommand {
  private struct Document: Encodable {
    let exported: Int
    let output: String
  }

  nonisolated static let declaration = CommandDeclaration(
    name: "gains",
    aliases: ["tax"],
    summary: "List realized gains and losses by year, for tax forms.",
    discussion: """
      Each row is a lot that was sold, or swapped at a known price. Amounts are converted at the exchange rates on the days \
      of purchase and sale. Amounts that can't be converted are unknown and left out of the totals. Years and days are in \
      the local time zone. Fields in piped output: coin, times of purchase and sale, amount, proceeds, cost, gain, days \
      held, symbol, currency, year. 'tax' is another name for this command.
      """,
    examples: [
      .init("fetch-counter markets portfolio gains --year 2025", "List one year's sales."),
      .init("fetch-counter markets portfolio gains --format csv -o gains.csv", "Write all sales for a spreadsheet."),
    ],
    options: [
      Option.gainsYear, Option.costMethod, Settings.currency.option, Option.gainsFormat, Option.ledgerFile,
      Option.force,
    ]
  )

  let context: CommandContext

  func run() async throws(CommandFailure) {
    let (console, format) = (context.console, context[.gainsFormat])
    let path = context[.ledgerFile].flatMap { $0 == "-" ? nil : $0 }
    if console.isJSON, path == nil, format == .csv {
      throw CommandFailure(
        exitCode: .usage,
        kind: "usage",
        message: "--json and --format csv can't be combined.",
        hint: "Write the CSV to a file with --output, or leave out --json."
      )
    }
    if path != nil, format == .table {
      throw CommandFailure(
        exitCode: .usage,
        kind: "usage",
        message: "--output needs --format csv.",
        hint: "Add --format csv, or leave out --output."
      )
    }
    if let path { try ExportFile(path: path).confirmReplacing(isForced: context[.force], on: console) }
    let markets = try context.root.marketsCommandContext()
    let (report, shortfall) = try await report(markets)
    if !console.isJSON {
      for notice in report.notices(shortfall: shortfall, now: markets.now()) { console.inform(notice) }
      if report.isEmpty { console.inform(emptyNotice) }
    }
    guard format == .csv else { return try context.write(report) { report.text(for: $0) } }
    guard let path else { return try console.write(file: report.csv) }
    try ExportFile(path: path).write(Array(report.csv.utf8))
    if console.isJSON {
      try console.write(json: Document(exported: report.saleCount, output: path))
    } else {
      console.inform("Exported \(report.saleCount == 1 ? "1 sale" : "\(report.saleCount) sales") to \(path).")
    }
  }

  private var emptyNotice: String { context[.gainsYear].map { "Nothing was sold in \($0)." } ?? "Nothing was sold." }

  private func report(
    _ markets: MarketsCommandContext
  ) async throws(CommandFailure) -> (RealizedGainsReport, shortfall: MarketsError?) {
    let snapshot = try await context.ledger().resolvedSnapshot()
    let rates = await FetchHistoricalRates(repository: markets.repository)
      .execute(for: snapshot, in: markets.currency, now: markets.now())
    let gains = snapshot.realizedGains(
      method: context[.costMethod],
      in: markets.currency.code,
      rates: rates.rates,
      year: context[.gainsYear]
    )
    return (RealizedGainsReport(gains), rates.shortfall)
  }
}
