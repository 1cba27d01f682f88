import Components
import Foundation
import Networking
import PersistenceTesting
import Testing

@testable import Markets
@testable import Portfolio

@Suite("Printed reports")
struct ReportTests {
  private static let noon = FakeRepository.date
  private static let bitcoin = CoinReference(id: "bitcoin", symbol: "btc")
  private static let ether = CoinReference(id: "ethereum", symbol: "eth")

  private static func decimal(_ text: String) throws -> Decimal {
    try #require(Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")))
  }

  private static func quote(_ price: Decimal, change: Decimal? = nil, age: TimeInterval = 0) throws -> Quote {
    try #require(Quote(price: price, dayChange: change, time: noon - age, source: "Fake"))
  }

  private static func coin(_ reference: CoinReference, price: Decimal) throws -> Markets.Coin {
    Markets.Coin(
      id: try #require(CoinID(reference.id)),
      symbol: reference.symbol.uppercased(),
      name: reference.id.capitalized,
      prices: CoinPrices(.aud, price)
    )
  }

  private static func id(_ number: UInt8) -> UUID {
    UUID(uuid: (number, 0xAB, 0xCD, 0xEF, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 0))
  }

  /// Returns a ledger with an entry of each kind, the last of which undoes the purchase of ether.
  private static func ledger() throws -> LedgerSnapshot {
    let actions: [(LedgerAction, note: String?)] = [
      (.buy(Trade(coin: bitcoin, amount: 2, price: UnitPrice(500, "aud"), fee: try decimal("1.5"))), "first\tcoins"),
      (.sell(Trade(coin: bitcoin, amount: try decimal("0.5"), price: UnitPrice(700, "usd"))), nil),
      (.receive(Transfer(coin: ether, amount: 3)), "a gift"),
      (.receive(Transfer(coin: ether, amount: 1, price: UnitPrice(40, "aud"), fee: 2)), nil),
      (.swap(Swap(given: ether, givenAmount: 1, received: bitcoin, receivedAmount: try decimal("0.1"))), nil),
      (.send(Transfer(coin: bitcoin, amount: try decimal("0.25"), price: UnitPrice(600, "aud"), fee: 3)), nil),
      (.buy(Trade(coin: ether, amount: 7, price: UnitPrice(50, "aud"))), nil),
      (.reversal(of: id(7)), "typed twice"),
    ]
    let ledger = memoryLedger(now: { noon })
    try ledger.add(
      actions.enumerated().map { index, entry in
        let time = noon.addingTimeInterval(Double(index - 10) * 86_400)
        let entry = LedgerEntry(id: id(UInt8(index + 1)), time: time, action: entry.0, note: entry.note)
        return LedgerImportRow(position: .line(index + 1), entry: entry)
      }
    )
    return try ledger.snapshot()
  }

  // MARK: Ledger

  @Test("prints the activities with fees, notes, swaps and undone entries")
  func activities() throws {
    let report = ActivityReport(try Self.ledger().activities(), timeZone: .gmt)
    try GoldenReports.expect(report, report.text, matches: "report-activities.txt")
  }

  @Test("prints a recorded entry with the held amount of each of its coins", arguments: [(5, "swap"), (8, "undo")])
  func entry(number: Int, name: String) throws {
    let ledger = try Self.ledger()
    let activity = try #require(ledger.activities().first { $0.entry.id == Self.id(UInt8(number)) })
    let report = EntryReport(activity, in: ledger)
    try GoldenReports.expect(report, report.text, matches: "report-entry-\(name).txt")
  }

