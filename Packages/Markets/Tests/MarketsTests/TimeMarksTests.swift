import Basics
import BasicsTesting
import Components
import Foundation
import Testing

@testable import Markets

@Suite("Chart time marks")
struct TimeMarksTests {
  /// 2026-01-31 12:00 UTC.
  private static let end = Date(timeIntervalSince1970: 1_769_860_800)
  private static let hour = 3_600.0
  private static let day = 86_400.0

  /// Returns the labels below a chart as they are drawn.
  private static func labels(
    _ length: TimeInterval,
    width: Int = 80,
    until end: Date = end,
    _ timeZone: TimeZone = .gmt
  ) -> [String] {
    let axes = MoneyAxes(from: end.addingTimeInterval(-length), to: end, currency: .aud, timeZone: timeZone)
    let points = [
      ChartPoint(x: end.timeIntervalSince1970 - length, y: 1), ChartPoint(x: end.timeIntervalSince1970, y: 2),
    ]
    let chart = LineChart([ChartSeries("", points: points)], xAxis: axes.time)
    let size = Size(width: width, height: 8)
    let line = chart.frame(size: size, environment: RenderEnvironment(isAnimated: false)).buffer.lines.last ?? ""
    // Labels can contain single spaces, and are separated by at least two spaces.
    return line.components(separatedBy: "  ").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  @Test(
    "gives round times unambiguous labels in every chart range",
    arguments: [
      (hour, ["01-31 11:00", "11:10", "11:20", "11:30", "11:40", "11:50", "12:00"]),
      (6 * hour, ["01-31 06:00", "07:00", "08:00", "09:00", "10:00", "11:00", "12:00"]),
      (day, ["01-30 12:00", "18:00", "01-31", "06:00", "12:00"]),
      (2 * day, ["01-29 12:00", "01-30", "12:00", "01-31", "12:00"]),
      (7 * day, ["2026-01-25", "01-26", "01-27", "01-28", "01-29", "01-30", "01-31"]),
      (30 * day, ["2026-01-05", "01-12", "01-19", "01-26"]),
      (90 * day, ["2025-11-10", "11-24", "12-08", "12-22", "2026-01-05", "01-19"]),
      (365 * day, ["2025-03", "2025-05", "2025-07", "2025-09", "2025-11", "2026-01"]),
      (5 * 365 * day, ["2022", "2023", "2024", "2025", "2026"]),
      (13 * 365 * day, ["2014", "2016", "2018", "2020", "2022", "2024", "2026"]),
    ] as [(TimeInterval, [String])]
  )
  func ranges(_ length: TimeInterval, _ expected: [String]) {
    #expect(Self.labels(length) == expected)
  }

  @Test(
    "draws fewer time marks in a narrow window, without repeating unchanged date parts",
    arguments: [
      (day, ["01-30 12:00", "01-31", "12:00"]), (7 * day, ["2026-01-25", "01-28", "01-31"]),
      (30 * day, ["2026-01-05", "01-19"]), (365 * day, ["2025-07", "2026-01"]),
      (5 * 365 * day, ["2022", "2024", "2026"]),
    ] as [(TimeInterval, [String])]
  )
  func fewColumns(_ length: TimeInterval, _ expected: [String]) {
    #expect(Self.labels(length, width: 40) == expected)
  }

  @Test("labels days in the date format of the user's locale")
  func locale() throws {
    let german = try #require(DatePattern(parts: [.day, .month, .year], separators: [".", "."]))
    let format = RegionalFormat(numbers: .posix, dates: german)
    RegionalFormat.with(format) {
      #expect(Self.labels(7 * Self.day, width: 40) == ["25.01.2026", "28.01", "31.01"])
      #expect(Self.labels(365 * Self.day, width: 40) == ["07.2025", "01.2026"])
    }
  }

  @Test("includes the year in the label for 1 January")
  func newYear() {
    let end = Date(timeIntervalSince1970: 1_767_268_800)  // 2026-01-01 12:00 UTC
    #expect(Self.labels(Self.day, until: end) == ["12-31 12:00", "18:00", "2026-01-01", "06:00", "12:00"])
    #expect(Self.labels(4 * Self.day, until: end) == ["2025-12-29", "12-30", "12-31", "2026-01-01"])
  }

  @Test("respects a time zone's daylight saving time and missing midnights")
  func timeZones() throws {
    let brisbane = try #require(TimeZone(identifier: "Australia/Brisbane"))
    #expect(Self.labels(Self.day, brisbane) == ["01-31", "06:00", "12:00", "18:00"])
    // In Vienna, 02:30 doesn't exist on 2026-03-29 and occurs twice on 2025-10-26.
    let vienna = try #require(TimeZone(identifier: "Europe/Vienna"))
    let spring = Date(timeIntervalSince1970: 1_774_751_400)  // 04:30
    #expect(
      Self.labels(3 * Self.hour, width: 110, until: spring, vienna)
        == ["03-29 00:30", "01:00", "01:30", "03:00", "03:30", "04:00", "04:30"]
    )
    // In Cairo, 2026-04-24 begins at 01:00.
    let cairo = try #require(TimeZone(identifier: "Africa/Cairo"))
    let morning = Date(timeIntervalSince1970: 1_777_006_800)  // 08:00
    #expect(Self.labels(16 * Self.hour, until: morning, cairo).contains("04-24 03:00"))
  }

