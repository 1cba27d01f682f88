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

  @Test("A terminal gets aligned text of its width, a pipe records, and plain is linear everywhere")
  func layouts() {
    #expect(detected().layout == .terminal)
    #expect(detected().width == 100)
    #expect(detected().capabilities.colorDepth == .twoFiftySix)
    #expect(detected(isTerminal: false) == .records)
    #expect(detected(isPlain: true) == .linear)
    #expect(detected(isPlain: true, color: .always, isTerminal: false) == .linear)
  }

  @Test("Records are coloured only on demand")
  func forcedColor() {
    let mode = detected(color: .always, isTerminal: false)
    #expect(mode.layout == .records)
    #expect(mode.capabilities.colorDepth == .twoFiftySix)
    #expect(mode.width == nil)
  }

  @Test(
    "An unknown width is taken from the environment, or assumed",
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

  @Test("Rendering wraps on a terminal only")
  func rendering() {
    let text = StyledText("one two ", .bold) + "three"
    #expect(text.rendered(for: .records) == "one two three")
    #expect(text.rendered(for: OutputMode(layout: .terminal, width: 8)) == "one two\nthree")
    #expect(text.rendered(for: .terminal(width: 8)) == "\u{1B}[1mone two\u{1B}[0m\nthree")
    #expect(text.rendered(for: OutputMode(layout: .terminal)) == "one two three")
  }
}