  @Test("prints an import and a dry run")
  func imports() throws {
    let file = try LedgerImportFile(
      csv: Data(
        """
        time,kind,coin,symbol,amount,price,currency,note
        2026-01-01T00:00:00Z,buy,bitcoin,btc,2,500,aud,first
        2026-01-02T00:00:00Z,receive,ethereum,eth,3,,,

        """.utf8
      )
    )
    let entries = [
      LedgerEntry(
        id: Self.id(1),
        time: Self.noon,
        action: .buy(Trade(coin: Self.bitcoin, amount: 2, price: UnitPrice(500, "aud"))),
        note: "first\tcoins"
      ),
      LedgerEntry(id: Self.id(2), time: Self.noon, action: .receive(Transfer(coin: Self.ether, amount: 3))),
    ]
    let planned = ImportReport(
      file,
      LedgerImportSummary(added: 2, skipped: 0, differing: []),
      planned: entries,
      timeZone: .gmt
    )
    try GoldenReports.expect(planned, planned.text, matches: "report-import-plan.txt")
    let done = ImportReport(
      file,
      LedgerImportSummary(added: 1, skipped: 3, recognized: 1, differing: [Self.id(3)]),
      timeZone: .gmt
    )
    try GoldenReports.expect(done, done.text, matches: "report-import.txt")
  }

  @Test("names the mapping of another program's file, and lists the lines that it skips")
  func mappedImport() throws {
    var mapping = ImportMapping()
    mapping.columns = ["time": "Time", "kind": "Type", "coin": "Asset", "amount": "Size"]
    mapping.kinds = ["deposit": "skip"]
    let lines = "Time,Type,Asset,Size\n2026-01-31T08:00:00Z,Deposit,AUD,100\n2026-01-31T08:00:00Z,receive,BTC,1\n"
    let file = try LedgerImportFile(csv: Data(lines.utf8), mapping)
    let summary = LedgerImportSummary(added: 0, skipped: 1, differing: [])
    let report = ImportReport(file, summary, planned: [], mapping: "bank")
    try GoldenReports.expect(report, report.text, matches: "report-import-mapped.txt")
  }

  @Test("shows the first 20 entries of a dry run")
  func longPlan() throws {
    let planned = (1...22).map { number in
      LedgerEntry(
        id: Self.id(1),
        time: Self.noon,
        action: .receive(Transfer(coin: Self.ether, amount: Decimal(number)))
      )
    }
    let summary = LedgerImportSummary(added: 22, skipped: 0, differing: [])
    let text = ImportReport(
      try LedgerImportFile(json: Data("{\"version\":1,\"entries\":[]}".utf8)),
      summary,
      planned: planned
    )
    .text(for: OutputMode(layout: .linear))
    #expect(text.contains("Received 20 ETH"))
    #expect(!text.contains("Received 21 ETH"))
    #expect(text.contains("and 2 more"))
  }

  @Test("prints the holdings with totals, missing prices and rates, and the lots", arguments: [false, true])
  func portfolio(showsLots: Bool) throws {
    let holdings = try Self.ledger().holdings(method: .fifo, in: "aud", rates: .none)
    let bitcoin = try #require(CoinID("bitcoin"))
    let quotes = CoinQuotes([bitcoin: [.aud: try Self.quote(800, age: 400)]], freshness: Freshness(.seconds(300)))
    let report = PortfolioReport(holdings, quotes: quotes, showsLots: showsLots, timeZone: .gmt, now: Self.noon)
    #expect(!report.isEmpty)
    #expect(report.missingPrices.map(\.id) == ["ethereum"])
    try GoldenReports.expect(report, report.text, matches: showsLots ? "report-lots.txt" : "report-portfolio.txt")
  }

  @Test("prints an empty portfolio")
  func emptyPortfolio() throws {
    let holdings = try Ledgers.make(at: []).snapshot().holdings(method: .average, in: "aud")
    let report = PortfolioReport(holdings, quotes: CoinQuotes(), timeZone: .gmt, now: Self.noon)
    #expect(report.isEmpty)
    try GoldenReports.expect(report, report.text, matches: "report-portfolio-empty.txt")
  }

