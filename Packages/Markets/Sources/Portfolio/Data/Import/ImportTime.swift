import Basics
import Foundation

/// A parser for the times in files from other programs.
///
/// The day is written as `2026-01-31`, `2026/01/31` or `31.01.2026`. The time of day (`12:00`, with seconds and their
/// fraction if present), and an offset (`Z`, `+01:00`) or a zone (`UTC`, `Europe/Berlin`) follow. A day without a time
/// means midnight. `01/02/2026` is rejected, because it is a different day in different countries.
struct ImportTime {
  private var rest: ArraySlice<UInt8>

  private init(_ text: String) { rest = Array(text.utf8)[...] }

  /// Returns the time in the ledger's form, or throws the reason as a clause without a period.
  static func text(_ text: String, zone: TimeZone?) throws(LooseFields.Fault) -> String {
    if Timestamp(text: text) != nil { return text }
    var scanner = ImportTime(text.trimmingCharacters(in: .whitespaces))
    guard let local = scanner.localTime() else {
      throw LooseFields.Fault(description: "its time must have the form 2026-01-31T12:00:00Z")
    }
    let name = String(decoding: scanner.rest, as: UTF8.self).trimmingCharacters(in: .whitespaces)
    guard let zone = name.isEmpty ? zone : scanner.offset() ?? namedZone(name) else {
      throw LooseFields.Fault(
        description: name.isEmpty
          ? "its time has no offset or zone; name the file's zone with --zone"
          : "its time zone \(name.quoted(limit: 40)) is unknown"
      )
    }
    guard let milliseconds = utc(local, zone), Timestamp.range.contains(milliseconds) else {
      throw LooseFields.Fault(description: "its time doesn't exist")
    }
    return Timestamp(milliseconds: milliseconds).text
  }

  static func namedZone(_ name: String) -> TimeZone? {
    ["utc", "z"].contains(name.lowercased()) ? .gmt : TimeZone(identifier: name)
  }

  /// Converts a local time, in milliseconds since 1970; a local time that occurs twice is the earlier one.
  private static func utc(_ local: Int64, _ zone: TimeZone) -> Int64? {
    func offset(_ milliseconds: Int64) -> Int64 {
      Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(milliseconds) / 1_000))) * 1_000
    }
    return [offset(local - 86_400_000), offset(local + 86_400_000)].lazy.map { local - $0 }
      .first { $0 + offset($0) == local }
  }

  private mutating func localTime() -> Int64? {
    guard let day = day() else { return nil }
    var milliseconds = Int64(day.daysSince1970) * 86_400_000
    let beforeTime = rest
    guard take("T") || take(" ") else { return milliseconds }
    while take(" ") {}
    guard let hour = number(2), take(":") else {
      rest = beforeTime
      return milliseconds
    }
    guard let minute = number(2), hour < 24, minute < 60 else { return nil }
    milliseconds += Int64(hour * 60 + minute) * 60_000
    guard take(":") else { return milliseconds }
    guard let second = number(2), second < 60 else { return nil }
    milliseconds += Int64(second) * 1_000
    guard take(".") || take(",") else { return milliseconds }
    let digits = rest.prefix { isDigit($0) }
    guard !digits.isEmpty else { return nil }
    rest = rest.dropFirst(digits.count)
    let thousandths = (Array(digits) + [0x30, 0x30]).prefix(3)
    return milliseconds + thousandths.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
  }

  private mutating func day() -> CalendarDate? {
    let start = rest
    if let year = number(4), let separator = rest.first, take("-") || take("/"), let month = number(2),
      rest.first == separator, take("-") || take("/"), let day = number(2)
    {
      return CalendarDate(year: year, month: month, day: day)
    }
    rest = start
    guard let day = number(2), take("."), let month = number(2), take("."), let year = number(4) else { return nil }
    return CalendarDate(year: year, month: month, day: day)
  }

  /// Reads an offset such as `+01:00`, `+0100` or `-05`, which ends the text.
  private mutating func offset() -> TimeZone? {
    _ = take(" ")
    guard let sign = rest.first, take("+") || take("-"), let hours = number(2) else { return nil }
    _ = take(":")
    let minutes = rest.isEmpty ? 0 : number(2)
    guard let minutes, hours < 24, minutes < 60, rest.isEmpty else { return nil }
    let seconds = (hours * 60 + minutes) * 60
    return TimeZone(secondsFromGMT: sign == UInt8(ascii: "-") ? -seconds : seconds)
  }

  private mutating func number(_ count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy(isDigit) else { return nil }
    rest = rest.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  private func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
}
