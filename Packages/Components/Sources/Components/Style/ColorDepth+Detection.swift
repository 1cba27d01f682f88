extension ColorDepth {
  /// Decides how many colours one output stream gets; standard output and standard error are judged apart.
  ///
  /// The first rule that applies decides:
  /// 1. `choice`: `never` gives none, `always` gives what the environment names, at least sixteen;
  /// 2. `NO_COLOR`, set and not empty, whatever its value: none (no-color.org);
  /// 3. `CLICOLOR=0`: none (bixense.com/clicolors);
  /// 4. `FORCE_COLOR`: `0` or `false` none, `1`, `2`, `3` sixteen, 256, true colour, any other value that is not
  ///    empty as `always`; then `CLICOLOR_FORCE`, not empty and not `0`, as `always`;
  /// 5. not a terminal: none;
  /// 6. what `TERM`, `COLORTERM` and known build services name; an unset, `dumb` or monochrome `TERM`: none.
  ///
  /// `COLORTERM` is not believed inside `screen` and `tmux`, which pass on what the terminal around them set.
  ///
  /// - Parameters:
  ///   - choice: what the user said on the command line.
  ///   - environment: the process's environment.
  ///   - isTerminal: whether this stream is a terminal.
  /// - Returns: the depth.
  public static func detected(
    choice: ColorChoice,
    environment: [String: String],
    isTerminal: Bool
  ) -> ColorDepth {
    let atLeastSixteen = max(.sixteen, named(in: environment))
    switch choice {
    case .never: return .none
    case .always: return atLeastSixteen
    case .auto: break
    }
    if environment.isSet("NO_COLOR") || environment["CLICOLOR"] == "0" { return .none }
    if let forced = environment["FORCE_COLOR"], !forced.isEmpty {
      switch forced.lowercased() {
      case "0", "false": return .none
      case "1": return .sixteen
      case "2": return .twoFiftySix
      case "3": return .trueColor
      default: return atLeastSixteen
      }
    }
    if environment.isSet("CLICOLOR_FORCE") && environment["CLICOLOR_FORCE"] != "0" { return atLeastSixteen }
    return isTerminal ? named(in: environment) : .none
  }

  /// What the environment says of the terminal alone, whether or not colour is wanted.
  private static func named(in environment: [String: String]) -> ColorDepth {
    let term = (environment["TERM"] ?? "").lowercased()
    if term == "dumb" { return .none }
    if buildServices.contains(where: environment.isSet) { return .trueColor }
    if term.isEmpty || term == "unknown" || term.hasSuffix("-m") || term.hasSuffix("-mono") { return .none }
    let isMultiplexer = term.hasPrefix("screen") || term.hasPrefix("tmux")
    if !isMultiplexer, let colorTerm = environment["COLORTERM"]?.lowercased(),
      colorTerm == "truecolor" || colorTerm == "24bit"
    {
      return .trueColor
    }
    if term.hasSuffix("-direct") { return .trueColor }
    if isMultiplexer { return .twoFiftySix }
    let parts = term.split { $0 == "-" || $0 == "+" }
    if parts.contains(where: { trueColorTerminals.contains(String($0)) }) { return .trueColor }
    return term.hasSuffix("256color") ? .twoFiftySix : .sixteen
  }

  /// Parts of `TERM`, between its dashes, of terminals which have always had 24-bit colour.
  private static let trueColorTerminals: Set<String> = [
    "kitty", "ghostty", "alacritty", "foot", "wezterm", "contour", "rio",
  ]

  /// Variables set by build services whose log viewers show 24-bit colour.
  private static let buildServices = ["GITHUB_ACTIONS", "GITEA_ACTIONS", "CIRCLECI"]
}

extension [String: String] {
  /// Whether the variable is there with a value that is not empty.
  func isSet(_ name: String) -> Bool {
    self[name].map { !$0.isEmpty } ?? false
  }
}