  @Test("prints each year's realized gains, and the sales that the totals exclude")
  func gains() throws {
    let entries: [Ledgers.Entry] = [
      (-9_000, .buy(Trade(coin: Self.bitcoin, amount: 2, price: UnitPrice(500, "aud"), fee: 1))),
      (-7_500, .receive(Transfer(coin: Self.ether, amount: 4))),
      (-2_000, .sell(Trade(coin: Self.bitcoin, amount: try Self.decimal("1.5"), price: UnitPrice(900, "aud"), fee: 5))),
      (-300, .sell(Trade(coin: Self.bitcoin, amount: try Self.decimal("0.25"), price: UnitPrice(300, "aud")))),
      (-250, .sell(Trade(coin: Self.bitcoin, amount: try Self.decimal("0.25"), price: UnitPrice(700, "usd")))),
      (-200, .sell(Trade(coin: Self.ether, amount: 1, price: UnitPrice(50, "aud")))),
      (-100, .swap(Swap(given: Self.ether, givenAmount: 1, received: Self.bitcoin, receivedAmount: 4))),
      (-90, .swap(Swap(given: Self.ether, givenAmount: 1, received: Self.bitcoin, receivedAmount: 4))),
    ]
    let snapshot = try Ledgers.make(at: entries).snapshot()
    for (method, name) in [(CostBasisMethod.fifo, "report-gains.txt"), (.average, "report-gains-average.txt")] {
      let gains = snapshot.realizedGains(method: method, in: "aud", timeZone: .gmt)
      let report = RealizedGainsReport(gains, timeZone: .gmt)
      try GoldenReports.expect(report, report.text, matches: name)
      guard method == .fifo else { continue }
      #expect(report.saleCount == 4)
      try GoldenReports.expect([("CSV", report.csv)], matches: "report-gains-csv.txt")
      let all = report.notices(shortfall: nil, now: Self.noon)
      let swaps = gains.years.flatMap(\.unvaluedSwaps).map { String($0.id.uuidString.lowercased().prefix(8)) }
      let advice = "has no value, so its gain is unknown and the cost moved on. Undo it, and record it with --price."
      #expect(
        all == [
          "No exchange rate from USD to AUD for 1 entry on 2026-01-21: its amount is unknown in AUD.",
          "2026: 2 sales have an unknown cost or value and are left out of the totals.",
          "2026-01-27: “Swapped 1 ETH for 4 BTC” (entry \(swaps[0])) \(advice)",
          "2026-01-27: “Swapped 1 ETH for 4 BTC” (entry \(swaps[1])) \(advice)",
        ]
      )
      #expect(report.notices(of: 2025, shortfall: nil, now: Self.noon) == [all[0]])
    }
  }

  @Test("names at most five swaps without a value in each year, and counts the others")
  func unvaluedSwaps() throws {
    let swap = Swap(given: Self.ether, givenAmount: 1, received: Self.bitcoin, receivedAmount: 4)
    for (count, last) in [(6, "2026: 1 more swap has no value."), (7, "2026: 2 more swaps have no value.")] {
      let entries: [Ledgers.Entry] = (0..<count).map { (Double($0) - 200, .swap(swap)) }
      let receipt: Ledgers.Entry = (-300, .receive(Transfer(coin: Self.ether, amount: 9)))
      let snapshot = try Ledgers.make(at: [receipt] + entries).snapshot()
      let report = RealizedGainsReport(snapshot.realizedGains(method: .fifo, in: "aud", timeZone: .gmt), timeZone: .gmt)
      let notices = report.notices(shortfall: nil, now: Self.noon)
      #expect(!report.isEmpty)
      #expect(report.saleCount == 0)
      #expect(notices.count == 6)
      #expect(notices.last == last)
    }
  }

  @Test("counts a single excluded sale and names a single swap in the notices about realized gains")
  func singularGains() throws {
    let snapshot = try Ledgers.make(at: [
      (-300, .receive(Transfer(coin: Self.ether, amount: 4))),
      (-200, .sell(Trade(coin: Self.ether, amount: 1, price: UnitPrice(50, "aud")))),
      (-100, .swap(Swap(given: Self.ether, givenAmount: 1, received: Self.bitcoin, receivedAmount: 4))),
    ]).snapshot()
    let report = RealizedGainsReport(snapshot.realizedGains(method: .fifo, in: "aud", timeZone: .gmt), timeZone: .gmt)
    let notices = report.notices(of: 2026, shortfall: nil, now: Self.noon)
    #expect(notices.first == "2026: 1 sale has an unknown cost or value and is left out of the totals.")
    #expect(notices.count == 2)
    #expect(notices.last?.contains("“Swapped 1 ETH for 4 BTC”") == true)
  }

  // MARK: Prices

  @Test("prints all of a coin's figures, with the age of a price that has its own time")
  func coin() throws {
    var figures = MarketFigures()
    figures.change1h = try Self.decimal("0.126")
    figures.change24h = -2.5
    figures.change7d = 0
    figures.priceChange24h = -3_400
    figures.marketCap = 2_734_910_976_426
    figures.fullyDilutedValuation = 2_900_000_000_000
    figures.volume = 62_900_000_000
    figures.high24h = 140_000
    figures.low24h = 130_000
    figures.circulatingSupply = 19_950_000
    figures.totalSupply = 20_000_000
    figures.maximumSupply = 21_000_000
    figures.allTimeHigh = .init(price: 483_923, date: Self.noon - 86_400 * 30)
    figures.allTimeLow = .init(price: try Self.decimal("67.81"), date: Self.noon - 86_400 * 3_000)
    var prices = CoinPrices(.aud, try Self.decimal("136906.14"))
    prices.set(try Self.quote(88_000, age: 7_200), in: .usd)
    let coin = Markets.Coin(
      id: try #require(CoinID("bitcoin")),
      symbol: "BTC",
      name: "Bitcoin",
      rank: 1,
      prices: prices,
      figures: figures,
      tags: [.deposit, .withdrawal],
      lastUpdated: Self.noon - 60,
      image: "https://images.example/btc.png"
    )
    let report = CoinReport(
      coin,
      currency: .aud,
      provenance: Provenance(asOf: Self.noon - 600),
      hasEUR: true,
      now: Self.noon
    )
    try GoldenReports.expect(report, report.text, matches: "report-coin.txt")
  }

  @Test("prints a coin without figures, in euros")
  func bareCoin() throws {
    let coin = Markets.Coin(
      id: try #require(CoinID("eth")),
      symbol: "ETH",
      name: "ETH",
      prices: CoinPrices(.eur, 2_500)
    )
    let report = CoinReport(
      coin,
      currency: .eur,
      provenance: Provenance(asOf: Self.noon),
      hasEUR: true,
      now: Self.noon
    )
    try GoldenReports.expect(report, report.text, matches: "report-coin-bare.txt")
  }

  @Test("prints matching coins up to the limit, with euro prices and the age of an old price")
  func list() throws {
    var coins = FakeRepository.coins(12)
    coins[1].prices.set(try Self.quote(50, age: 7_200), in: .aud)
    coins[2].prices = CoinPrices()
    let page = CoinPage(
      coins: coins,
      currency: .aud,
      hasMore: true,
      provenance: Provenance(asOf: Self.noon - 30)
    )
    let report = CoinListReport(
      page,
      filter: CoinFilter(text: "coin"),
      sort: CoinSort(.rank),
      limit: 5,
      hasFigures: true,
      hasEUR: true,
      now: Self.noon
    )
    #expect(!report.isEmpty)
    try GoldenReports.expect(report, report.text, matches: "report-list.txt")
    let none = CoinListReport(
      page,
      filter: CoinFilter(),
      sort: CoinSort(.rank),
      limit: -1,
      hasFigures: true,
      hasEUR: false,
      now: Self.noon
    )
    #expect(none.isEmpty)
  }

  @Test("prints coins that have only prices without the columns for figures and tags")
  func pricesOnly() throws {
    let page = CoinPage(
      coins: [try Self.coin(Self.bitcoin, price: 800), try Self.coin(Self.ether, price: 40)],
      currency: .aud,
      hasMore: false,
      provenance: Provenance(asOf: Self.noon, hasFailedRefresh: true)
    )
    let report = CoinListReport(
      page,
      filter: CoinFilter(),
      sort: CoinSort(.price, isAscending: true),
      limit: 10,
      hasFigures: false,
      hasEUR: false,
      now: Self.noon + 90
    )
    try GoldenReports.expect(report, report.text, matches: "report-list-prices.txt")
  }

  private static func history(
    _ reference: CoinReference,
    _ prices: [Decimal],
    range: PriceRange = .days(3)
  ) throws -> PriceHistory {
    PriceHistory(
      coin: try #require(CoinID(reference.id)),
      range: range,
      currency: .aud,
      points: prices.enumerated().map { .init(date: noon.addingTimeInterval(Double($0 - 2) * 86_400), price: $1) },
      provenance: Provenance(asOf: noon)
    )
  }

  @Test("prints a price history as a chart, sentences, times with prices, and JSON")
  func priceHistory() throws {
    let report = PriceHistoryReport(
      try Self.history(Self.bitcoin, [800, 750, 900]),
      style: .line,
      timeZone: .gmt,
      now: Self.noon + 60
    )
    try GoldenReports.expect(report, report.text, matches: "report-history.txt")
    let all = PriceHistoryReport(
      try Self.history(Self.bitcoin, [], range: .all),
      style: .bars,
      timeZone: .gmt,
      now: Self.noon
    )
    try GoldenReports.expect(all, all.text, matches: "report-history-empty.txt")
  }

  @Test("compares two coins in a chart, sentences, a pipe and JSON")
  func comparison() throws {
    let report = try #require(
      PriceComparisonReport(
        try Self.history(Self.bitcoin, [800, 750, 900]),
        try Self.history(Self.ether, [40, 44, 30]),
        timeZone: .gmt
      )
    )
    // The JSON document contains its own age, so only the texts are compared.
    try GoldenReports.expect(
      [
        ("terminal", report.text(for: .terminal(width: 90, capabilities: .plain))),
        ("pipe", report.text(for: .records)),
      ],
      matches: "report-comparison.txt"
    )
  }

  @Test("prints the account's value over time, with additions, missing coins and future entries")
  func accountHistory() throws {
    let history = AccountHistory(
      range: .days(3),
      currency: .aud,
      points: [
        ValuePoint(time: Self.noon - 172_800, value: 1_000, missingPrices: []),
        ValuePoint(time: Self.noon - 86_400, value: 1_600, netAdditions: 500, missingPrices: [Self.ether]),
        ValuePoint(time: Self.noon, value: 1_200, netAdditions: 300, missingPrices: [Self.ether, Self.bitcoin]),
      ],
      gaps: [
        .init(coin: Self.ether, reason: .noPrices), .init(coin: Self.bitcoin, reason: .partly(from: Self.noon)),
        .init(coin: CoinReference(id: "gone", symbol: "gone"), reason: .unknownCoin),
        .init(
          coin: CoinReference(id: "late", symbol: "late"),
          reason: .failed(.rateLimited(nextTry: Self.noon + 30, serviceMessage: nil))
        ),
      ],
      entryCount: 3,
      futureEntryCount: 2,
      provenance: Provenance(asOf: Self.noon - 20)
    )
    let report = AccountHistoryReport(history, timeZone: .gmt, now: Self.noon)
    try GoldenReports.expect(report, report.text, matches: "report-account-history.txt")
  }

  @Test("prints a changed price with its change, and a first price without one")
  func change() throws {
    let coin = try Self.coin(Self.bitcoin, price: 800)
    for (previous, name) in [(Decimal(750), "report-change.txt"), (nil, "report-change-first.txt")] {
      let change = PriceChange(coin: coin, currency: .aud, quote: try Self.quote(800), previous: previous)
      try GoldenReports.expect(change, change.text, matches: name)
    }
  }

  @Test(
    "prints a price check",
    arguments: [
      (AlertCondition.above(700), true, "above"), (.below(700), false, "below"),
      (.rises(percent: 5, since: .day), true, "rises"), (.falls(percent: 5, since: .price(900)), false, "falls"),
    ]
  )
  func check(condition: AlertCondition, holds: Bool, name: String) throws {
    let check = PriceCheck(
      coin: try Self.coin(Self.bitcoin, price: 800),
      request: AlertRequest(coin: Self.bitcoin, condition: condition, currency: "aud"),
      quote: try Self.quote(800, change: 6, age: 90),
      holds: holds,
      time: Self.noon
    )
    let report = PriceCheckReport(check)
    try GoldenReports.expect(report, report.text, matches: "report-check-\(name).txt")
  }

  @Test(
    "states the age of a price that is too old for a check",
    arguments: [
      (59.0, "The latest price for BTC is from 59 s ago."), (60, "The latest price for BTC is from 1 min ago."),
      (0, "The latest price for BTC is from 0 s ago."),
      (-1, "The latest price for BTC is dated in the future. Check this computer's clock."),
    ]
  )
  func tooOld(age: TimeInterval, message: String) {
    #expect(PriceCheckError.tooOld(Self.bitcoin, asOf: Self.noon - age, now: Self.noon).message == message)
  }

  // MARK: Alerts

  private static func alerts() throws -> [PriceAlert] {
    let (past, created) = (noon - 7_200, noon - 86_400)
    func alert(
      _ id: Int,
      _ condition: AlertCondition,
      _ repetition: AlertRepetition,
      _ state: AlertState,
      price: Decimal? = nil,
      service: String? = nil
    ) throws -> PriceAlert {
      let request = AlertRequest(coin: bitcoin, condition: condition, currency: "aud", repetition: repetition)
      let last = try price.map { try Self.quote($0, age: 7_200) }
      return PriceAlert(id: id, request: request, created: created, state: state, lastQuote: last, service: service)
    }
    return [
      try alert(1, .above(900), .once, .armed, service: "Fake"),
      try alert(2, .below(700), .recurring(margin: try decimal("0.05")), .triggered(since: past), price: 690),
      try alert(3, .rises(percent: 5, since: .day), .once, .off(since: past), price: 850),
      try alert(4, .falls(percent: try decimal("2.5"), since: .price(800)), .recurring(), .triggered(since: past)),
    ]
  }

  @Test("prints alerts with their conditions, states and last prices")
  func alertList() throws {
    let report = AlertReport(try Self.alerts(), now: Self.noon)
    try GoldenReports.expect(report, report.text, matches: "report-alerts.txt")
  }

  @Test("prints a new and a removed alert, and a notice if the new alert's condition already holds")
  func singleAlert() throws {
    let alert = try Self.alerts()[0]
    let new = SingleAlertReport(alert, .set(try Self.quote(950, age: 120)), now: Self.noon)
    try GoldenReports.expect(new, new.text, matches: "report-alert-set.txt")
    #expect(new.notice == "The condition is already met: $950.00, 2 min ago (Fake).")
    let removed = SingleAlertReport(alert, .removed, now: Self.noon)
    try GoldenReports.expect(removed, removed.text, matches: "report-alert-removed.txt")
    #expect(removed.notice == nil)
    #expect(SingleAlertReport(alert, .set(try Self.quote(850)), now: Self.noon).notice == nil)
    let unknown = SingleAlertReport(alert, .set(nil), now: Self.noon)
    #expect(unknown.notice == nil)
    #expect(try GoldenReports.json(unknown).contains(#""holds" : null"#))
  }

  @Test("prints a triggered alert with the time of its price and, for a change condition, the change")
  func firedAlerts() throws {
    let alerts = try Self.alerts()
    let quote = try Self.quote(950, change: try Self.decimal("5.16"), age: 60)
    let price = FiredAlertReport(FiredAlert(alert: alerts[0], quote: quote, change: nil, time: Self.noon))
    try GoldenReports.expect(price, price.text, matches: "report-fired-price.txt")
    let change = FiredAlertReport(
      FiredAlert(alert: alerts[2], quote: quote, change: try Self.decimal("5.16"), time: Self.noon)
    )
    try GoldenReports.expect(change, change.text, matches: "report-fired-change.txt")
    #expect(change.message == "Alert 3: BTC rises 5 % in 24 h: $950.00, +5.2 % (Fake)")
  }

  // MARK: Coins

  @Test("prints each coin's ID in a source, or the reason for a missing ID")
  func identities() throws {
    let store = CoinIdentityStore(
      path: "/data/coins.json",
      writtenBy: "tests",
      lockTimeout: .seconds(5),
      fileSystem: InMemoryFileSystem()
    )
    store.adopt(["btc", "dup", "none", "new"].map { CoinReference(id: $0, symbol: $0) })
    let listed = [("bitcoin", "btc"), ("one", "dup"), ("two", "dup")]
    store.learn(
      listed.map { SourceCoin(id: $0, symbol: $1, name: $0.capitalized) },
      from: "Fake",
      isRepresentative: true
    )
    _ = try store.separate("none", from: "Fake")
    let report = CoinIdentityReport(store.known, source: "Fake")
    try GoldenReports.expect(report, report.text, matches: "report-identities.txt")
  }
}

