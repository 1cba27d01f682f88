import Foundation

/// Times and lengths of time as the screen shows them: short, aligned, and the same in every place of the world.
enum ClockText {
  /// A time by a calendar's time zone, as `2026-01-31 12:00:00`.
  static func dateAndTime(_ date: Date, _ calendar: Calendar) -> String {
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
    func digits(_ value: Int?, _ count: Int = 2) -> String {
      let text = String(value ?? 0)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let day = "\(digits(parts.year, 4))-\(digits(parts.month))-\(digits(parts.day))"
    return "\(day) \(digits(parts.hour)):\(digits(parts.minute)):\(digits(parts.second))"
  }

  /// A length of time, in milliseconds below a second, as `12.3 ms`.
  static func length(_ duration: Duration) -> String {
    duration < .seconds(1)
      ? FixedDecimal.text(duration / .milliseconds(1), digits: 1) + " ms"
      : FixedDecimal.text(duration / .seconds(1), digits: 2) + " s"
  }
}
