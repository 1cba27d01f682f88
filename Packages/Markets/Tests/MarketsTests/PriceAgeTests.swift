import Components
import Foundation
import Portfolio
import Testing

@testable import Markets

@Suite("Price ages in text and JSON documents")
struct PriceAgeTests {
  private static let noon = FakeRepository.date

  /// Returns a page with two coins whose prices have the given ages, in seconds before noon.
  private static func page(_ ages: [TimeInterval], hasFailedRefresh: Bool = false, nextTry: Date? = nil) -> CoinPage {
    var coins = FakeRepository.coins(ages.count)
    for (index, age) in ages.enumerated() {
      guard let quote = Quote(price: 100, time: noon - age, source: "Fake") else { continue }
      coins[index].prices.set(quote, in: .aud)
    }
    let asOf = noon - (ages.max() ?? 0)
    let provenance = Provenance(asOf: asOf, hasFailedRefresh: hasFailedRefresh, nextTry: nextTry)
    return CoinPage(coins: coins, currency: .aud, hasMore: false, provenance: provenance)
  }

  private static func report(_ page: CoinPage) -> CoinListReport {
    CoinListReport(
      page,
      filter: CoinFilter(),
      sort: CoinSort(.rank),
      limit: 10,
      hasFigures: true,
      hasEUR: false,
      now: noon
    )
  }

  private static func document(_ page: CoinPage) throws -> [String: Any] {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    return try #require(try JSONSerialization.jsonObject(with: encoder.encode(report(page))) as? [String: Any])
  }

  private static func table(_ page: CoinPage) -> [String] {
    report(page).text(for: OutputMode(layout: .terminal, width: 120)).split(separator: "\n").map(String.init)
  }

  @Test("omits the age column from a table if all prices are fresh")
  func freshTable() {
    #expect(!Self.table(Self.page([10, 300]))[0].contains("Age"))
  }

  @Test("shows ages in a table only for prices that aren't fresh")
  func staleTable() {
    let lines = Self.table(Self.page([10, 72_000]))
    #expect(lines[0].contains("Age"))
    #expect(!lines[1].contains(" min") && !lines[1].contains(" h"))
    #expect(lines[2].contains("20 h"))
  }

  @Test("shows all ages in a table after a failed refresh")
  func failedRefresh() {
    let lines = Self.table(Self.page([120, 180], hasFailedRefresh: true))
    #expect(lines[1].contains("2 min"))
    #expect(lines[2].contains("3 min"))
  }

  @Test("ends each line of piped output with the price's time")
  func records() {
    let lines = Self.report(Self.page([10, 72_000])).text(for: OutputMode(layout: .records)).split(separator: "\n")
    let times = lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false).last }
    #expect(times == ["2026-01-31T11:59:50Z", "2026-01-30T16:00:00Z"])
  }

  @Test(
    "writes the list's age and every price's age to a JSON document",
    arguments: [(300, false), (301, true), (72_000, true)]
  )
  func document(age: Int, isStale: Bool) throws {
    let document = try Self.document(Self.page([10, TimeInterval(age)]))
    #expect(document["age_seconds"] as? Int == age)
    #expect(document["stale"] as? Bool == isStale)
    let coins = try #require(document["coins"] as? [[String: Any]])
    #expect(coins.map { $0["age_seconds"] as? Int } == [10, age])
    #expect(coins.map { $0["stale"] as? Bool } == [false, isStale])
    #expect(coins[0]["as_of"] as? String == "2026-01-31T11:59:50Z")
  }

  @Test("treats prices loaded before the clock was set back as stale, with an unknown age")
  func clockSetBack() throws {
    let document = try Self.document(Self.page([-7_200]))
    #expect(document["age_seconds"] is NSNull)
    #expect(document["stale"] as? Bool == true)
    #expect(Self.table(Self.page([-7_200]))[1].contains("unknown"))
    let notice = PriceAge.notice(of: Provenance(asOf: Self.noon + 7_200), now: Self.noon)
    #expect(notice == "Showing prices of unknown age, because the clock was set back")
  }

  @Test("includes the age and the time of the next try in notices")
  func notices() {
    let failed = Self.page([72_000], hasFailedRefresh: true, nextTry: Self.noon + 90).provenance
    #expect(
      PriceAge.notice(of: failed, now: Self.noon)
        == "Couldn't refresh prices; showing prices from 20 h ago; next try in 90 s"
    )
    #expect(PriceAge.notice(of: Self.page([72_000]).provenance, now: Self.noon) == "Showing prices from 20 h ago")
    #expect(PriceAge.notice(of: Self.page([300]).provenance, now: Self.noon) == nil)
    let stretched = Freshness(.seconds(1_500), reason: .budget(CallUsage(calls: 9_200, limit: 10_000)))
    #expect(
      PriceAge.notice(of: stretched)
        == "Refreshing every 25 min to stay within this month's call limit (9200 of 10000 used)"
    )
    #expect(PriceAge.notice(of: Freshness(.seconds(300))) == nil)
  }

  @Test("shows a price's own age among a coin's figures if its time differs")
  func figures() throws {
    var page = Self.page([30])
    let usd = try #require(Quote(price: 70, time: Self.noon - 960, source: "price list"))
    page.coins[0].prices.set(usd, in: .usd)
    let report = CoinReport(page.coins[0], currency: .aud, provenance: page.provenance, hasEUR: false, now: Self.noon)
    let text = report.text(for: OutputMode(layout: .terminal, width: 100))
    #expect(text.contains("$70.00 (16 min ago)"))
    #expect(text.contains("just now"))
  }
}