@Suite("Notices about holdings")
struct HoldingsNoticesTests {
  private static let missing = [
    MissingRate(currency: "sek", entryCount: 1, first: FakeRepository.date, last: FakeRepository.date),
    MissingRate(currency: "usd", entryCount: 2, first: FakeRepository.date - 86_400, last: FakeRepository.date),
  ]

  private static let sentences = [
    "No exchange rate from SEK to AUD for 1 entry on 2026-01-31: its amount is unknown in AUD.",
    "No exchange rate from USD to AUD for 2 entries from 2026-01-30 to 2026-01-31: their amounts are unknown in AUD.",
  ]

  @Test(
    "adds the reason for missing rates as a sentence",
    arguments: [
      (nil, ""),
      (MarketsError.rangeNotAvailable(.all, reason: "the plan has 365 days"), " The plan has 365 days."),
      (.rangeNotAvailable(.all, reason: "Only one year."), " Only one year."),
      (.noHistories(source: "Fake"), " There are no charts: the source “Fake” has only current prices."),
    ] as [(MarketsError?, String)]
  )
  func missingRates(shortfall: MarketsError?, reason: String) {
    let notices = HoldingsNotices.missingRates(Self.missing, to: "aud", shortfall: shortfall, now: FakeRepository.date)
    #expect(notices == [Self.sentences[0], Self.sentences[1] + reason])
    let none = HoldingsNotices.missingRates([], to: "aud", shortfall: shortfall, now: FakeRepository.date)
    #expect(none.isEmpty)
  }

