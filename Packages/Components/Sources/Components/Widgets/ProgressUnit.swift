/// What is counted by a progress bar.
public enum ProgressUnit: Hashable, Sendable {
  /// Things, with a name for many of them; an empty one is left out.
  case items(String)
  /// Bytes, in kB, MB and so on of 1,000 each (ISO/IEC 80000-13).
  case bytes

  /// A number of them.
  public func text(_ value: Double) -> String {
    switch self {
    case .items(let name):
      let number = Decimals.text(value.rounded(.down), decimals: 0)
      let name = name.sanitized(.singleLine)
      return name.isEmpty ? number : "\(number) \(name)"
    case .bytes: return Self.bytes(value)
    }
  }

  /// A number of them in a second.
  public func rateText(_ rate: Double) -> String {
    switch self {
    case .items: Decimals.text(rate, decimals: rate < 10 ? 1 : 0) + "/s"
    case .bytes: Self.bytes(rate) + "/s"
    }
  }

  private static func bytes(_ value: Double) -> String {
    var value = max(value, 0)
    var unit = "B"
    for larger in ["kB", "MB", "GB", "TB", "PB"] where value >= 1000 {
      value /= 1000
      unit = larger
    }
    let decimals = unit == "B" || value >= 100 ? 0 : 1
    return "\(Decimals.text(value, decimals: decimals)) \(unit)"
  }
}

extension Duration {
  /// The time in the two largest units that it has, such as `1 h 05 min`; seconds alone below a minute.
  var roughText: String {
    let seconds = Int(max(self / .seconds(1), 0).rounded())
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    switch seconds {
    case ..<60: return "\(seconds) s"
    case ..<3600: return "\(seconds / 60) min \(two(seconds % 60)) s"
    case ..<86_400: return "\(seconds / 3600) h \(two(seconds % 3600 / 60)) min"
    default: return "\(seconds / 86_400) d \(two(seconds % 86_400 / 3600)) h"
    }
  }
}
