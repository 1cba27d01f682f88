import Testing

@testable import Components

@Suite("Output mode")
struct OutputModeTests {
  private func detected(
    isPlain: Bool = false,
    color: ColorChoice = .auto,
    environment: [String: String] = ["TERM": "xterm-256color"],
    isTerminal: Bool = true,
    columns: Int? = 100
  ) -> OutputMode {
    .detected(
      isPlain: isPlain,
      color: color,
      environment: environment,
      isTerminal: isTerminal,
      columns: columns
    )
  }

  @Test("selects the terminal, records or linear layout for an output stream")
  func layouts() {
    #expect(detected().layout == .terminal)
    #expect(detected().width == 100)
    #expect(detected().capabilities.colorDepth == .twoFiftySix)
    #expect(detected(isTerminal: false) == .records)
    #expect(detected(isPlain: true) == .linear)
    #expect(detected(isPlain: true, color: .always, isTerminal: false) == .linear)
  }

  @Test("colors records only on request")
  func forcedColor() {
    let mode = detected(color: .always, isTerminal: false)
    #expect(mode.layout == .records)
    #expect(mode.capabilities.colorDepth == .twoFiftySix)
    #expect(mode.width == nil)
  }

  @Test(
    "uses COLUMNS or the default width if the terminal width is unknown",
    arguments: [
      (nil, "120", 120), (nil, nil, 80), (0, "0", 80), (0, "-4", 80), (nil, "wide", 80), (90, "120", 90),
      (nil, "65535", 65_535), (nil, "65536", 80), (nil, "9223372036854775807", 80),
    ] as [(Int?, String?, Int)]
  )
  func widths(columns: Int?, variable: String?, width: Int) {
    var environment = ["TERM": "xterm"]
    environment["COLUMNS"] = variable
    #expect(detected(environment: environment, columns: columns).width == width)
  }

  @Test("wraps text only on a terminal")
  func rendering() {
    let text = StyledText("one two ", .bold) + "three"
    #expect(text.rendered(for: .records) == "one two three")
    #expect(text.rendered(for: OutputMode(layout: .terminal, width: 8)) == "one two\nthree")
    #expect(text.rendered(for: .terminal(width: 8)) == "\u{1B}[1mone two\u{1B}[0m\nthree")
    #expect(text.rendered(for: OutputMode(layout: .terminal)) == "one two three")
  }
}
