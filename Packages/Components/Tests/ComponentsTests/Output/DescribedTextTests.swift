import BasicsTesting
import Testing

@testable import Components

@Suite("Described text")
struct DescribedTextTests {
  private let group = DescribedTextGroup([
    DescribedText("Count", "3"),
    DescribedText("Response code", "7f0c5a52 is the answer"),
  ])

  private func terminal(_ width: Int) -> OutputMode { OutputMode(layout: .terminal, width: width) }

  @Test("aligns titles and values in two columns on a terminal")
  func aligned() {
    #expect(
      group.rendered(for: terminal(80)) == """
        Count          3
        Response code  7f0c5a52 is the answer

        """
    )
  }

  @Test("puts values beside their titles if there are at least twelve columns for them")
  func leastWidth() {
    let text = DescribedTextGroup([DescribedText("Name", "one two three")])
    #expect(text.rendered(for: OutputMode(layout: .terminal, width: 18)) == "Name  one two\n      three\n")
    #expect(text.rendered(for: OutputMode(layout: .terminal, width: 17)) == "Name\n  one two three\n")
    #expect(
      text.rendered(for: OutputMode(layout: .terminal, width: 1)).split(separator: "\n").allSatisfy { $0.count == 1 }
    )
  }

  @Test("wraps long values within their column")
  func wrapped() {
    #expect(
      group.rendered(for: terminal(29)) == """
        Count          3
        Response code  7f0c5a52 is
                       the answer

        """
    )
  }

  @Test("puts values below their titles if there is too little room")
  func stacked() {
    #expect(
      group.rendered(for: terminal(14)) == """
        Count
          3
        Response code
          7f0c5a52 is
          the answer

        """
    )
  }

  @Test("separates fields with tabs in records and with colons in linear text")
  func machine() {
    let group = DescribedTextGroup([DescribedText("Address", "1 Street\nTown"), DescribedText("Empty", "")])
    #expect(group.rendered(for: .records) == "Address\t1 Street Town\nEmpty\t\n")
    #expect(group.rendered(for: .linear) == "Address: 1 Street\n  Town\nEmpty: \n")
  }

  @Test("styles the titles of values, and sanitizes hostile text")
  func styled() {
    let group = DescribedTextGroup([DescribedText("A\u{1B}\n", "b\u{1B}[2J")])
    let capabilities = OutputCapabilities(colorDepth: .sixteen, showsAttributes: true, showsHyperlinks: false)
    var theme = Theme.dark
    theme.typography.label = .bold
    var mode = OutputMode.terminal(width: 40, capabilities: capabilities)
    mode.use(theme)
    #expect(group.rendered(for: mode) == "\u{1B}[1mA\u{241B} \u{1B}[0m  b\u{241B}[2J\n")
  }

  @Test("truncates a line that its indentation makes wider than the sum of both")
  func widerWithIndentation() {
    // Vowel signs after a blank form other clusters than at the start of a line.
    let value = StyledText("\u{E33}\u{FF9E}\u{93F}\u{1100}\u{AC01}\u{1F1E9} \u{B95}")
    #expect(value.displayWidth() == 10)
    #expect((StyledText("  ") + value).displayWidth() == 13)
    let text = DescribedTextGroup([DescribedText("Title", value)]).rendered(for: terminal(12))
    #expect(text.split(separator: "\n").map { $0.displayWidth() } == [5, 12])
  }

  @Test("renders described text within the terminal width", arguments: 1...40)
  func neverTooWide(width: Int) {
    var random = RandomText(seed: UInt64(width))
    for _ in 0..<LongTests.rounds(byDay: 20, byNight: 1_000) {
      let items = (0..<3).map { _ in
        DescribedText(random.printable(maximumParts: 6), random.printable(maximumParts: 12, lineFeeds: true))
      }
      let text = DescribedTextGroup(items).rendered(for: terminal(width))
      #expect(text.split(separator: "\n").allSatisfy { $0.displayWidth() <= width })
    }
  }

  @Test("renders an empty group of titled values as an empty string")
  func empty() {
    #expect(DescribedTextGroup([]).rendered(for: .records) == "")
    #expect(DescribedTextGroup([]).rendered(for: terminal(80)) == "")
  }
}
