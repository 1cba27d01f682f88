public import Foundation

/// How long ago something was, in a few words.
public enum RelativeAge {
  /// The words: `just now`, `5 min ago`, `3 h ago`, `2 days ago`.
  ///
  /// What seems to lie in the future, as after a clock was put back, is `just now`.
  public static func text(of date: Date, now: Date) -> String {
    let seconds = now.timeIntervalSince(date)
    guard seconds.isFinite, seconds >= 60 else { return "just now" }
    if seconds < 3_600 { return "\(Int(seconds / 60)) min ago" }
    if seconds < 86_400 { return "\(Int(seconds / 3_600)) h ago" }
    let days = Int(min(seconds / 86_400, 1e6))
    return days == 1 ? "1 day ago" : "\(days) days ago"
  }

  /// How long until a time: `in 45 s`, `in 2 min`; `now` once it has come.
  public static func text(until date: Date, now: Date) -> String {
    let seconds = date.timeIntervalSince(now)
    guard seconds.isFinite, seconds > 0 else { return "now" }
    if seconds < 120 { return "in \(Int(seconds.rounded(.up))) s" }
    return "in \(Int((min(seconds, 1e9) / 60).rounded(.up))) min"
  }
}
