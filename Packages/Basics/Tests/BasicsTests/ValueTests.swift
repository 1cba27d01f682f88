import Basics
import BasicsTesting
import Foundation
import Observation
import Testing

@Suite("Calendar dates")
struct CalendarDateTests {
  @Test("creates only days that exist in the Gregorian calendar")
  func existence() {
    #expect(CalendarDate(year: 2024, month: 2, day: 29) != nil)
    #expect(CalendarDate(year: 2023, month: 2, day: 29) == nil)
    #expect(CalendarDate(year: 1900, month: 2, day: 29) == nil)
    #expect(CalendarDate(year: 2000, month: 13, day: 1) == nil)
    #expect(CalendarDate(year: 2000, month: 4, day: 31) == nil)
    #expect(CalendarDate(year: 2000, month: 4, day: 0) == nil)
  }

  @Test("converts dates to the same day counts as Foundation's calendar")
  func oracle() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    var random = SeededGenerator(seed: 2)
    for _ in 0..<500 {
      let days = Int.random(in: -100_000...1_000_000, using: &random)
      let date = CalendarDate(daysSince1970: days)
      let parts = calendar.dateComponents(
        [.year, .month, .day],
        from: Date(timeIntervalSince1970: Double(days) * 86_400)
      )
      #expect(date.daysSince1970 == days)
      // Before 1582, Foundation uses the Julian calendar.
      #expect(days < -141_427 || [date.year, date.month, date.day] == [parts.year, parts.month, parts.day])
    }
  }

  @Test("orders dates chronologically and describes them in ISO 8601 format")
  func order() throws {
    let first = try #require(CalendarDate(year: 2026, month: 1, day: 31))
    let second = try #require(CalendarDate(year: 2026, month: 2, day: 1))
    let earlier = try #require(CalendarDate(year: 2025, month: 12, day: 31))
    let later = try #require(CalendarDate(year: 2026, month: 1, day: 30))
    #expect([second, first, earlier, later].sorted() == [earlier, later, first, second])
    #expect(!(first < first))
    #expect(first.description == "2026-01-31")
    #expect(CalendarDate(daysSince1970: -719_528).description == "0000-01-01")
  }
}

@Suite("RFC 3339 times")
struct RFC3339Tests {
  @Test(
    "parses RFC 3339 times to the millisecond",
    arguments: [
      ("1970-01-01T00:00:00Z", 0.0), ("2026-01-31T12:00:00Z", 1_769_860_800),
      ("2026-01-31t12:00:00.5z", 1_769_860_800.5),
      ("2016-12-31T23:59:60Z", 1_483_228_800), ("1969-12-31T23:59:59.25Z", -0.75),
    ]
  )
  func reading(text: String, seconds: Double) {
    #expect(RFC3339.date(from: text) == Date(timeIntervalSince1970: seconds))
  }

  @Test(
    "rejects times that aren't in RFC 3339 format",
    arguments: [
      "", "2026-01-31", "2026-02-30T12:00:00Z", "2026-01-31T24:00:00Z", "2026-01-31T12:60:00Z", "2026-01-31T12:00:61Z",
      "2026-01-31T12:00:00", "2026-01-31T12:00:00+00:00", "2026-01-31T12:00:00.Z", "2026-01-31 12:00:00Z",
      "2026-1-31T12:00:00Z", "+026-01-31T12:00:00Z", "2026-01-31T12:00:00.1234567890123456Z", "２０２６-01-31T12:00:00Z",
    ]
  )
  func refusal(text: String) {
    #expect(RFC3339.date(from: text) == nil)
  }

  @Test("drops fractional digits finer than milliseconds")
  func fineDigits() {
    let rows = [
      ("1970-01-01T00:00:00.123999Z", 123), ("1970-01-01T00:00:01.0009Z", 1_000), ("1970-01-01T00:00:00.5Z", 500),
      ("1970-01-01T00:00:00.25Z", 250), ("1970-01-01T00:00:00.125Z", 125), ("1970-01-01T00:00:59Z", 59_000),
      ("1970-01-01T00:00:00.999999999999999Z", 999),
    ]
    for (text, milliseconds) in rows {
      #expect(Array(text.utf8).withUnsafeBufferPointer { RFC3339.milliseconds(from: $0) } == milliseconds)
    }
  }

