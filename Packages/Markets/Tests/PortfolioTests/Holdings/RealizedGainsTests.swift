import BasicsTesting
import Foundation
import Testing

@testable import Portfolio

@Suite("Realized gains")
struct RealizedGainsTests {
  /// 2025-12-31T22:00:00Z.
  private static let eve = Date(timeIntervalSince1970: 1_767_218_400)

  private func snapshot(_ entries: [(Date, LedgerAction)]) throws -> LedgerSnapshot {
    let store = memoryLedger(now: { noon + 86_400 * 400 })
    try store.add(
      entries.enumerated().map { index, entry in
        LedgerImportRow(position: .entry(index + 1), entry: LedgerEntry(time: entry.0, action: entry.1))
      }
    )
    return try store.snapshot()
  }

  private func day(_ days: Int) -> Date { noon + Double(days) * 86_400 }

  @Test("lists one row for each lot that a sale took coins from, oldest lot first")
  func lots() throws {
    // Given
    let snapshot = try snapshot([
      (day(0), buy("1", at: "100", fee: "2")), (day(10), buy("1", at: "200")),
      (day(40), sell("1.5", at: "300", fee: "3")),
    ])
    // When
    let gains = snapshot.realizedGains(method: .fifo, in: "aud", timeZone: .gmt)
    // Then
    let year = try #require(gains.years.first)
    #expect(year.year == 2026)
    #expect(year.disposals.map(\.acquired) == [day(0), day(10)])
    #expect(year.disposals.map(\.sold) == [day(40), day(40)])
    #expect(year.disposals.map(\.amount) == [1, 0.5])
    #expect(year.disposals.map(\.proceeds) == [298, 149])
    #expect(year.disposals.map(\.cost) == [102, 100])
    #expect(year.disposals.map(\.gain) == [196, 49])
    #expect(year.disposals.map(\.daysHeld) == [40, 30])
    #expect(year.gain == 245)
    #expect(year.unknownCount == 0)
  }

  @Test("omits the purchase date with the average method")
  func average() throws {
    let snapshot = try snapshot([
      (day(0), buy("1", at: "100")), (day(10), buy("1", at: "200")), (day(40), sell("1", at: "300")),
    ])
    let year = try #require(snapshot.realizedGains(method: .average, in: "aud", timeZone: .gmt).years.first)
    #expect(year.disposals.map(\.gain) == [150])
    #expect(year.disposals.map(\.acquired) == [nil])
    #expect(year.disposals.map(\.daysHeld) == [nil])
  }

  @Test("assigns sales to years and days in the user's time zone")
  func timeZones() throws {
    let snapshot = try snapshot([(Self.eve - 86_400, buy("1")), (Self.eve, sell("1", at: "150"))])
    let sydney = try #require(TimeZone(identifier: "Australia/Sydney"))
    #expect(snapshot.realizedGains(method: .fifo, in: "aud", timeZone: .gmt).years.map(\.year) == [2025])
    #expect(snapshot.realizedGains(method: .fifo, in: "aud", timeZone: sydney).years.map(\.year) == [2026])
    #expect(snapshot.realizedGains(method: .fifo, in: "aud", year: 2025, timeZone: sydney).years.isEmpty)
  }

  @Test("counts the days held correctly across a daylight saving change")
  func clockChange() throws {
    // Clocks in Berlin went forward on 2026-03-29 at 01:00 UTC.
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    let start = Date(timeIntervalSince1970: 1_774_740_600)  // 2026-03-28T23:30:00Z, which is 00:30 on the 29th there
    let snapshot = try snapshot([(start, buy("2")), (start + 82_800, sell("1")), (start + 86_400, sell("1"))])
    let gains = snapshot.realizedGains(method: .fifo, in: "aud", timeZone: berlin)
    #expect(gains.years.flatMap(\.disposals).map(\.daysHeld) == [1, 1])
    let utc = snapshot.realizedGains(method: .fifo, in: "aud", timeZone: .gmt)
    #expect(utc.years.flatMap(\.disposals).map(\.daysHeld) == [1, 1])
  }

  @Test("treats gains as unknown if the cost is unknown, and excludes them from the totals")
  func unknownCost() throws {
    let snapshot = try snapshot([
      (day(0), receive("1")), (day(1), buy("1", at: "100")), (day(2), sell("2", at: "150")),
    ])
    let year = try #require(snapshot.realizedGains(method: .fifo, in: "aud", timeZone: .gmt).years.first)
    #expect(year.disposals.map(\.cost) == [nil, 100])
    #expect(year.disposals.map(\.gain) == [nil, 50])
    #expect(year.proceeds == 150)
    #expect(year.gain == 50)
    #expect(year.unknownCount == 1)
  }

