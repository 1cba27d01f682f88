#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The value of the Date field, made anew once a second (RFC 9110, section 5.6.7).
struct HTTPDate {
  private var second = -1
  private(set) var bytes: [UInt8] = []

  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Brings it up to the clock.
  mutating func refresh() {
    var now = time(nil)
    guard Int(now) != second else { return }
    second = Int(now)
    var parts = tm()
    gmtime_r(&now, &parts)
    bytes = Array(Self.text(parts).utf8)
  }

  private static func text(_ parts: tm) -> String {
    func twoDigits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = days[Int(parts.tm_wday)]
    let month = months[Int(parts.tm_mon)]
    let clock = "\(twoDigits(parts.tm_hour)):\(twoDigits(parts.tm_min)):\(twoDigits(parts.tm_sec))"
    return "\(day), \(twoDigits(parts.tm_mday)) \(month) \(parts.tm_year + 1900) \(clock) GMT"
  }
}
