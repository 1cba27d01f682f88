/// A number of seconds in a field (RFC 9111, section 1.2.2).
enum DeltaSeconds {
  /// What a number that is too large counts as: 2³¹, about 68 years.
  static let maximum = 1 << 31

  /// The number, at most ``maximum``; `nil` where the text is anything but digits.
  static func parse(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty else { return nil }
    var number = 0
    for byte in text.utf8 {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      number = min(number * 10 + Int(byte - UInt8(ascii: "0")), maximum)
    }
    return number
  }
}
