/// An output's capabilities: colors (which `NO_COLOR` disables), attributes such as bold, and hyperlinks.
public struct OutputCapabilities: Hashable, Sendable {
  /// The number of supported colors.
  public var colorDepth: ColorDepth
  /// Whether bold, underline and other attributes are supported.
  var showsAttributes: Bool
  /// Whether hyperlinks are supported (OSC 8).
  var showsHyperlinks: Bool

  /// Creates a set of capabilities.
  public init(colorDepth: ColorDepth, showsAttributes: Bool, showsHyperlinks: Bool) {
    self.colorDepth = colorDepth
    self.showsAttributes = showsAttributes
    self.showsHyperlinks = showsHyperlinks
  }

  /// Plain text without escape sequences.
  public static let plain = OutputCapabilities(colorDepth: .none, showsAttributes: false, showsHyperlinks: false)

  /// All capabilities of a modern terminal.
  public static let full = OutputCapabilities(colorDepth: .trueColor, showsAttributes: true, showsHyperlinks: true)

  /// Whether the output allows no escape sequences at all.
  public var isPlain: Bool { self == .plain }

  /// Returns an output stream's capabilities.
  ///
  /// ``ColorDepth/detected(choice:environment:isTerminal:)`` determines the colors. Attributes are supported on every
  /// terminal except `dumb`, and wherever color is supported. Hyperlinks are supported on terminals known to hide the
  /// sequence. `FORCE_HYPERLINK` overrides this: `0` disables hyperlinks, and any other value enables them.
  public static func detected(
    choice: ColorChoice,
    environment: [String: String],
    isTerminal: Bool
  ) -> OutputCapabilities {
    let depth = ColorDepth.detected(choice: choice, environment: environment, isTerminal: isTerminal)
    let term = (environment["TERM"] ?? "").lowercased()
    let isCapableTerminal = isTerminal && !term.isEmpty && term != "dumb" && term != "unknown"
    return OutputCapabilities(
      colorDepth: depth,
      showsAttributes: isCapableTerminal || depth > .none,
      showsHyperlinks: showsHyperlinks(term: term, environment: environment, isCapable: isCapableTerminal)
    )
  }

  /// The `TERM` prefixes of terminals that may print OSC 8 as text, at least in some versions that are still in use.
  private static let terminalsWithoutLinks = ["linux", "screen", "vt", "ansi", "cons", "sun", "rxvt", "cygwin"]

  private static func showsHyperlinks(term: String, environment: [String: String], isCapable: Bool) -> Bool {
    if let forced = environment["FORCE_HYPERLINK"], !forced.isEmpty { return forced != "0" }
    return isCapable && !terminalsWithoutLinks.contains(where: term.hasPrefix)
  }
}

/// The number of colors that an output supports, in ascending order.
public enum ColorDepth: Int, Hashable, Sendable, CaseIterable, Comparable {
  case none
  /// The 16 colors of the terminal's scheme.
  case sixteen
  /// The 256-color palette.
  case twoFiftySix
  /// 24-bit color.
  case trueColor

  /// Returns whether the first depth has fewer colors than the second.
  public static func < (left: ColorDepth, right: ColorDepth) -> Bool { left.rawValue < right.rawValue }
}

extension ColorDepth {
  /// Returns an output stream's color depth.
  ///
  /// Standard output and standard error have separate depths.
  ///
  /// The first matching rule applies:
  /// 1. `choice`: `never` disables color. `always` uses the depth indicated by the environment, but at least 16 colors.
  /// 2. `NO_COLOR`, set to any nonempty value: no color (no-color.org).
  /// 3. `CLICOLOR=0`: no color (bixense.com/clicolors).
  /// 4. `FORCE_COLOR`: `0` or `false` for no color; `1`, `2` and `3` for 16 colors, 256 colors and 24-bit color. Any
  ///   other nonempty value works like `always`, and so does any value of `CLICOLOR_FORCE` except an empty one or `0`.
  /// 5. Not a terminal: no color.
  /// 6. Otherwise, the depth indicated by `TERM`, `COLORTERM` and known build services. If `TERM` is unset, `dumb` or
  ///   monochrome, there is no color.
  ///
  /// Inside `screen` and `tmux`, `COLORTERM` is ignored, because they pass on the outer terminal's value.
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

  /// The components of `TERM` for terminals whose versions all support 24-bit color.
  private static let trueColorTerminals: Set<String> = [
    "kitty", "ghostty", "alacritty", "foot", "wezterm", "contour", "rio",
  ]

  /// The variables of build services whose log viewers show 24-bit color.
  private static let buildServices = ["GITHUB_ACTIONS", "GITEA_ACTIONS", "CIRCLECI"]
}

extension [String: String] {
  func isSet(_ name: String) -> Bool {
    self[name].map { !$0.isEmpty } ?? false
  }
}

/// The user's choice for `--color`.
public enum ColorChoice: String, Hashable, Sendable, CaseIterable {
  /// Use color if the output and the environment allow it.
  case auto
  /// Always use color, even in a file or pipe.
  case always
  case never
}
