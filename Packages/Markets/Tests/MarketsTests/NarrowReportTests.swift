import Components
import Foundation
import Testing

@testable import Markets
@testable import Portfolio

/// Tests that printed tables never truncate important columns, and omit other columns if necessary.
@Suite("Printed tables on narrow terminals")
struct NarrowReportTests {
  private static func coin(_ name: String, _ symbol: String, rank: Int, price: Decimal, change: Decimal) throws
    -> Markets.Coin
  {
    var figures = MarketFigures()
    figures.change24h = change
    figures.marketCap = 2_700_000_000_000
    figures.volume = 62_900_000_000
    return Markets.Coin(
      id: try #require(CoinID(symbol.lowercased())),
      symbol: symbol,
      name: name,
      rank: rank,
      prices: CoinPrices(.aud, price),
      figures: figures,
      tags: [.deposit, .withdrawal],
      sparkline: (1...14).map(Double.init)
    )
  }

  private func coinList(_ mode: OutputMode) throws -> String {
    let coins = [
      try Self.coin(
        "Bitcoin",
        "BTC",
        rank: 1,
        price: Decimal(string: "136816.4") ?? 0,
        change: Decimal(string: "0.65") ?? 0
      ),
      try Self.coin("Wrapped Something", "WSMT", rank: 100, price: Decimal(string: "0.001234") ?? 0, change: -12),
    ]
    return CoinListReport(
      CoinPage(
        coins: coins,
        currency: .aud,
        hasMore: false,
        provenance: Provenance(asOf: FakeRepository.date)
      ),
      filter: CoinFilter(),
      sort: CoinSort(.rank),
      limit: 10,
      hasFigures: true,
      hasEUR: false,
      now: FakeRepository.date
    ).text(for: mode)
  }

  private func terminal(_ width: Int?) -> OutputMode { OutputMode(layout: .terminal, width: width) }

  @Test(
    "omits a coin table's tags, volume, seven-day chart, market cap and rank, in this order",
    arguments: [
      (120, ["#", "Coin", "Price (AUD)", "24 h", "Market Cap", "Volume", "7 days", "Tags"]),
      (90, ["#", "Coin", "Price (AUD)", "24 h", "Market Cap", "Volume", "7 days", "Tags"]),
      (80, ["#", "Coin", "Price (AUD)", "24 h", "Market Cap", "Volume", "7 days"]),
      (70, ["#", "Coin", "Price (AUD)", "24 h", "Market Cap", "7 days"]),
      (60, ["#", "Coin", "Price (AUD)", "24 h", "Market Cap"]), (42, ["#", "Coin", "Price (AUD)", "24 h"]),
      (40, ["#", "Coin", "Price (AUD)", "24 h"]), (38, ["Coin", "Price (AUD)", "24 h"]),
    ] as [(Int, [String])]
  )
  func coins(width: Int, headings: [String]) throws {
    let lines = try coinList(terminal(width)).split(separator: "\n").map(String.init)
    let shown = lines[0].split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(shown == headings)
    #expect(lines.allSatisfy { $0.displayWidth() <= width })
    // The important columns are complete: symbol, price and change.
    #expect(lines[1].contains("BTC"))
    #expect(lines[1].contains("$136,816.40"))
    #expect(lines[1].contains("+0.65\u{A0}%"))
    #expect(lines[2].contains("WSMT"))
    #expect(lines[2].contains("$0.001234"))
    #expect(lines[2].contains("-12.00\u{A0}%"))
  }

