/// What an output can show: colours, attributes, hyperlinks.
///
/// Colour and attributes are apart because `NO_COLOR` forbids colour only: bold and underline stay, on a terminal.
public struct OutputCapabilities: Hashable, Sendable {
  /// How many colours there are.
  public var colorDepth: ColorDepth
  /// Whether bold, underline and the other attributes may be used.
  public var showsAttributes: Bool
  /// Whether text may carry a link (OSC 8).
  public var showsHyperlinks: Bool

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