  @Test("converts gains at the rates on the purchase and sale dates, and treats gains without a rate as unknown")
  func currencies() throws {
    // Given
    let snapshot = try snapshot([
      (day(0), buy("1", at: "100", "usd")), (day(1), sell("0.5", at: "90", "eur")),
      (day(50), sell("0.5", at: "90", "eur")),
    ])
    // One bitcoin costs 100 dollars on the first day and 200 dollars on the second day, and always 100 euros.
    func points(_ prices: [Decimal]) -> [PricePoint] {
      prices.enumerated().map { PricePoint(time: day($0.offset), price: $0.element) }
    }
    let rates = HistoricalRates(to: "usd", prices: points([100, 200]), others: ["eur": points([100, 100])])
    // When
    let gains = snapshot.realizedGains(method: .fifo, in: "usd", rates: rates, timeZone: .gmt)
    // Then
    let disposals = gains.years.flatMap(\.disposals)
    #expect(disposals.map(\.proceeds) == [90, nil])
    #expect(disposals.map(\.cost) == [50, 50])
    #expect(disposals.map(\.gain) == [40, nil])
    #expect(gains.missingRates.map(\.currency) == ["eur"])
    let unconverted = snapshot.realizedGains(method: .fifo, in: "usd", timeZone: .gmt)
    #expect(unconverted.years.map(\.gain) == [nil])
    #expect(unconverted.years.map(\.unknownCount) == [2])
  }

  @Test("includes priced swaps in the gains, counts unpriced swaps, and keeps the age of their coins")
  func swaps() throws {
    let snapshot = try snapshot([
      (day(0), buy("2", at: "100")), (day(10), swap("1", bitcoin, "10", ethereum, at: "150", fee: "5")),
      (day(20), swap("1", bitcoin, "10", dogecoin)), (day(30), sell("10", dogecoin, at: "20")),
    ])
    let year = try #require(snapshot.realizedGains(method: .fifo, in: "aud", timeZone: .gmt).years.first)
    #expect(year.disposals.map(\.coin) == [bitcoin, dogecoin])
    #expect(year.disposals.map(\.gain) == [45, 100])
    #expect(year.disposals.map(\.daysHeld) == [10, 30])
    #expect(year.unvaluedSwaps.count == 1)
  }

  @Test("excludes sent coins and undone sales from the gains")
  func nothing() throws {
    let store = memoryLedger(now: { noon + 86_400 })
    try store.enter(buy("2"), note: nil, at: day(0))
    let sale = try store.enter(sell("1"), note: nil, at: day(0) + 60)
    try store.enter(send("1"), note: nil, at: day(0) + 120)
    try store.reverse(sale.id)
    #expect(try store.snapshot().realizedGains(method: .fifo, in: "aud").years.isEmpty)
    #expect(LedgerSnapshot.empty.realizedGains(method: .fifo, in: "aud").years.isEmpty)
  }

  @Test("matches the holdings' realized gain in random histories")
  func sums() throws {
    var random = SeededGenerator(seed: 2_026)
    for _ in 0..<LongTests.rounds(byDay: 30, byNight: 300) {
      let store = memoryLedger(now: TestClock().now)
      for _ in 0..<60 { _ = try? store.enter(RandomEntries.action(&random)) }
      let snapshot = try store.snapshot()
      for method in CostBasisMethod.allCases {
        let years = snapshot.realizedGains(method: method, in: "aud", timeZone: .gmt).years
        let known = years.flatMap(\.disposals).filter { $0.gain != nil }
        let positions = snapshot.holdings(method: method, in: "aud").holdings.map(\.position)
        #expect(years.reduce(0) { $0 + ($1.proceeds ?? 0) } == positions.reduce(0) { $0 + $1.realizedProceeds })
        #expect(years.reduce(0) { $0 + ($1.cost ?? 0) } == positions.reduce(0) { $0 + $1.realizedCost })
        #expect(known.reduce(0) { $0 + $1.amount } == positions.reduce(0) { $0 + $1.realizedAmount })
        #expect(years.flatMap(\.disposals).allSatisfy { ($0.daysHeld ?? 0) >= 0 })
      }
    }
  }
}
