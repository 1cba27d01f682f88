import BasicsTesting
import Testing

@testable import Components

@Suite("Display width")
struct WidthTests {
  @Test(
    "matches the width of text in terminals",
    arguments: [
      ("", 0), ("hello", 5), ("caf\u{E9}", 4), ("cafe\u{301}", 4), ("\u{4F60}\u{597D}", 4), ("\u{FF21}", 2),
      ("\u{FF71}", 1), ("\u{AC00}\u{AC01}", 4), ("\u{1100}\u{1161}\u{11A8}", 2), ("\u{E01}\u{E33}", 2),
      ("\u{915}\u{94D}\u{937}", 2), ("\u{928}\u{93F}", 2), ("\u{AD}", 1), ("\u{200B}", 0), ("\u{301}", 0),
      ("\u{3000}", 2), ("\u{B1}", 1), ("\u{2502}", 1),
    ] as [(String, Int)]
  )
  func width(of text: String, is cells: Int) {
    #expect(text.displayWidth() == cells)
  }

  @Test(
    "measures characters with emoji presentation as two cells wide",
    arguments: [
      ("\u{1F600}", 2), ("\u{2764}", 1), ("\u{2764}\u{FE0F}", 2), ("\u{231A}", 2), ("\u{231A}\u{FE0E}", 1),
      ("\u{231A}\u{FE0F}", 2), ("1\u{FE0F}\u{20E3}", 2), ("1\u{20E3}", 1), ("a\u{FE0F}", 1),
      ("\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467}", 2), ("\u{1F441}\u{FE0F}\u{200D}\u{1F5E8}\u{FE0F}", 2),
      ("\u{1F1E9}\u{1F1EA}", 2), ("\u{1F1E9}", 2), ("\u{1F1E9}\u{1F1EA}\u{1F1EB}", 4), ("\u{1F44B}\u{1F3FD}", 2),
      ("\u{1F3FB}", 2), ("\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", 2), ("\u{1FAEA}", 2),
    ] as [(String, Int)]
  )
  func emoji(_ text: String, takes cells: Int) {
    #expect(text.displayWidth() == cells)
  }

  @Test(
    "measures disputed clusters by the README's rules",
    arguments: [
      ("\u{270C}\u{1F3FB}", 2), ("\u{26F9}\u{1F3FB}\u{200D}\u{2642}", 2), ("\u{102C}", 1), ("\u{1000}\u{102C}", 2),
      ("\u{2764}\u{200D}\u{1F525}", 1), ("\u{26A1}\u{FE0E}", 1), ("\u{600}\u{4F60}", 3), ("a\u{1F3FB}", 3),
      ("\u{1100}\u{1100}", 4), ("\u{93F}", 1), ("\u{D7B}\u{D4D}\u{D31}", 2), ("\u{1780}\u{17D2}\u{178A}\u{17C5}", 3),
    ] as [(String, Int)]
  )
  func disputed(_ text: String, takes cells: Int) {
    #expect(text.displayWidth() == cells)
  }

  @Test("measures ambiguous characters as two cells wide on request")
  func ambiguous() {
    #expect("\u{2502}\u{B1}\u{3B1}".displayWidth(.eastAsian) == 6)
    #expect("\u{2764}\u{FE0E}".displayWidth(.eastAsian) == 1)
    #expect("abc\u{301}\u{4F60}".displayWidth(.eastAsian) == 5)
    #expect("\u{2660}\u{FE0E}".displayWidth(.eastAsian) == 2)
    #expect("\u{10FFFD}".displayWidth(.eastAsian) == 2)
  }

  @Test("measures control codes as zero cells", arguments: ["\u{0}", "\n", "\r\n", "\t", "\u{1B}", "\u{7F}", "\u{9B}"])
  func controls(_ text: String) {
    #expect(text.displayWidth() == 0)
    #expect(("a" + text + "b").displayWidth() == 2)
  }

  @Test("sums the widths of a string's characters, even with difficult cluster boundaries")
  func sumOfCharacters() {
    // Given: difficult text
    var random = RandomText(seed: 1)
    for _ in 0..<LongTests.rounds(byDay: 2_000, byNight: 50_000) {
      let text = random.hostile(maximumParts: 12)
      // When: the width is computed for the whole text and per character
      // Then: the results are equal
      #expect(text.displayWidth() == text.reduce(0) { $0 + $1.displayWidth() }, "\(text.codePoints)")
    }
  }

  @Test("measures at most two cells per scalar, and the same width for a scalar and its string")
  func limits() {
    for scalar in Scalars.sample {
      let width = scalar.displayWidth()
      guard width != String(scalar).displayWidth() || !(0...2).contains(width) else { continue }
      Issue.record("U+\(String(scalar.value, radix: 16)): \(width)")
    }
  }
}