  @Test("prints all columns when piped, regardless of the terminal's width")
  func pipe() throws {
    let whole = try coinList(.records)
    #expect(try coinList(OutputMode(layout: .records, width: 20)) == whole)
    #expect(
      whole.split(separator: "\n").allSatisfy {
        $0.split(separator: "\t", omittingEmptySubsequences: false).count == 11
      }
    )
  }

  @Test("never omits a holding's coin, amount or value, and omits its gain last", arguments: [40, 60, 80, 100])
  func holdings(width: Int) throws {
    let ledger = try Ledgers.make(at: [(-2, Ledgers.buy(12_000, "coin-0")), (-1, Ledgers.buy(1, "coin-1"))]).snapshot()
    var prices: [CoinID: [CurrencyCode: Quote]] = [:]
    for coin in FakeRepository.coins(2) {
      prices[coin.id] = coin.prices[.aud].flatMap { Quote(price: $0, time: FakeRepository.date, source: "Fake") }
        .map { [.aud: $0] }
    }
    let quotes = CoinQuotes(prices, freshness: Freshness(.seconds(300)))
    let report = PortfolioReport(ledger.holdings(method: .fifo, in: "aud"), quotes: quotes)
    let lines = report.text(for: terminal(width)).split(separator: "\n").map(String.init)
    #expect(lines.allSatisfy { $0.displayWidth() <= width && !$0.contains("…") })
    for heading in ["Coin", "Amount", "Value"] { #expect(lines[0].contains(heading)) }
    #expect(lines[0].contains("Gain %") == (width >= 60))
  }

  @Test("prints each figure in the holdings table under its heading", arguments: [false, true])
  func holdingHeadings(showsLots: Bool) throws {
    let ledger = try Ledgers.make(at: [(-2, Ledgers.buy(2, "bitcoin"))]).snapshot()
    let quote = try #require(Quote(price: 150_000, time: FakeRepository.date, source: "Fake"))
    let quotes = CoinQuotes([try #require(CoinID("bitcoin")): [.aud: quote]], freshness: Freshness(.seconds(300)))
    let report = PortfolioReport(
      ledger.holdings(method: .fifo, in: "aud"),
      quotes: quotes,
      showsLots: showsLots,
      timeZone: .gmt
    )
    let line = report.text(for: OutputMode(layout: .linear)).split(separator: "\n")[0].replacing("\u{A0}", with: " ")
    let gain = showsLots ? "Gain: +$299,998.00" : "Gain: +$299,998.00, Gain %: +14,999,900.00 %, Realized: $0.00"
    let expected =
      showsLots
      ? "Coin: BIT, Acquired: 2026-01-31, Amount: 2, Value (AUD): $300,000.00, Cost: $2.00, \(gain)"
      : "Coin: BIT, Amount: 2, Price (AUD): $150,000.00, Value: $300,000.00, Cost: $2.00, \(gain), Allocation: 100 %"
    #expect(line.hasPrefix(expected), "\(line)")
  }

  @Test(
    "keeps an alert's number and condition at every width",
    arguments: [
      (
        80,
        """
        #  Alert                      Triggers    State
        1  BTC above $150,000.00 AUD  repeatedly  Armed
        2  BTC falls 10 % in 24 h     once        Armed

        """
      ),
      (
        40,
        """
        #  Alert                      State
        1  BTC above $150,000.00 AUD  Armed
        2  BTC falls 10 % in 24 h     Armed

        """
      ),
      (
        30,
        """
        #  Alert
        1  BTC above $150,000.00 AUD
        2  BTC falls 10 % in 24 h

        """
      ),
    ]
  )
  func alerts(width: Int, text: String) throws {
    let store = memoryAlertStore(now: { FakeRepository.date })
    let coin = CoinReference(id: "bitcoin", symbol: "btc")
    let alerts = [
      try store.add(AlertRequest(coin: coin, condition: .above(150_000), currency: "aud")),
      try store.add(
        AlertRequest(coin: coin, condition: .falls(percent: 10, since: .day), currency: "aud", repetition: .once)
      ),
    ]
    #expect(AlertReport(alerts, now: FakeRepository.date).text(for: terminal(width)) == text)
  }

  @Test(
    "prints the complete activity text for a ledger entry at every width",
    arguments: [(80, ["Entry", "Time", "Activity"]), (60, ["Time", "Activity"]), (40, ["Activity"])]
  )
  func history(width: Int, headings: [String]) throws {
    let ledger = try Ledgers.make(at: [(-2, Ledgers.buy(Decimal(string: "1234.5678") ?? 0, "bitcoin"))]).snapshot()
    let lines = ActivityReport(ledger.activities(), timeZone: .gmt).text(for: terminal(width)).split(separator: "\n")
    #expect(lines[0].split(separator: " ").map(String.init).filter { $0 != "Note" } == headings)
    #expect(lines[1].contains("Bought 1,234.5678 BIT at $1.00 AUD"))
  }
}

@Suite("Piped coin record")
struct CoinRecordsTests {
  @Test("writes a coin's raw numbers, comma-separated tags and RFC 3339 times")
  func records() throws {
    var figures = MarketFigures()
    figures.change24h = -2.5
    figures.marketCap = 2_734_910_976_426
    figures.allTimeHigh = .init(price: 483_923, date: FakeRepository.date)
    let coin = Markets.Coin(
      id: try #require(CoinID("btc")),
      symbol: "BTC",
      name: "Bit\tcoin",
      rank: 1,
      prices: CoinPrices(.aud, Decimal(string: "136906.14") ?? 0),
      figures: figures,
      tags: [.deposit, .withdrawal]
    )
    let report = CoinReport(
      coin,
      currency: .aud,
      provenance: Provenance(asOf: FakeRepository.date),
      hasEUR: true,
      now: FakeRepository.date
    )
    let fields = report.text(for: OutputMode(layout: .records, width: 20)).split(separator: "\n")
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    #expect(fields.allSatisfy { $0.count == 2 })
    let values = Dictionary(fields.map { ($0[0], $0[1]) }) { first, _ in first }
    #expect(values["Price (AUD)"] == "136906.14")
    #expect(values["Price (EUR)"]?.isEmpty == true)
    #expect(values["Change 24 h"] == "-2.5")
    #expect(values["Market cap"] == "2734910976426")
    #expect(values["Tags"] == "deposit,withdrawal")
    #expect(values["As of"]?.hasSuffix("Z") == true)
    #expect(fields.last?.first == "All-time high on")
  }
}