  @Test("preserves times to the millisecond when formatting and parsing them")
  func roundTrip() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<2_000 {
      let milliseconds = Int.random(in: -62_167_219_200_000...253_402_300_799_999, using: &random)
      let text = RFC3339.text(milliseconds: milliseconds)
      let read = Array(text.utf8).withUnsafeBufferPointer { RFC3339.milliseconds(from: $0) }
      #expect(read == milliseconds, "\(text)")
    }
  }

  @Test("formats times without fractions and clamps them to the years 0 to 9999")
  func writing() {
    #expect(RFC3339.text(of: Date(timeIntervalSince1970: -0.5)) == "1969-12-31T23:59:59Z")
    #expect(RFC3339.text(of: Date(timeIntervalSince1970: 1.9)) == "1970-01-01T00:00:01Z")
    #expect(RFC3339.text(of: Date(timeIntervalSince1970: 1.9), withMilliseconds: true) == "1970-01-01T00:00:01.900Z")
    #expect(RFC3339.text(of: .distantFuture) == "4001-01-01T00:00:00Z")
    #expect(RFC3339.text(of: Date(timeIntervalSince1970: 1e18)) == "9999-12-31T23:59:59Z")
    #expect(RFC3339.text(of: Date(timeIntervalSince1970: -1e18)) == "0000-01-01T00:00:00Z")
    #expect(RFC3339.text(of: Date(timeIntervalSince1970: .nan)) == "1970-01-01T00:00:00Z")
  }
}

@Suite("CRC-32")
struct CRC32Tests {
  @Test("computes the published CRC-32 check value, however the bytes are split")
  func parts() {
    #expect(CRC32(Array("123456789".utf8)).value == 0xCBF4_3926)
    #expect(CRC32(Array("123456789".utf8)).text == "cbf43926")
    #expect(CRC32(Array("n1301".utf8)).text == "0002ccf5")
    #expect(CRC32([]).text == "00000000")
    var random = SeededGenerator(seed: 4)
    for count in 0..<100 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      var whole = CRC32()
      var parts = CRC32()
      whole.update(bytes)
      let middle = Int.random(in: 0...count, using: &random)
      parts.update(bytes[..<middle])
      parts.update(AnySequence(bytes[middle...]))
      #expect(whole.value == parts.value)
    }
  }
}

@Suite("Load states")
struct LoadStateTests {
  @Test("keeps the loaded value visible while loading and after a failure")
  func previous() {
    var state = LoadState<Int, String>.initial
    state.startLoading()
    #expect(state == .loading(previous: nil))
    state = .loaded(1)
    state.startLoading()
    #expect(state.value == 1)
    #expect(state.isLoading)
    state.fail("offline")
    #expect(state == .failed("offline", previous: 1))
    #expect(state.problem == "offline")
    #expect(!state.isLoading)
    state.startLoading()
    state.stopLoading()
    #expect(state == .loaded(1))
    state = .initial
    state.startLoading()
    state.stopLoading()
    #expect(state == .initial)
  }
}

@Suite("Coding error descriptions")
struct CodingProblemTests {
  private struct Sample: Codable {
    var name: String
    var list: [Int]
  }

  @Test(
    "describes the position of a coding error but not the invalid value",
    arguments: [
      (#"{"list": []}"#, "“name” is missing"), (#"{"name": null, "list": []}"#, "a value is missing, at name"),
      (#"{"name": "a", "list": [1, "secret"]}"#, "a value has the wrong type, at list.1"),
    ]
  )
  func decoding(text: String, expected: String) {
    #expect {
      try JSONDecoder().decode(Sample.self, from: Data(text.utf8))
    } throws: { error in
      codingProblem(error) == expected
    }
  }

  @Test("describes encoding errors")
  func encoding() {
    #expect {
      try JSONEncoder().encode(Double.nan)
    } throws: { error in
      codingProblem(error).contains("nan")
    }
  }
}

@Suite("Locks")
struct LockedTests {
  @Test("loses no change when many threads update a locked value")
  func counting() async {
    let count = Locked(0)
    await withTaskGroup { group in
      for _ in 0..<8 { group.addTask { for _ in 0..<1_000 { count.withLock { $0 += 1 } } } }
    }
    #expect(count.withLock { $0 } == 8_000)
  }
}

