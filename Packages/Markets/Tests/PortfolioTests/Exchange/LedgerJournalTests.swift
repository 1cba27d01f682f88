import BasicsTesting
import Foundation
import Testing

@testable import Portfolio

@Suite("hledger journals")
struct LedgerJournalTests {
  @Test("writes purchases, sales, swaps and transfers with their costs, and makes names and notes safe")
  func golden() throws {
    let quoted = CoinReference(id: "odd;\"coin", symbol: "btc")
    let store = memoryLedger(now: { noon + 86_400 })
    let actions: [(LedgerAction, String?)] = [
      (buy("2", at: "100", fee: "1"), "a ; comment\n2026-01-01 forged | date:2020-01-01"),
      (buy("1", at: "200", "usd"), nil),
      (sell("2.5", at: "300", fee: "2"), nil), (swap("0.25", bitcoin, "4", ethereum), nil),
      (swap("1", ethereum, "9", dogecoin, at: "50", fee: "0.5"), nil), (send("1", ethereum), nil),
      (receive("3", quoted), nil), (sell("1", quoted, at: "7"), nil), (buy("9", dogecoin), nil),
    ]
    try store.add(
      actions.enumerated().map { index, action in
        LedgerImportRow(
          position: .entry(index),
          entry: LedgerEntry(
            id: .numbered(index + 1),
            time: noon + Double(index),
            action: action.0,
            note: action.1
          )
        )
      }
    )
    try store.reverse(.numbered(9))
    let day = PricePoint(time: noon, price: 150)
    let rates = HistoricalRates(to: "aud", prices: [day], others: ["usd": [PricePoint(time: noon, price: 100)]])
    let journal = try store.snapshot().journal(method: .fifo, in: "AUD", rates: rates, timeZone: .gmt)
    #expect(journal.count == 8)
    #expect(journal.missingRates.isEmpty)
    #expect(journal.text == Self.goldenText)
    if let hledger = HLedger.program { #expect(try hledger.balances(of: journal.text).isEmpty == false) }
  }

  private static let goldenText = """
    ; Coins with their costs and gains in AUD. Cost basis: first in, first out.
    decimal-mark .

    P 2026-01-31 BTC 100 AUD
    2026-01-31 Buy: a , comment\\u{a}2026-01-01 forged | date:2020-01-01
        ; id:00000000-0000-4000-8000-000000000001
        assets:coins  2 BTC @@ 201 AUD
        assets:cash  -201 AUD

    P 2026-01-31 BTC 200 USD
    P 2026-01-31 USD 1.5 AUD
    2026-01-31 Buy
        ; id:00000000-0000-4000-8000-000000000002, 200 USD each, fee 0 USD
        assets:coins  1 BTC @@ 300 AUD
        assets:cash  -300 AUD

    P 2026-01-31 BTC 300 AUD
    2026-01-31 Sell
        ; id:00000000-0000-4000-8000-000000000003
        assets:coins  -2 BTC @@ 201 AUD
        assets:coins  -0.5 BTC @@ 150 AUD
        income:gains  -397 AUD
        assets:cash  748 AUD

    2026-01-31 Swap
        ; id:00000000-0000-4000-8000-000000000004
        assets:coins  -0.25 BTC @@ 75 AUD
        assets:coins  4 ETH @@ 75 AUD

    P 2026-01-31 ETH 50 AUD
    2026-01-31 Swap
        ; id:00000000-0000-4000-8000-000000000005
        assets:coins  -1 ETH @@ 18.75 AUD
        income:gains  -30.75 AUD
        assets:coins  9 DOGE @@ 50 AUD
        assets:cash  -0.5 AUD

    2026-01-31 Send
        ; id:00000000-0000-4000-8000-000000000006
        assets:coins  -1 ETH @@ 18.75 AUD
        equity:sent  18.75 AUD

    2026-01-31 Receive
        ; id:00000000-0000-4000-8000-000000000007
        assets:coins  3 "odd,'coin"
        equity:unknown cost  -3 "odd,'coin"

    P 2026-01-31 "odd,'coin" 7 AUD
    2026-01-31 Sell
        ; id:00000000-0000-4000-8000-000000000008
        assets:coins  -1 "odd,'coin"
        equity:unknown cost  1 "odd,'coin"
        income:unknown cost  -7 AUD
        assets:cash  7 AUD

    """

  @Test("reports missing rates, and writes coins of unknown cost without one")
  func missingRates() throws {
    let snapshot = try ledger([buy("2", at: "100", "usd"), sell("1", at: "100")])
    let journal = snapshot.journal(method: .fifo, in: "aud", timeZone: .gmt)
    #expect(journal.missingRates.map(\.currency) == ["usd"])
    #expect(journal.text.contains("assets:coins  2 BTC\n    equity:unknown cost  -2 BTC\n"))
    #expect(journal.text.contains("income:unknown cost  -100 AUD\n"))
    #expect(!journal.text.contains("income:gains"))
  }

  @Test(
    "gives hledger the same holdings, costs and gains as this program",
    .enabled(if: HLedger.program != nil, "Set HLEDGER=hledger to compare with the installed program."),
    arguments: [CostBasisMethod.fifo, .average]
  )
  func hledger(method: CostBasisMethod) throws {
    let hledger = try #require(HLedger.program)
    var random = SeededGenerator(seed: 31)
    let points = (0..<40).map { PricePoint(time: noon + Double($0) * 86_400, price: 3) }
    let rates = HistoricalRates(
      to: "aud",
      prices: points,
      others: ["usd": points.map { PricePoint(time: $0.time, price: 2) }, "eur": points]
    )
    var gains = 0
    for round in 0..<50 {
      // Given
      let clock = TestClock()
      let store = memoryLedger(now: clock.now)
      for hour in 0..<30 {
        clock.set(noon + Double(hour) * 20 * 3_600)
        _ = try? store.enter(RandomEntries.action(&random, round.isMultiple(of: 2) ? ["aud"] : ["aud", "usd", "eur"]))
      }
      let snapshot = try store.snapshot()

      // When
      let journal = snapshot.journal(method: method, in: "aud", rates: rates, timeZone: .gmt)
      let amounts = try hledger.balances(of: journal.text)
      let costs = try hledger.balances(of: journal.text, "--cost")

      // Then
      let holdings = snapshot.holdings(method: method, in: "aud", rates: rates).holdings
      for holding in holdings {
        let symbol = holding.coin.symbol.uppercased()
        #expect(amounts["assets:coins", symbol] == holding.amount, "\(round)")
        #expect(costs["assets:coins", symbol] == holding.amountWithoutCost, "\(round)")
      }
      let cost = holdings.reduce(Decimal(0)) { $0 + $1.position.cost }
      #expect(costs["assets:coins", "AUD"] == cost, "\(round)")
      let gain = holdings.reduce(Decimal(0)) { $0 + $1.position.realizedProceeds - $1.position.realizedCost }
      #expect(amounts["income:gains", "AUD"] == -gain, "\(round)")
      if gain != 0 { gains += 1 }
    }
    #expect(gains > 25)
  }
}

/// The program hledger, named by the environment variable `HLEDGER`.
private struct HLedger {
  struct Balances {
    fileprivate var amounts: [String: [String: Decimal]] = [:]

    var isEmpty: Bool { amounts.isEmpty }

    subscript(account: String, commodity: String) -> Decimal { amounts[account]?[commodity] ?? 0 }
  }

  static let program = ProcessInfo.processInfo.environment["HLEDGER"].map { HLedger(name: $0) }

  let name: String

  /// Returns each account's balance by commodity, with all digits.
  func balances(of journal: String, _ options: String...) throws -> Balances {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name, "-f", "-", "balance", "--flat", "-N", "-O", "csv", "--layout=bare"] + options
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(journal.utf8))
    try input.fileHandleForWriting.close()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(journal)")
    var balances = Balances()
    for row in try CSVReader.rows(in: Data(text.utf8)).dropFirst() {
      balances.amounts[row.fields[0], default: [:]][row.fields[1]] = Decimal(string: row.fields[2])
    }
    return balances
  }
}
