import Basics
import Foundation

/// A time in whole milliseconds from 1970 to 9999 in UTC, written as RFC 3339 with three decimal places.
struct Timestamp: Sendable, Hashable, Comparable {
  static let range: ClosedRange<Int64> = 0...253_402_300_799_999

  let milliseconds: Int64

  init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Creates a timestamp by rounding a date to the nearest millisecond; `nil` before 1970 and after 9999.
  init?(_ date: Date) {
    let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
    guard milliseconds >= 0, milliseconds <= Double(Timestamp.range.upperBound) else { return nil }
    self.init(milliseconds: Int64(milliseconds))
  }

  var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }

  static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

  static let textLength = 24

  /// Creates a timestamp from RFC 3339 text in UTC with up to 15 decimal places.
  ///
  /// Digits beyond milliseconds are dropped.
  init?(bytes: UnsafeBufferPointer<UInt8>) {
    // Leap seconds and lowercase letters are valid in RFC 3339, but the ledger doesn't accept them.
    guard bytes.count >= 20, bytes[10] == UInt8(ascii: "T"), bytes[bytes.count - 1] == UInt8(ascii: "Z"),
      bytes[17] < UInt8(ascii: "6"), let milliseconds = RFC3339.milliseconds(from: bytes), milliseconds >= 0
    else { return nil }
    self.init(milliseconds: Int64(milliseconds))
  }

  init?(text: String) {
    var text = text
    guard let moment = text.withUTF8({ Timestamp(bytes: $0) }) else { return nil }
    self = moment
  }

  var text: String { RFC3339.text(milliseconds: Int(milliseconds)) }
}
