import Testing

@testable import Components

@Suite("Output capabilities")
struct OutputCapabilitiesTests {
  private func detected(
    _ environment: [String: String],
    choice: ColorChoice = .auto,
    isTerminal: Bool = true
  ) -> OutputCapabilities {
    .detected(choice: choice, environment: environment, isTerminal: isTerminal)
  }

  @Test("keeps bold and links on a terminal with NO_COLOR")
  func noColor() {
    let capabilities = detected(["TERM": "xterm-256color", "NO_COLOR": "1"])
    #expect(capabilities == OutputCapabilities(colorDepth: .none, showsAttributes: true, showsHyperlinks: true))
    #expect(detected(["TERM": "xterm", "NO_COLOR": "1"], isTerminal: false) == .plain)
    #expect(detected(["TERM": "xterm"], choice: .never).showsAttributes)
  }

  @Test("detects plain output for a pipe and for a dumb terminal")
  func plain() {
    #expect(detected(["TERM": "xterm-256color"], isTerminal: false).isPlain)
    #expect(detected(["TERM": "dumb"]).isPlain)
    #expect(detected([:]).isPlain)
  }

  @Test("includes attributes but no links when color is forced")
  func forced() {
    let capabilities = detected(["TERM": "xterm"], choice: .always, isTerminal: false)
    #expect(capabilities == OutputCapabilities(colorDepth: .sixteen, showsAttributes: true, showsHyperlinks: false))
  }

  @Test(
    "excludes links on terminals that may print them as text",
    arguments: [
      ("xterm-256color", nil, true), ("xterm-kitty", nil, true), ("tmux-256color", nil, true), ("linux", nil, false),
      ("screen.xterm", nil, false), ("vt220", nil, false), ("linux", "1", true), ("xterm", "0", false),
      ("xterm", "", true),
    ] as [(String, String?, Bool)]
  )
  func hyperlinks(term: String, force: String?, shows: Bool) {
    var environment = ["TERM": term]
    environment["FORCE_HYPERLINK"] = force
    #expect(detected(environment).showsHyperlinks == shows)
  }
}
