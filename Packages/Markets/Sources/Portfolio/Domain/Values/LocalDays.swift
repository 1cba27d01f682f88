import Basics
import Foundation

/// A converter from times to calendar days in a time zone.
///
/// A calendar takes microseconds for each conversion. Therefore, the offset from UTC is cached for each UTC day with a
/// constant offset.
struct LocalDays {
  private static let dayLength: Int64 = 86_400_000

  private let timeZone: TimeZone
  /// The offset from UTC in milliseconds, by UTC day; `nil` for a day with a changing offset.
  private var offsets: [Int64: Int64?] = [:]

  init(_ timeZone: TimeZone) { self.timeZone = timeZone }

  /// Returns the number of days from 1970-01-01 to the local day that contains a time.
  mutating func day(of time: Timestamp) -> Int {
    let day = time.milliseconds / Self.dayLength
    let known = offsets[day]
    let offset: Int64?
    if let known {
      offset = known
    } else {
      let (first, last) = (self.offset(at: day * Self.dayLength), self.offset(at: (day + 1) * Self.dayLength - 1))
      offset = first == last ? first : nil
      offsets.updateValue(offset, forKey: day)
    }
    let local = Double(time.milliseconds + (offset ?? self.offset(at: time.milliseconds)))
    return Int((local / Double(Self.dayLength)).rounded(.down))
  }

  /// Returns the year that contains a day, given in days since 1970-01-01.
  func year(ofDay day: Int) -> Int { CalendarDate(daysSince1970: day).year }

  private func offset(at milliseconds: Int64) -> Int64 {
    Int64(timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(milliseconds) / 1_000))) * 1_000
  }
}
