import Foundation

/// How long a service asks to wait (RFC 9110, section 10.2.3).
enum RetryAfter {
  /// Reads `Retry-After` in both forms, a number of seconds or a date.
  ///
  /// A date is counted from the answer's own `Date` where it has one, so that a clock that is wrong on either side does no harm.
  ///
  /// - Returns: The wait, zero for a date that is past; `nil` where the field is missing or malformed.
  static func delay(in headers: HTTPFields, now: Date) -> Duration? {
    guard let value = headers[values: .retryAfter].first, !value.isEmpty else { return nil }
    if value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return .seconds(min(Int(value) ?? Int.max, longest))
    }
    guard let date = HTTPDate.parse(value, now: now) else { return nil }
    let start = headers[values: "Date"].first.flatMap { HTTPDate.parse($0, now: now) } ?? now
    return .milliseconds(Int64(min(max(0, date.timeIntervalSince(start)), TimeInterval(longest)) * 1000))
  }

  /// A hundred years, in seconds: more than any limit, and far from overflow.
  private static let longest = 3_155_760_000
}
