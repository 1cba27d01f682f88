/// Which part of the whole an answer holds (RFC 9110, section 14.4).
struct ContentRange: Hashable {
  /// The first and the last byte, or `nil` where there is none (416).
  let bounds: ClosedRange<Int>?
  /// The length of the whole; `nil` where the service does not know it.
  let total: Int?

  init?(_ value: String) {
    let parts = value.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
    let halves = parts[1].split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2 else { return nil }
    if halves[1] == "*" {
      total = nil
    } else {
      guard let number = Self.number(halves[1]) else { return nil }
      total = number
    }
    if halves[0] == "*" {
      bounds = nil
      return
    }
    let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last,
      last < total ?? .max
    else { return nil }
    bounds = first...last
  }

  /// Digits only: `Int` would also take a sign.
  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }
}
