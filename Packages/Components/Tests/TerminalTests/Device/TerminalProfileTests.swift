import Components
import Terminal
import Testing

@Suite("Terminal profile")
struct TerminalProfileTests {
  @Test(
    "selects line mode if the cursor can't be addressed",
    arguments: ["", "dumb", "unknown", "emacs", "DUMB", "cons25", "network"]
  )
  func lines(_ term: String) {
    let profile = TerminalProfile.detected(environment: ["TERM": term])
    #expect(!profile.isAddressable)
    #expect(profile == .linesOnly)
    #expect(profile == TerminalProfile(isAddressable: false, hasTitle: false, answersQuestions: false))
  }

  @Test("treats a missing TERM as a terminal without features")
  func unset() { #expect(!TerminalProfile.detected(environment: [:]).isAddressable) }

  @Test(
    "selects notification, image and query support by the terminal's name",
    arguments: [
      (["TERM": "xterm-256color"], TerminalProfile(isAddressable: true)),
      (["TERM": "linux"], TerminalProfile(isAddressable: true, hasTitle: false, answersQuestions: false)),
      (
        ["TERM": "xterm-kitty"], TerminalProfile(isAddressable: true, notifications: .osc99, asksForKittyGraphics: true)
      ),
      (
        ["TERM": "xterm-ghostty", "TERM_PROGRAM": "ghostty"],
        TerminalProfile(isAddressable: true, notifications: .osc9, asksForKittyGraphics: true)
      ),
      (
        ["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"],
        TerminalProfile(isAddressable: true, notifications: .osc9, imageProtocol: .iTerm)
      ),
      (
        ["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"],
        TerminalProfile(isAddressable: true, notifications: .osc9, asksForKittyGraphics: true)
      ),
      (["TERM": "vt220"], TerminalProfile(isAddressable: true, hasTitle: false, answersQuestions: false)),
      (["TERM": "cygwin"], TerminalProfile(isAddressable: true, hasTitle: false, answersQuestions: false)),
      (["TERM": "rio"], TerminalProfile(isAddressable: true, asksForKittyGraphics: true)),
      (["TERM": "contour"], TerminalProfile(isAddressable: true, asksForKittyGraphics: true)),
      (
        ["TERM": "xterm", "TERM_PROGRAM": "WarpTerminal"],
        TerminalProfile(isAddressable: true, asksForKittyGraphics: true)
      ),
      (["TERM": "tmux", "TERM_PROGRAM": "kitty"], TerminalProfile(isAddressable: true)),
      (["TERM": "foot"], TerminalProfile(isAddressable: true, notifications: .osc777)),
      (["TERM": "rxvt-unicode-256color"], TerminalProfile(isAddressable: true, notifications: .osc777)),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], TerminalProfile(isAddressable: true)),
      (
        ["TERM": "xterm-256color", "KONSOLE_VERSION": "230800"],
        TerminalProfile(isAddressable: true, asksForKittyGraphics: true)
      ),
      (["TERM": "tmux-256color", "TERM_PROGRAM": "iTerm.app"], TerminalProfile(isAddressable: true)),
      (["TERM": "screen", "TERM_PROGRAM": "WezTerm", "KONSOLE_VERSION": "1"], TerminalProfile(isAddressable: true)),
    ]
  )
  func names(_ environment: [String: String], _ expected: TerminalProfile) {
    #expect(TerminalProfile.detected(environment: environment) == expected)
  }
}
