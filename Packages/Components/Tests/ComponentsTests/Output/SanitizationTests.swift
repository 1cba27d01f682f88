import BasicsTesting
import Testing

@testable import Components

@Suite("Sanitization of untrusted text")
struct SanitizationTests {
  @Test(
    "replaces characters that could control a terminal or deceive the reader, and keeps other text",
    arguments: [
      ("plain text \u{E9}\u{4F60}\u{1F600}", "plain text \u{E9}\u{4F60}\u{1F600}"),
      ("\u{1B}[31mred", "\u{241B}[31mred"), ("\u{0}\u{1F}", "\u{2400}\u{241F}"), ("a\u{7F}b", "a\u{2421}b"),
      ("\u{1B}]0;x\u{7}", "\u{241B}]0;x\u{2407}"), ("\u{9B}31m", "\u{FFFD}31m"), ("\u{80}\u{9F}", "\u{FFFD}\u{FFFD}"),
      ("\u{85}", "\u{FFFD}"), ("abc\u{202E}fdp.exe", "abc\u{FFFD}fdp.exe"), ("\u{2066}x\u{2069}", "\u{FFFD}x\u{FFFD}"),
      ("\u{E0041}\u{E0001}", "\u{FFFD}\u{FFFD}"), ("\u{FFF9}", "\u{FFFD}"), ("\u{206A}", "\u{FFFD}"),
      ("\u{5D0}\u{200F}!", "\u{5D0}\u{200F}!"), ("a\nb\tc", "a b c"), ("a\r\nb", "a b"), ("a\rb", "a\u{240D}b"),
      ("a\u{2028}b\u{2029}c", "a b c"), ("\u{A0}\u{2013}\u{2026}", "\u{A0}\u{2013}\u{2026}"), ("", ""),
      ("\u{336}a\u{336}", "\u{25CC}\u{336}a\u{336}"), ("\u{200D}\u{1F680}", "\u{25CC}\u{200D}\u{1F680}"),
      ("a\u{3164}b\u{FFA0}c", "a b c"), ("\u{3164}", " "), ("\u{115F}\u{1160}", "  "),
      ("\u{1100}\u{1160}", "\u{1100} "),
      ("\u{1F3FD}", "\u{1F3FD}"), ("\u{1B}\u{301}", "\u{241B}\u{301}"),
    ] as [(String, String)]
  )
  func singleLine(text: String, shown: String) {
    #expect(text.sanitized() == shown)
  }

  @Test(
    "keeps line feeds and tabs, or replaces them with blanks or symbols, according to the policy",
    arguments: [
      (.multiLine, "a\nb c"), (.revealing, "a\u{240A}b\u{2409}c"), (.singleLine, "a b c"),
      (SanitizationPolicy(newline: .keep, tab: .keep), "a\nb\tc"),
    ] as [(SanitizationPolicy, String)]
  )
  func policies(policy: SanitizationPolicy, shown: String) {
    #expect("a\nb\tc".sanitized(policy) == shown)
  }

  @Test("treats every kind of line ending as one line feed")
  func lineEnds() {
    #expect("a\r\nb\u{2028}c".sanitized(.multiLine) == "a\nb\nc")
    #expect("a\r\nb".sanitized(.revealing) == "a\u{240D}\u{240A}b")
    #expect("\r\r\n".sanitized(.multiLine) == "\u{240D}\n")
  }

  @Test("adds a base to a combining mark at the start of a line")
  func leadingMarks() {
    #expect("a\n\u{301}".sanitized(.multiLine) == "a\n\u{25CC}\u{301}")
    #expect("a\n\u{301}".sanitized(.singleLine) == "a \u{301}")
    #expect("\u{93F}".sanitized().displayWidth() == 2)
  }

  @Test("keeps the flags of England, Scotland and Wales, and replaces other tag characters")
  func subdivisionFlags() {
    let england = "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"
    #expect(england.sanitized() == england)
    #expect(("x" + england + "\u{1B}").sanitized() == "x" + england + "\u{241B}")
    let texas = "\u{1F3F4}\u{E0075}\u{E0073}\u{E0074}\u{E0078}\u{E007F}"
    #expect(texas.sanitized() == "\u{1F3F4}" + String(repeating: "\u{FFFD}", count: 5))
    let open = "\u{1F3F4}\u{E0067}\u{E0062}"
    #expect(open.sanitized() == "\u{1F3F4}\u{FFFD}\u{FFFD}")
  }

  @Test("sanitizes text full of flags in linear time")
  func isLinearInFlags() {
    #expect(
      takesLinearTime { count in
        let england = "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"
        let text = String(repeating: england, count: count) + "\u{1B}"
        return { _ = text.sanitized() }
      }
    )
  }

  @Test(
    "leaves no control characters, and is idempotent",
    arguments: [SanitizationPolicy.singleLine, .multiLine, .revealing]
  )
  func fuzz(policy: SanitizationPolicy) {
    var random = RandomText(seed: 10)
    for _ in 0..<LongTests.rounds(byDay: 2_000, byNight: 50_000) {
      // Given: random hostile text
      let text = random.hostile(maximumParts: 10)
      // When: it is sanitized
      let safe = text.sanitized(policy)
      // Then: no control characters are left, apart from kept line feeds
      let keepsNewline = policy.newline == .keep
      #expect(!safe.unicodeScalars.contains { Self.isDangerous($0) && !(keepsNewline && $0 == "\n") })
      #expect(safe.sanitized(policy) == safe)
    }
  }

  @Test("replaces every harmful scalar and no other")
  func everyScalar() {
    for scalar in Scalars.sample {
      let isChanged = ("a" + String(scalar)).sanitized(.singleLine) != "a" + String(scalar)
      if isChanged != Self.isDangerous(scalar) && !(0xE0000...0xE007F).contains(scalar.value) {
        Issue.record("U+\(String(scalar.value, radix: 16))")
      }
    }
  }

  private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x115F, 0x1160, 0x3164, 0xFFA0: true
    case 0x202A...0x202E, 0x2066...0x206F, 0x2028, 0x2029, 0xFFF9...0xFFFB: true
    default: scalar.properties.generalCategory == .control
    }
  }
}