  @Test("lists the amounts of coins with an unknown cost")
  func unknownCosts() throws {
    let snapshot = try Ledgers.make(at: [
      (-3, .receive(Transfer(coin: CoinReference(id: "a", symbol: "aa"), amount: 1_234))),
      (-2, Ledgers.buy(5, "coin-1")),
      (-1, .receive(Transfer(coin: CoinReference(id: "b", symbol: "bb"), amount: 2))),
    ]).snapshot()
    let holdings = snapshot.holdings(method: .fifo, in: "aud")
    let notices = HoldingsNotices.texts(for: holdings, shortfall: nil, now: FakeRepository.date)
    #expect(notices == ["Cost and gain exclude coins of unknown cost: 1,234 AA, 2 BB."])
    let known = try Ledgers.make(at: [(-2, Ledgers.buy(5, "coin-1"))]).snapshot().holdings(method: .fifo, in: "aud")
    #expect(HoldingsNotices.texts(for: known, shortfall: nil, now: FakeRepository.date).isEmpty)
  }
}

@Suite("Account history figures")
struct AccountHistoryFiguresTests {
  private static func history(_ points: [(value: Decimal, additions: Decimal)], gaps: [AccountHistory.Gap] = [])
    -> AccountHistory
  {
    AccountHistory(
      range: .week,
      currency: .aud,
      points: points.enumerated().map { index, point in
        ValuePoint(
          time: FakeRepository.date + Double(index),
          value: point.value,
          netAdditions: point.additions,
          missingPrices: []
        )
      },
      gaps: gaps,
      entryCount: 0,
      futureEntryCount: 0,
      provenance: nil
    )
  }

