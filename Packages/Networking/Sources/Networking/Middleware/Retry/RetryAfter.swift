public import Foundation

extension HTTPFields {
  /// The wait that a service requests with `Retry-After`, as seconds or as a date (RFC 9110, section 10.2.3).
  ///
  /// A date counts from the response's own `Date` field if there is one, so that a wrong clock on either side does no harm.
  ///
  /// - Parameter now: The current time, for responses without a `Date`.
  /// - Returns: The wait, zero for a past date; `nil` if the field is missing or malformed.
  public func retryAfter(now: Date) -> Duration? {
    guard let value = self[values: .retryAfter].first, !value.isEmpty else { return nil }
    // A hundred years: more than any limit, and far from overflow.
    let longest = 3_155_760_000
    if value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return .seconds(Swift.min(Int(value) ?? Int.max, longest))
    }
    guard let date = HTTPDate.parse(value, now: now) else { return nil }
    let start = self[values: "Date"].first.flatMap { HTTPDate.parse($0, now: now) } ?? now
    return .milliseconds(Int64(Swift.min(Swift.max(0, date.timeIntervalSince(start)), TimeInterval(longest)) * 1000))
  }
}
