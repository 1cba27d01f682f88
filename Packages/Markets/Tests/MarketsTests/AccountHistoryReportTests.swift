import Components
import Foundation
import Testing

@testable import Markets
@testable import Portfolio

@Suite("Account history report")
struct AccountHistoryReportTests {
  private static func report(_ entries: [Ledgers.Entry]) async throws -> AccountHistoryReport {
    let history = try await FetchAccountHistory(repository: FakeRepository()).execute(
      try Ledgers.make(at: entries).snapshot(),
      range: .week,
      currency: .aud,
      now: FakeRepository.date
    )
    return AccountHistoryReport(history, timeZone: .gmt, now: FakeRepository.date)
  }

  private static func document(_ report: AccountHistoryReport) throws -> [String: Any] {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    return try #require(JSONSerialization.jsonObject(with: encoder.encode(report)) as? [String: Any])
  }

  @Test("prints time, value and missing coins on each line of piped output")
  func records() async throws {
    let report = try await Self.report([
      (-2.5, Ledgers.buy(Decimal(string: "0.5") ?? 0, "coin-0")), (-0.5, Ledgers.buy(1, "no coin")),
    ])
    let lines = report.text(for: .records).split(separator: "\n")
    try #require(lines.count == 3)
    #expect(lines[0] == "2026-01-31T10:00:00Z\t51\t")
    #expect(lines.allSatisfy { $0.split(separator: "\t", omittingEmptySubsequences: false).count == 3 })
    #expect(lines[2].hasPrefix("2026-01-31T12:00:00Z\t"))
    #expect(lines[2].hasSuffix("\tno coin"))
  }

  @Test("writes the same JSON keys with and without points, and a reason for each missing coin")
  func json() async throws {
    let full = try Self.document(
      try await Self.report([(-2.5, Ledgers.buy(2, "coin-0")), (-0.5, Ledgers.buy(1, "no coin"))])
    )
    let empty = try Self.document(try await Self.report([]))
    #expect(Set(full.keys) == Set(empty.keys))
    let keys = [
      "currency", "range", "days", "as_of", "age_seconds", "stale", "points", "change", "change_percent", "entries",
      "future_entries", "gaps", "net_additions", "gain", "gain_percent",
    ]
    #expect(Set(full.keys) == Set(keys))
    let points = try #require(full["points"] as? [[String: Any]])
    try #require(points.count == 3)
    #expect(points[0]["at"] as? String == "2026-01-31T10:00:00Z")
    #expect(points[0]["value"] is NSNumber)
    #expect((points[2]["missing"] as? [String]) == ["no coin"])
    let gaps = try #require(full["gaps"] as? [[String: Any]])
    #expect(gaps.map { $0["reason"] as? String } == ["unknown_coin"])
    #expect(empty["as_of"] is NSNull)
    #expect(empty["change"] is NSNull)
    #expect((empty["points"] as? [Any])?.isEmpty == true)
  }

  @Test("prints a chart with axes on a terminal, sentences in linear output, and a notice if there are no values")
  func words() async throws {
    let report = try await Self.report([(-2.5, Ledgers.buy(1_000, "coin-0")), (-1, Ledgers.buy(1, "coin-1"))])
    let chart = report.text(for: .terminal(width: 60, capabilities: .plain))
    #expect(chart.hasPrefix("Portfolio 1W  $"))
    #expect(chart.contains("not counting $1.00 added"))
    #expect(chart.contains("│"))
    let linear = report.text(for: .linear)
    // Linear output spells out a rounded value if rounding would hide digits.
    #expect(linear.contains("3 points, from $102\u{A0}K at 2026-01-31 10:00 to $128,128.00 at 2026-01-31 12:00"))
    #expect(!linear.contains("│"))
    #expect(try await Self.report([]).text(for: .terminal(width: 60)) == "No data\n")
    #expect(try await Self.report([]).text(for: .records).isEmpty)
  }
}
