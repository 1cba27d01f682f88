import Foundation

/// Prints figures with their limits and what they are a multiple of.
enum Report {
  /// Prints a duration that may be at most so long.
  static func time(_ name: String, _ seconds: Double, unit: Unit, limit: Double? = nil, peer: (String, Double)? = nil) {
    let value = seconds / unit.seconds
    var line = "  \(padded(name)) \(text(value)) \(unit.name)"
    if let limit { line += " (at most \(text(limit)))\(value > limit ? ", MISSED" : "")" }
    if let (name, other) = peer {
      line += "; \(name) \(text(other / unit.seconds)) \(unit.name), ratio \(text(seconds / other))"
    }
    print(line)
  }

  /// Prints a rate that must be at least so high.
  static func rate(_ name: String, bytes: Int, seconds: Double, limit: Double? = nil, peer: (String, Double)? = nil) {
    let value = Double(bytes) / seconds / 1e6
    var line = "  \(padded(name)) \(text(value)) MB/s"
    if let limit { line += " (at least \(text(limit)))\(value < limit ? ", MISSED" : "")" }
    if let (name, other) = peer {
      line += "; \(name) \(text(Double(bytes) / other / 1e6)) MB/s, ratio \(text(other / seconds))"
    }
    print(line)
  }

  /// A unit of time.
  struct Unit {
    let name: String
    let seconds: Double

    static let nanoseconds = Unit(name: "ns", seconds: 1e-9)
    static let microseconds = Unit(name: "µs", seconds: 1e-6)
    static let milliseconds = Unit(name: "ms", seconds: 1e-3)
  }

  private static func text(_ value: Double) -> String {
    value.formatted(
      .number.precision(.significantDigits(1...3)).grouping(.never).locale(Locale(identifier: "en_US_POSIX"))
    )
  }

  private static func padded(_ name: String) -> String {
    name + String(repeating: " ", count: max(52 - name.count, 0))
  }
}
