import BasicsTesting
import Foundation
import Testing

@testable import Basics

@Suite("Typed dates")
struct DateTextTests {
  private let zone = TimeZone(secondsFromGMT: -5 * 3_600) ?? .gmt

  @Test(
    "parses a typed date in the user's time zone unless the text has an offset",
    arguments: [
      ("2026-01-31", "2026-01-31T05:00:00Z"), ("1970-01-01", "1970-01-01T05:00:00Z"),
      ("2024-02-29", "2024-02-29T05:00:00Z"), ("2026-01-31T12:00", "2026-01-31T17:00:00Z"),
      ("2026-01-31 12:00:30", "2026-01-31T17:00:30Z"), ("2026-01-31T23:59:59.5", "2026-02-01T04:59:59.500Z"),
      ("2026-01-31T12:00:00Z", "2026-01-31T12:00:00Z"), ("2026-01-31t12:00z", "2026-01-31T12:00:00Z"),
      ("2026-01-31T12:00+10:00", "2026-01-31T02:00:00Z"), ("2026-01-31T12:00:00-0930", "2026-01-31T21:30:00Z"),
    ]
  )
  func reading(word: String, expected: String) throws {
    let date = try #require(try DateText(word).date(in: zone, now: .now))
    let isWhole = !expected.contains(".")
    #expect(date == (try Date(expected, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: !isWhole))))
  }

  @Test(
    "parses relative days as midnight in the user's time zone",
    arguments: [
      // In a time zone five hours behind UTC, it is still 30 March.
      ("today", "2024-03-30"), ("yesterday", "2024-03-29"), ("Yesterday", "2024-03-29"), ("-7d", "2024-03-23"),
      ("7d", "2024-03-23"), ("0d", "2024-03-30"), ("last week", "2024-03-23"), ("LAST  Week", "2024-03-23"),
      ("3 days ago", "2024-03-27"), ("1 day ago", "2024-03-29"), ("a day ago", "2024-03-29"),
      ("2 weeks ago", "2024-03-16"), ("-2w", "2024-03-16"), ("last day", "2024-03-29"), ("1mo", "2024-02-29"),
      ("-1MO", "2024-02-29"), ("30 months ago", "2021-09-30"),
      ("last month", "2024-02-29"), ("last year", "2023-03-30"), ("13 months ago", "2023-02-28"),
      ("-4y", "2020-03-30"),
    ]
  )
  func relative(word: String, expected: String) throws {
    let now = try #require(RFC3339.date(from: "2024-03-31T04:30:00Z"))
    let date = try #require(try DateText(word).date(in: zone, now: now))
    #expect(date == RFC3339.date(from: "\(expected)T05:00:00Z"))
  }

  @Test("counts relative days by the calendar, regardless of daylight saving time")
  func relativeAcrossDaylightSaving() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    let now = try #require(RFC3339.date(from: "2026-04-01T10:00:00Z"))
    #expect(try DateText("-7d").date(in: zone, now: now) == RFC3339.date(from: "2026-03-24T23:00:00Z"))
  }

  @Test("rejects a lone m as a unit, because it could mean minutes", arguments: ["-30m", "30m", "1M"])
  func ambiguousUnit(word: String) {
    #expect(throws: DateText.ParsingError("m could mean minutes; write mo for months")) { try DateText(word) }
  }

  @Test("rejects relative days before 1970", arguments: ["-100y", "9999mo", "55 years ago", "9999w"])
  func relativeBefore1970(word: String) throws {
    let now = try #require(RFC3339.date(from: "2024-03-31T04:30:00Z"))
    #expect(throws: DateText.ParsingError("it is before 1970")) { try DateText(word, now: now) }
    #expect(throws: Never.self) { try DateText("54 years ago", now: now) }
  }

  @Test(
    "rejects text that doesn't follow the rules for relative days",
    arguments: [
      "next week", "last weeks", "last", "ago", "days ago", "-3 days ago", "3 days", "3 hours ago", "+7d", "--7d", "-d",
      "7", "7x", "99999d", "1.5d", "٧d", "a ago day", "last 7 days", "3 days ago now",
    ]
  )
  func refusingWords(word: String) {
    #expect(throws: DateText.ParsingError("it is not a date")) { try DateText(word) }
  }

  @Test(
    "rejects typed dates that don't exist, and gives the reason",
    arguments: [
      ("", "it is empty"), ("tomorrow", "it is not a date"), ("31-01-2026", "it is not a date"),
      ("2026-1-31", "it is not a date"), ("20260131", "it is not a date"), ("٢٠٢٦-٠١-٣١", "it is not a date"),
      ("2026-02-29", "the day does not exist"), ("2026-13-01", "the day does not exist"),
      ("2026-00-10", "the day does not exist"), ("2026-01-00", "the day does not exist"),
      ("1969-12-31", "it is before 1970"), ("0000-01-01", "the day does not exist"),
      ("2026-01-31T", "its time of day does not have hours and minutes"),
      ("2026-01-31T9:00", "its time of day does not have hours and minutes"),
      ("2026-01-31x12:00", "its time of day does not have hours and minutes"),
      ("2026-01-31T12:00:", "its seconds do not have two digits"),
      ("2026-01-31T12:00:00.", "its fraction of a second does not have 1 to 9 digits"),
      ("2026-01-31T12:00:00.1234567890", "its fraction of a second does not have 1 to 9 digits"),
      ("2026-01-31T24:00", "the time of day does not exist"), ("2026-01-31T12:60", "the time of day does not exist"),
      ("2026-01-31T12:00:60", "the time of day does not exist"),
      ("2026-01-31T12:00 UTC", "its offset from UTC is neither Z nor hours and minutes such as +10:00"),
      ("2026-01-31T12:00+10", "its offset from UTC is neither Z nor hours and minutes such as +10:00"),
      ("2026-01-31T12:00+99:00", "its offset from UTC is neither Z nor hours and minutes such as +10:00"),
      ("2026-01-31T12:00Zebra", "its offset from UTC is neither Z nor hours and minutes such as +10:00"),
    ]
  )
  func refusing(word: String, reason: String) {
    #expect(throws: DateText.ParsingError(reason)) { try DateText(word) }
  }

  @Test(
    "rejects dates with slashes or periods, and suggests the accepted format",
    arguments: ["2026/01/31", "2026.01.31"]
  )
  func suggestion(word: String) {
    #expect(throws: DateText.ParsingError("it is not a date", suggestion: "2026-01-31")) { try DateText(word) }
  }

  @Test("parses or rejects random text as a date without crashing")
  func fuzz() {
    var random = SeededGenerator(seed: 31)
    let pieces = [
      "2026", "-", "01", "31", "T", ":", "12", "Z", "+", ".", " ", "é", "9", "0", "/", "d", "days", "ago", "last",
    ]
    var read = 0
    for _ in 0..<5_000 {
      let start = Bool.random(using: &random) ? "2026-01-31" : ""
      let word =
        start
        + (0..<Int.random(in: 0...7, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      if let text = try? DateText(word), text.date(in: zone, now: Date(timeIntervalSince1970: 1e9)) != nil { read += 1 }
    }
    #expect(read > 0)
  }
}
