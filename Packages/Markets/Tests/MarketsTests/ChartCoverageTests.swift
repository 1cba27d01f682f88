import Components
import Foundation
import Testing

@testable import Markets

@Suite("Periods covered by charts")
struct ChartCoverageTests {
  private static let noon = FakeRepository.date

  /// Returns a history with prices at the given numbers of hours before noon.
  private static func history(_ hours: [Double], range: PriceRange) -> PriceHistory {
    PriceHistory(
      coin: coinID("bitcoin"),
      range: range,
      currency: .aud,
      points: hours.map { PriceHistory.Point(date: noon - $0 * 3_600, price: 100) },
      provenance: Provenance(asOf: noon)
    )
  }

  private static func text(_ history: PriceHistory) -> String {
    PriceHistoryReport(history, style: .line, timeZone: .gmt, now: noon)
      .text(for: OutputMode(layout: .linear, width: 80))
  }

  @Test(
    "draws a gap where prices are missing for more than three intervals",
    arguments: [
      // The hours before noon with prices, and the number of gaps.
      (Array(stride(from: 0.0, through: 168, by: 1)), PriceRange.week, 0),
      (Array(stride(from: 0.0, through: 10, by: 1)) + Array(stride(from: 13.0, through: 168, by: 1)), .week, 0),
      (Array(stride(from: 0.0, through: 10, by: 1)) + Array(stride(from: 82.0, through: 168, by: 1)), .week, 1),
      (Array(stride(from: 0.0, through: 48, by: 24)) + Array(stride(from: 144.0, through: 8_760, by: 24)), .year, 1),
      // A source with a price every two days
      (Array(stride(from: 0.0, through: 8_760, by: 48)), .year, 0),
      (Array(stride(from: 0.0, through: 168, by: 48)), .week, 0),
    ]
  )
  func gaps(hours: [Double], range: PriceRange, count: Int) {
    let text = Self.text(Self.history(hours, range: range))
    #expect(text.contains("without a value") == (count > 0))
    #expect(text.contains("\(count) without a value") == (count > 0))
  }

  @Test(
    "says which part of the range the prices cover",
    arguments: [
      (168.0, PriceRange.week, nil as String?), (152, .week, nil), (150, .week, "6 days"), (47, .week, "47 hours"),
      (2, .week, "2 hours"), (1, .day, "1 hour"), (200 * 24, .year, "200 days"), (0, .year, "0 hours"),
      (200 * 24, .all, nil),
    ]
  )
  func coverage(hours: Double, range: PriceRange, period: String?) {
    let history = Self.history([0, hours], range: range)
    #expect(Self.text(history).contains("(") == (period != nil))
    if let period { #expect(Self.text(history).contains("\(range.label) (\(period))")) }
    #expect(
      PriceChart(history, style: .line).summary == "2 prices\(period.map { " over \($0)" } ?? ""), line"
    )
  }
}
