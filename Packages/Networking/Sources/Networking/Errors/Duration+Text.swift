/// Durations in English, for messages and logs. Foundation's formatters would link ICU's data into static programs.
extension Duration {
  /// The duration in minutes, seconds and milliseconds, such as `1 minute, 30 seconds`.
  var inWords: String {
    let (seconds, attoseconds) = components
    let parts = [
      (seconds / 60, "minute"),
      (seconds % 60, "second"),
      (attoseconds / 1_000_000_000_000_000, "millisecond"),
    ]
    let words = parts.filter { $0.0 > 0 }.map { count, unit in "\(count) \(unit)\(count == 1 ? "" : "s")" }
    return words.isEmpty ? "0 seconds" : words.joined(separator: ", ")
  }

  /// The duration in milliseconds if it is less than a second, otherwise in seconds, such as `3 ms` or `1.250 s`.
  var abbreviated: String {
    let (seconds, attoseconds) = components
    let milliseconds = attoseconds / 1_000_000_000_000_000
    guard seconds > 0 else { return "\(max(0, milliseconds)) ms" }
    return "\(seconds).\("\(1000 + milliseconds)".dropFirst()) s"
  }

  /// The duration, with any fraction of a second rounded up to a whole second.
  var roundedUpToSeconds: Duration {
    let (seconds, attoseconds) = components
    return .seconds(attoseconds > 0 ? seconds + 1 : seconds)
  }
}
