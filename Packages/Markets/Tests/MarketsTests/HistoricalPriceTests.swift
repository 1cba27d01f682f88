import Foundation
import Testing

@testable import Markets

@Suite("Historical price lookup")
struct HistoricalPriceTests {
  private func price(
    _ repository: FakeRepository,
    hoursAgo: Double,
    now: Date = FakeRepository.date
  ) async throws -> HistoricalPrice? {
    let coin = try #require(CoinID("coin-0"))
    let time = FakeRepository.date.addingTimeInterval(-hoursAgo * 3_600)
    let fetch = FetchHistoricalPrice(repository: repository)
    return try await fetch.execute(coin, at: time, currency: .aud, now: now)
  }

  @Test(
    "returns the chart's price nearest to the requested time",
    arguments: [(24.0, 24), (24.4, 24), (24.6, 25), (0, 0)] as [(Double, Int)]
  )
  func nearest(hoursAgo: Double, expected: Int) async throws {
    let found = try #require(try await price(FakeRepository(), hoursAgo: hoursAgo))
    // The fake chart has hourly points.
    let index = 49 - expected
    #expect(found.time == FakeRepository.date.addingTimeInterval(-Double(expected) * 3_600))
    #expect(found.price == 100 + Decimal((index * 13) % 29))
  }

  @Test(
    "loads the shortest chart that covers the requested time",
    arguments: [
      (0, 1), (24, 1), (25, 30), (720, 30), (744, 90), (2_184, 365), (8_760, 365), (8_784, 1_825),
    ] as [(Double, Int)]
  )
  func range(hoursAgo: Double, days: Int) async throws {
    let repository = FakeRepository()
    _ = try await price(repository, hoursAgo: hoursAgo)
    #expect(repository.ranges == [PriceRange(days: days)])
  }

  @Test("returns nil if the chart has no price near the requested time")
  func gap() async throws {
    #expect(try await price(FakeRepository(), hoursAgo: 24 * 20) == nil)
    #expect(try await price(FakeRepository(points: []), hoursAgo: 1) == nil)
  }

  @Test("never returns a historical price that is zero, negative or NaN", arguments: [0, -1, Decimal.nan])
  func absurd(value: Decimal) async throws {
    let points = [
      PriceHistory.Point(date: FakeRepository.date.addingTimeInterval(-3_600), price: value),
      PriceHistory.Point(date: FakeRepository.date.addingTimeInterval(-3_000), price: 7),
    ]
    #expect(try await price(FakeRepository(points: points), hoursAgo: 1)?.price == 7)
  }

  @Test("throws the chart's error if the source's prices don't reach back to the requested time")
  func tooLongAgo() async throws {
    await #expect {
      _ = try await price(FakeRepository(), hoursAgo: 24 * 365 * 20)
    } throws: { error in
      guard case MarketsError.rangeNotAvailable(.all, _) = error else { return false }
      return true
    }
  }
}