  struct Row: Sendable {
    let points: [(value: Decimal, additions: Decimal)]
    let change: Decimal?
    let changePercent: Decimal?
    let gain: Decimal?
    let gainPercent: Decimal?
  }

  @Test(
    "calculates the change and the gain without additions, and no percentage of zero",
    arguments: [
      Row(points: [], change: nil, changePercent: nil, gain: nil, gainPercent: nil),
      Row(points: [(100, 0)], change: 0, changePercent: 0, gain: 0, gainPercent: 0),
      Row(points: [(100, 0), (150, 0)], change: 50, changePercent: 50, gain: 50, gainPercent: 50),
      Row(points: [(0, 0), (150, 100)], change: 150, changePercent: nil, gain: 50, gainPercent: 50),
      Row(points: [(0, 0), (0, 0)], change: 0, changePercent: nil, gain: 0, gainPercent: nil),
      // Removals don't reduce the base of the percentage.
      Row(points: [(100, 0), (250, 100), (60, -100)], change: -40, changePercent: -40, gain: 60, gainPercent: 30),
    ]
  )
  func figures(row: Row) {
    let history = Self.history(row.points)
    #expect(history.change == row.change)
    #expect(history.changePercent == row.changePercent)
    #expect(history.gain == row.gain)
    #expect(history.gainPercent == row.gainPercent)
  }

