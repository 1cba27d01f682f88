import Basics
import Foundation
import Persistence
import PersistenceTesting
import Testing

@testable import FetchCounter

@Suite("Fetch statistics")
struct FetchStatisticsTests {
  private static func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(identifier: name)) }

  private static func date(_ text: String) throws -> Date { try #require(RFC3339.date(from: text)) }

  private static func counted(_ times: [String], in timeZone: TimeZone = .gmt) throws -> FetchCount {
    try times.reduce(into: FetchCount()) { fetchCount, text in
      fetchCount.add(
        FetchedCode(responseCode: .test("c0de"), fetchedAt: try date(text), duration: .milliseconds(10)),
        in: timeZone
      )
    }
  }

  private static func figures(
    _ fetchCount: FetchCount,
    at text: String,
    in timeZone: TimeZone = .gmt
  ) throws -> FetchStatistics {
    FetchStatistics(fetchCount, now: try date(text), calendar: .test(timeZone))
  }

  @Test("counts fetches today, this week and on each of the last 20 days")
  func countsDays() throws {
    // Given fetches on a Sunday, a Monday and a Saturday
    let fetchCount = try Self.counted([
      "2026-01-12T10:00:00Z", "2026-01-25T23:59:59Z", "2026-01-26T00:00:00Z", "2026-01-31T08:00:00Z",
      "2026-01-31T09:00:00Z",
    ])
    let figures = try Self.figures(fetchCount, at: "2026-01-31T12:00:00Z")
    #expect(figures.count == 5)
    #expect(figures.today == 2)
    #expect(figures.thisWeek == 3, "The week begins on Monday.")
    #expect(figures.fetchesByDay == [1] + Array(repeating: 0, count: 12) + [1, 1, 0, 0, 0, 0, 2])
  }

  @Test("starts a new day at midnight even without a fetch")
  func changesDay() throws {
    let fetchCount = try Self.counted(["2026-01-31T23:59:59Z"])
    #expect(try Self.figures(fetchCount, at: "2026-01-31T23:59:59Z").today == 1)
    let next = try Self.figures(fetchCount, at: "2026-02-01T00:00:00Z")
    #expect(next.today == 0)
    #expect(next.thisWeek == 1)
    #expect(next.fetchesByDay.suffix(2) == [1, 0])
    let nextWeek = try Self.figures(fetchCount, at: "2026-02-02T00:00:00Z")
    #expect(nextWeek.thisWeek == 0)
  }

  @Test(
    "assigns fetches to the time zone's days when daylight saving time begins or ends",
    arguments: [
      // Days with 23 and 25 hours in New York
      ("America/New_York", "2026-03-08T04:59:59Z", "2026-03-08T05:00:00Z", "2026-03-09T03:59:59Z"),
      ("America/New_York", "2026-11-01T03:59:59Z", "2026-11-01T04:00:00Z", "2026-11-02T04:59:59Z"),
      // A day that doesn't begin at midnight in Beirut
      ("Asia/Beirut", "2026-03-28T21:59:59Z", "2026-03-28T22:00:00Z", "2026-03-29T20:59:59Z"),
    ]
  )
  func daylightSaving(name: String, before: String, first: String, last: String) throws {
    let zone = try Self.zone(name)
    let fetchCount = try Self.counted([before, first, last], in: zone)
    #expect(fetchCount.days.map(\.fetches) == [1, 2])
    #expect(try Self.figures(fetchCount, at: last, in: zone).today == 2)
  }

  @Test("counts fetches for the earlier day while the clock is set back, and for the later day afterward")
  func clockPutBack() throws {
    let fetchCount = try Self.counted([
      "2026-01-31T12:00:00Z", "2026-01-29T12:00:00Z", "2026-01-31T13:00:00Z", "2026-01-29T13:00:00Z",
    ])
    #expect(fetchCount.days.map(\.day.description) == ["2026-01-29", "2026-01-31"])
    #expect(fetchCount.days.map(\.fetches) == [2, 2])
    #expect(fetchCount.count == 4)
  }

  @Test("keeps 31 days, always including today, even if a wrong clock makes today the earliest day")
  func boundsDays() throws {
    var fetchCount = FetchCount()
    func add(day: Int) {
      let time = Date(timeIntervalSince1970: Double(day) * 86_400)
      fetchCount.add(FetchedCode(responseCode: .test("c0de"), fetchedAt: time, duration: .zero), in: .gmt)
    }
    for day in 20_000..<20_100 { add(day: day) }
    #expect(fetchCount.days.count == FetchCount.dayLimit)
    #expect(fetchCount.days.last?.day == CalendarDate(daysSince1970: 20_099))
    for _ in 1...2 { add(day: 0) }
    #expect(fetchCount.days.count == FetchCount.dayLimit)
    #expect(fetchCount.days.first == FetchDay(day: CalendarDate(daysSince1970: 0), fetches: 2))
    #expect(fetchCount.durations.count == FetchCount.durationLimit)
    // Days after today come from a clock that was ahead, so they are ignored.
    let figures = FetchStatistics(fetchCount, now: Date(timeIntervalSince1970: 20_090 * 86_400), calendar: .test(.gmt))
    #expect(figures.today == 1)
    #expect(figures.fetchesByDay.reduce(0, +) == FetchStatistics.dayCount)
  }

  @Test("calculates the median and the 95th percentile of the last hundred durations")
  func percentiles() {
    var fetchCount = FetchCount()
    for milliseconds in 1...150 {
      fetchCount.add(
        FetchedCode(responseCode: .test("c0de"), fetchedAt: CounterScene.noon, duration: .milliseconds(milliseconds)),
        in: .gmt
      )
    }
    let figures = FetchStatistics(fetchCount, now: CounterScene.noon, calendar: .test(.gmt))
    #expect(figures.medianDuration == .milliseconds(100))
    #expect(figures.p95Duration == .milliseconds(145))
    let none = FetchStatistics(FetchCount(), now: CounterScene.noon, calendar: .test(.gmt))
    #expect(none.medianDuration == nil)
  }

  @Test("derives statistics from the stored codes in a file from an earlier version")
  func migrates() async throws {
    let disk = InMemoryFileSystem()
    disk.placeFolder(at: "/data")
    let codes = ["2026-01-30T12:00:00Z", "2026-01-30T11:00:00Z"].map {
      #"{"response_code": "c0de", "fetched_at": "\#($0)", "duration_us": 7000}"#
    }
    let payload =
      #"{"fetch_count": 41, "last_fetched_at": "2026-01-30T12:00:00Z", "last_codes": [\#(codes.joined(separator: ","))]}"#
    disk.place(Array(#"{"schema": 1, "payload": \#(payload)}"#.utf8), at: "/data/count.json")
    let store = FetchCountStore(
      store: JSONFileStore(path: "/data/count.json", default: FetchCount(), writtenBy: "tests", fileSystem: disk)
    )
    let before = try Self.figures(try store.load(), at: "2026-01-31T12:00:00Z")
    #expect(before.fetchesByDay.suffix(2) == [2, 0])
    #expect(before.medianDuration == .milliseconds(7))
    let entry = FetchedCode(responseCode: .test("new"), fetchedAt: CounterScene.noon, duration: .milliseconds(9))
    _ = try await store.update { $0.add(entry, in: .gmt) }
    let after = try Self.figures(try store.load(), at: "2026-01-31T12:00:00Z")
    #expect(after.count == 42)
    #expect(after.fetchesByDay.suffix(2) == [2, 1])
    #expect(after.p95Duration == .milliseconds(9))
  }
}
