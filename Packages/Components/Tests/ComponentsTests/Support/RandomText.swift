import BasicsTesting

/// A generator of random text with difficult widths, controls and cluster boundaries.
struct RandomText {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private static let printable: [String] = [
    "a", "b", "Z", "0", "-", ".", "(", ")", " ", " ", " ", "word", "hyphen-ated", "\u{E9}", "e\u{301}", "\u{301}",
    "\u{3B1}", "\u{2502}", "\u{B1}", "\u{4F60}", "\u{597D}", "\u{3002}", "\u{300C}", "\u{300D}", "\u{AC00}", "\u{AC01}",
    "\u{1100}", "\u{1161}", "\u{11A8}", "\u{1F600}", "\u{2764}", "\u{2764}\u{FE0F}", "\u{FE0F}", "\u{FE0E}", "\u{231A}",
    "\u{200D}", "\u{1F469}\u{200D}\u{1F680}", "\u{1F44B}\u{1F3FD}", "\u{270C}\u{1F3FB}", "\u{1F3FB}", "\u{1F1E9}",
    "\u{1F1EA}", "1\u{FE0F}\u{20E3}", "\u{915}", "\u{94D}", "\u{93F}", "\u{200C}", "\u{0B95}", "\u{0BCD}", "\u{1000}",
    "\u{102C}", "\u{1039}", "\u{E01}", "\u{E33}", "\u{600}", "\u{AD}", "\u{200B}", "\u{A0}", "\u{2014}", "\u{16D63}",
    "\u{16D67}", "\u{D7B}", "\u{D4D}", "\u{D31}", "\u{378}", "\u{10FFFF}", "\u{3248}", "\u{1C89}", "\u{3164}",
    "\u{FF9E}",
    "\u{601}\u{602}\u{603}", "\u{1100}\u{1101}\u{1102}", "\u{93F}\u{940}\u{93F}\u{940}\u{93F}", "\u{F0000}",
    "\u{E0100}", "\u{10FFFF}", "\u{1D173}", "\u{A9}",
  ]

  private static let lineEnds: [String] = ["\n", "\r\n", "\n\n"]

  private static let hostile: [String] = [
    "\u{0}", "\u{7}", "\u{8}", "\t", "\u{B}", "\u{C}", "\r", "\u{1B}", "\u{1B}[31m", "\u{1B}[2J", "\u{1B}]0;t\u{7}",
    "\u{1B}]8;;http://a\u{1B}\\", "\u{1B}P", "\u{7F}", "\u{85}", "\u{9B}31m", "\u{9D}", "\u{2028}", "\u{2029}",
    "\u{202E}",
    "\u{202A}", "\u{2066}", "\u{2069}", "\u{206A}", "\u{200E}", "\u{E0001}", "\u{E0041}", "\u{E007F}", "\u{FFF9}",
    "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "\u{1F3F4}", "\u{FEFF}",
  ]

  /// Returns text without controls, optionally with line feeds.
  mutating func printable(maximumParts: Int, lineFeeds: Bool = false) -> String {
    text(maximumParts, Self.printable + (lineFeeds ? Self.lineEnds : []))
  }

  mutating func hostile(maximumParts: Int) -> String {
    text(maximumParts, Self.hostile + Self.lineEnds + Self.printable)
  }

  mutating func number(in range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  private mutating func text(_ maximumParts: Int, _ parts: [String]) -> String {
    var result = ""
    for _ in 0..<number(in: 0...maximumParts) { result += parts[number(in: 0...(parts.count - 1))] }
    return result
  }
}