@Suite("Temporary directories and golden files")
struct TestingTests {
  @Test("keeps temporary files until the last reference to their directory is released")
  func folder() throws {
    var folder: TemporaryFolder? = try TemporaryFolder()
    let root = try #require(folder?.root)
    try folder?.write("hello", to: "a/b.txt")
    #expect(try folder?.read("a/b.txt") == Array("hello".utf8))
    #expect(try folder?.names() == ["a"])
    folder = nil
    #expect(!FileManager.default.fileExists(atPath: root))
  }

  @Test("reports the first line that differs from a golden file, with its heading")
  func golden() throws {
    let folder = try TemporaryFolder()
    try folder.write("=== one\nsame\n=== two\nold\n", to: "Golden/a.txt")
    let golden = Golden(folder: "Golden", besideFile: folder.path("Test.swift"), rewriteVariable: "UNSET_VARIABLE")
    #expect(try golden.difference(of: "=== one\nsame\n=== two\nold\n", from: "a.txt") == nil)
    let difference = try #require(try golden.difference(of: "=== one\nsame\n=== two\nnew\n", from: "a.txt"))
    #expect(difference == "a.txt, line 4, under === two\nexpected: old\n but was: new")
    for (text, expected) in [
      ("=== one\nsame\n=== two\nold", "a.txt, line 5, under === two\nexpected: \n but was: (no line)"),
      ("=== one\nsame\n=== two\nold\n\n", "a.txt, line 6, under === two\nexpected: (no line)\n but was: "),
      ("=== one\n\n=== two\nold\n", "a.txt, line 2, under === one\nexpected: same\n but was: "),
    ] {
      #expect(try golden.difference(of: text, from: "a.txt") == expected)
    }
    #expect(try golden.difference(of: "", from: "b.txt") == "b.txt is missing.")
  }
}

@Suite("Dates in a country's format")
struct DatePatternTests {
  @Test("requires three different parts and two separators")
  func declaration() {
    #expect(DatePattern(parts: [.day, .month, .year], separators: [".", "."]) != nil)
    #expect(DatePattern(parts: [.day, .month, .month], separators: [".", "."]) == nil)
    #expect(DatePattern(parts: [.day, .month], separators: ["."]) == nil)
    #expect(DatePattern(parts: [.day, .month, .year], separators: ["."]) == nil)
  }

  @Test("formats a date with the parts that it has")
  func text() throws {
    let german = try #require(DatePattern(parts: [.day, .month, .year], separators: [".", ". "]))
    #expect(german.text(year: 2026, month: 1, day: 10) == "10.01. 2026")
    #expect(german.text(month: 12, day: 9) == "09.12")
    #expect(german.text(year: 2026, month: 1) == "01. 2026")
    #expect(DatePattern.iso.text(month: 1, day: 31) == "01-31")
  }

  @Test(
    "rewrites a leading date to ISO 8601, and keeps the rest",
    arguments: [
      ("31.1.2026", "2026-01-31"), ("1.12.2026 14:30", "2026-12-01 14:30"), ("01.02.2026", "2026-02-01"),
      ("31.1.26", nil), ("31.1.20261", nil), ("131.1.2026", nil), (".1.2026", nil), ("31/1/2026", nil), ("31.1", nil),
      ("", nil), ("٣١.1.2026", nil),
    ] as [(String, String?)]
  )
  func isoText(text: String, expected: String?) throws {
    let german = try #require(DatePattern(parts: [.day, .month, .year], separators: [".", "."]))
    #expect(german.isoText(of: text) == expected)
    #expect(DatePattern.iso.isoText(of: text) == text)
  }
}

@Suite("Waiting for observable state")
@MainActor
struct SettleTests {
  @Observable
  final class Counter {
    var count = 0
  }

  @Test("returns when a change makes the condition true, and immediately if it is true")
  func change() async {
    let counter = Counter()
    let waiting = Task {
      await settle { counter.count == 2 }
      return counter.count
    }
    Task { counter.count += 1 }
    Task { counter.count += 1 }
    #expect(await waiting.value == 2)
    await settle { counter.count == 2 }
  }

  @Test("returns when the task is cancelled")
  func cancellation() async {
    let waiting = Task { await settle { false } }
    waiting.cancel()
    await waiting.value
  }
}