  @Test(
    "marks at least the start of a chart range that is too short for two round times",
    arguments: [5.0, 59, 61, 3_000]
  )
  func short(length: TimeInterval) {
    let end = Self.end.addingTimeInterval(-7)
    #expect(!Self.labels(length, until: end).isEmpty)
  }

  @Test(
    "draws labels that are unambiguous when read from left to right, in any range, width and time zone",
    arguments: ["GMT", "Europe/Vienna", "America/St_Johns", "Australia/Lord_Howe", "Pacific/Apia", "Africa/Cairo"]
  )
  func unambiguous(zone: String) throws {
    let timeZone = try #require(TimeZone(identifier: zone))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<200 {
      // Given a range between an hour and about 14 years
      let length = Self.hour * pow(2, Double.random(in: 0...17, using: &generator))
      let end = Self.end.addingTimeInterval(Double.random(in: -3e8...0, using: &generator).rounded())
      let marks = TimeMarks(from: end.addingTimeInterval(-length), to: end, timeZone: timeZone)
      for density in marks.densities(maximumCount: Int.random(in: 2...20, using: &generator)).dropLast() {
        // When the labels are read from left to right
        var reader = LabelReader(year: calendar.component(.year, from: end.addingTimeInterval(-length)))
        for mark in density {
          let read = reader.read(mark.label)
          // Then each label gives the time of its mark
          let parts = calendar.dateComponents(
            [.year, .month, .day, .hour, .minute],
            from: Date(timeIntervalSince1970: mark.value)
          )
          #expect(read == [parts.year, parts.month, parts.day, parts.hour, parts.minute].map { $0 ?? -1 }, "\(mark)")
        }
        #expect(density.map(\.value) == density.map(\.value).sorted())
        #expect(Set(density.map(\.value)).count == density.count)
      }
    }
  }

  /// A reader that reads labels like a person: omitted parts are the same as in the previous label.
  private struct LabelReader {
    var year: Int
    var month = 1
    var day = 1

    mutating func read(_ label: String) -> [Int] {
      var (hour, minute) = (0, 0)
      for word in label.split(separator: " ") {
        if word.contains(":") {
          let parts = word.split(separator: ":").compactMap { Int($0) }
          (hour, minute) = (parts[0], parts[1])
        } else {
          let parts = word.split(separator: "-").compactMap { Int($0) }
          let hasYear = parts[0] > 31
          if hasYear { (year, month, day) = (parts[0], 1, 1) }
          let rest = hasYear ? Array(parts.dropFirst()) : parts
          if let first = rest.first { month = first }
          day = rest.count > 1 ? rest[1] : 1
        }
      }
      return [year, month, day, hour, minute]
    }
  }
}
