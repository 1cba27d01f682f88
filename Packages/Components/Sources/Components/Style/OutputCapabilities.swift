/// What an output can show: colours, attributes, hyperlinks.
///
/// Colour and attributes are apart because `NO_COLOR` forbids colour only: bold and underline stay, on a terminal.
public struct OutputCapabilities: Hashable, Sendable {
  /// How many colours there are.
  public var colorDepth: ColorDepth
  /// Whether bold, underline and the other attributes may be used.
  var showsAttributes: Bool
  /// Whether text may carry a link (OSC 8).
  var showsHyperlinks: Bool

  /// Creates a set of capabilities.
  public init(colorDepth: ColorDepth, showsAttributes: Bool, showsHyperlinks: Bool) {
    self.colorDepth = colorDepth
    self.showsAttributes = showsAttributes
    self.showsHyperlinks = showsHyperlinks
  }

  /// Text only: not one escape sequence is written.
  public static let plain = OutputCapabilities(colorDepth: .none, showsAttributes: false, showsHyperlinks: false)

  /// Everything a current terminal has.
  public static let full = OutputCapabilities(colorDepth: .trueColor, showsAttributes: true, showsHyperlinks: true)

  /// Whether no escape sequence at all is to be written.
  public var isPlain: Bool { self == .plain }

  /// Decides what one output stream can show; a pure function of what is passed in.
  ///
  /// Colours as in ``ColorDepth/detected(choice:environment:isTerminal:)``. Attributes: on every terminal that is not
  /// `dumb`, and wherever there is colour. Hyperlinks: on terminals known not to print the sequence as text;
  /// `FORCE_HYPERLINK` decides for itself (`0` off, anything else on).
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

  /// Terminals, by the start of `TERM`, that are not known to swallow OSC 8 in every version still in use.
  private static let terminalsWithoutLinks = ["linux", "screen", "vt", "ansi", "cons", "sun", "rxvt", "cygwin"]

  private static func showsHyperlinks(term: String, environment: [String: String], isCapable: Bool) -> Bool {
    if let forced = environment["FORCE_HYPERLINK"], !forced.isEmpty { return forced != "0" }
    return isCapable && !terminalsWithoutLinks.contains(where: term.hasPrefix)
  }
}

/// How many colours an output can show; ordered from fewest to most.
public enum ColorDepth: Int, Hashable, Sendable, CaseIterable, Comparable {
  /// No colour at all.
  case none
  /// The sixteen colours of the terminal's scheme.
  case sixteen
  /// The palette of 256.
  case twoFiftySix
  /// 24 bits per colour.
  case trueColor

  /// Orders by the number of colours.
  public static func < (left: ColorDepth, right: ColorDepth) -> Bool { left.rawValue < right.rawValue }
}

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

/// What the user asked for with `--color`.
public enum ColorChoice: String, Hashable, Sendable, CaseIterable {
  /// Colour where the output and the environment allow it.
  case auto
  /// Colour in any case, also into a file or a pipe.
  case always
  /// Never colour.
  case never
}
