import Testing

@testable import Components

@Suite("Capabilities of an output")
struct OutputCapabilitiesTests {
  private func detected(
    _ environment: [String: String],
    choice: ColorChoice = .auto,
    isTerminal: Bool = true
  ) -> OutputCapabilities {
    .detected(choice: choice, environment: environment, isTerminal: isTerminal)
  }

  @Test("NO_COLOR takes the colour and leaves bold and links, on a terminal")
  func noColor() {
    let capabilities = detected(["TERM": "xterm-256color", "NO_COLOR": "1"])
    #expect(capabilities == OutputCapabilities(colorDepth: .none, showsAttributes: true, showsHyperlinks: true))
    #expect(detected(["TERM": "xterm", "NO_COLOR": "1"], isTerminal: false) == .plain)
    #expect(detected(["TERM": "xterm"], choice: .never).showsAttributes)
  }

  @Test("A pipe and a dumb terminal get plain text")
  func plain() {
    #expect(detected(["TERM": "xterm-256color"], isTerminal: false).isPlain)
    #expect(detected(["TERM": "dumb"]).isPlain)
    #expect(detected([:]).isPlain)
  }

  @Test("Forced colour brings attributes, but no links")
  func forced() {
    let capabilities = detected(["TERM": "xterm"], choice: .always, isTerminal: false)
    #expect(capabilities == OutputCapabilities(colorDepth: .sixteen, showsAttributes: true, showsHyperlinks: false))
  }

  @Test(
    "Links are left out where a terminal may print them",
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