  @Test("is empty only without values and without missing coins")
  func emptiness() {
    let gap = AccountHistory.Gap(coin: CoinReference(id: "a", symbol: "a"), reason: .noPrices)
    #expect(Self.history([]).isEmpty)
    #expect(!Self.history([], gaps: [gap]).isEmpty)
    #expect(!Self.history([(1, 0)]).isEmpty)
    #expect(!Self.history([(1, 0)], gaps: [gap]).isEmpty)
  }

  @Test("groups missing coins by their reason, and counts entries with future dates", arguments: [0, 1, 2])
  func notices(futureCount: Int) {
    let coins = ["aa", "bb", "cc"].map { CoinReference(id: $0, symbol: $0) }
    let history = AccountHistory(
      range: .week,
      currency: .aud,
      points: [],
      gaps: [
        .init(coin: coins[0], reason: .noPrices), .init(coin: coins[1], reason: .unknownCoin),
        .init(coin: coins[2], reason: .noPrices),
        .init(coin: coins[0], reason: .failed(.service(NetworkError.cacheMiss(url: "http://markets.example")))),
      ],
      entryCount: 0,
      futureEntryCount: futureCount,
      provenance: nil
    )
    let future = [
      [], ["1 entry has a future date and is not counted yet."],
      ["2 entries have future dates and are not counted yet."],
    ]
    #expect(
      AccountHistoryText.notices(of: history, now: FakeRepository.date) == [
        "Not counted: AA, CC. The source has no prices for this time.",
        "Not counted: BB. Not available from the source.",
        "Not counted: AA. No prices are stored, and network requests are off.",
      ] + future[futureCount]
    )
  }
}
