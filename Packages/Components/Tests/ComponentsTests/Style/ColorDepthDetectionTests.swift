import Testing

@testable import Components

@Suite("Color depth detection")
struct ColorDepthDetectionTests {
  private static let terminal = ["TERM": "xterm-256color"]

  @Test(
    "derives the color depth from TERM and COLORTERM",
    arguments: [
      (nil, nil, .none), ("", nil, .none), ("dumb", nil, .none), ("DUMB", "truecolor", .none), ("unknown", nil, .none),
      ("xterm-mono", nil, .none), ("cons25-m", nil, .none), ("xterm", nil, .sixteen), ("vt100", nil, .sixteen),
      ("linux", nil, .sixteen), ("ansi", nil, .sixteen), ("rxvt", nil, .sixteen), ("xterm-256color", nil, .twoFiftySix),
      ("xterm-256color", "truecolor", .trueColor), ("xterm", "24bit", .trueColor), ("xterm", "TrueColor", .trueColor),
      ("xterm", "yes", .sixteen), (nil, "truecolor", .none), ("screen", nil, .twoFiftySix), ("tmux", nil, .twoFiftySix),
      ("screen-256color", "truecolor", .twoFiftySix), ("tmux-256color", "24bit", .twoFiftySix),
      ("tmux-direct", nil, .trueColor), ("xterm-direct", nil, .trueColor), ("xterm-kitty", nil, .trueColor),
      ("xterm-ghostty", nil, .trueColor), ("alacritty", nil, .trueColor), ("foot", nil, .trueColor),
      ("foot-extra", nil, .trueColor), ("foot+base", nil, .trueColor), ("wezterm", nil, .trueColor),
      ("contour", nil, .trueColor), ("rio", nil, .trueColor), ("xterm-marion", nil, .sixteen),
    ] as [(String?, String?, ColorDepth)]
  )
  func terminals(term: String?, colorTerm: String?, depth: ColorDepth) {
    var environment: [String: String] = [:]
    environment["TERM"] = term
    environment["COLORTERM"] = colorTerm
    #expect(ColorDepth.detected(choice: .auto, environment: environment, isTerminal: true) == depth)
    #expect(ColorDepth.detected(choice: .auto, environment: environment, isTerminal: false) == .none)
  }

  @Test(
    "applies the user's environment variables in order of precedence",
    arguments: [
      (["NO_COLOR": "1"], true, .none), (["NO_COLOR": "0"], true, .none), (["NO_COLOR": "yes"], true, .none),
      (["NO_COLOR": ""], true, .twoFiftySix), (["CLICOLOR": "0"], true, .none), (["CLICOLOR": "1"], true, .twoFiftySix),
      (["FORCE_COLOR": "0"], true, .none), (["FORCE_COLOR": "false"], true, .none),
      (["FORCE_COLOR": "1"], false, .sixteen),
      (["FORCE_COLOR": "2"], false, .twoFiftySix), (["FORCE_COLOR": "3"], false, .trueColor),
      (["FORCE_COLOR": "true"], false, .twoFiftySix), (["FORCE_COLOR": ""], false, .none),
      (["CLICOLOR_FORCE": "1"], false, .twoFiftySix), (["CLICOLOR_FORCE": "0"], false, .none),
      (["CLICOLOR_FORCE": ""], false, .none), (["CLICOLOR_FORCE": "1", "TERM": "dumb"], false, .sixteen),
      (["NO_COLOR": "1", "FORCE_COLOR": "3"], true, .none), (["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], true, .none),
      (["CLICOLOR": "0", "FORCE_COLOR": "3"], true, .none), (["CLICOLOR": "0", "CLICOLOR_FORCE": "1"], true, .none),
      (["FORCE_COLOR": "0", "CLICOLOR_FORCE": "1"], true, .none), (["GITHUB_ACTIONS": "true"], false, .none),
      (["GITHUB_ACTIONS": "true"], true, .trueColor), (["CIRCLECI": "true", "FORCE_COLOR": "yes"], false, .trueColor),
      (["GITEA_ACTIONS": "true", "TERM": "dumb"], true, .none),
    ] as [([String: String], Bool, ColorDepth)]
  )
  func variables(changes: [String: String], isTerminal: Bool, depth: ColorDepth) {
    let environment = Self.terminal.merging(changes) { $1 }
    #expect(ColorDepth.detected(choice: .auto, environment: environment, isTerminal: isTerminal) == depth)
  }

  @Test("prefers the command line option to environment variables")
  func commandLine() {
    let hostile = ["NO_COLOR": "1", "TERM": "dumb"]
    #expect(ColorDepth.detected(choice: .always, environment: hostile, isTerminal: false) == .sixteen)
    #expect(ColorDepth.detected(choice: .always, environment: Self.terminal, isTerminal: false) == .twoFiftySix)
    let forced = ["FORCE_COLOR": "3", "TERM": "xterm-kitty"]
    #expect(ColorDepth.detected(choice: .never, environment: forced, isTerminal: true) == .none)
  }

  @Test("orders color depths by their number of colors")
  func order() {
    #expect(ColorDepth.allCases == ColorDepth.allCases.sorted())
    #expect(ColorDepth.none < .sixteen)
  }
}
