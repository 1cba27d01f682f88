/// What happens to line feeds and tabs when text that others wrote is made safe.
///
/// Everything else is fixed. Replaced by a visible sign are:
/// - C0 controls, ESC among them, and DEL: the control pictures `␀`–`␟`, `␡` (Unicode chapter 23.1);
/// - C1 controls: U+FFFD; some terminals obey them as if they were escape sequences (ECMA-48 § 5.3);
/// - bidirectional embeddings, overrides and isolates: U+FFFD, since they make text read otherwise than it is stored
///   (UAX #9; the "Trojan source" attack). The plain marks (LRM, RLM, ALM) stay: right-to-left names need them;
/// - tag characters, unless they are a flag of England, Scotland or Wales, interlinear annotation and deprecated format
///   characters: U+FFFD, since they hide text from the reader;
/// - the line and paragraph separators, which count as line feeds;
/// - the fillers of Hangul (U+115F, U+1160, U+3164, U+FFA0): one blank each. They are invisible, and terminals disagree on
///   their width.
///
/// A mark at the start of a line, which would join what the program wrote before it, gets a dotted circle to stand on.
public struct SanitizationPolicy: Hashable, Sendable {
  /// What becomes of a character that moves the cursor in a harmless way.
  public enum Whitespace: Hashable, Sendable {
    /// It stays.
    case keep
    /// It becomes one blank.
    case blank
    /// It becomes a visible sign, `␊` or `␉`.
    case visible
  }

  /// What happens to line feeds; a carriage return before one goes with it, any other is replaced.
  public var newline: Whitespace
  /// What happens to tabs.
  public var tab: Whitespace

  /// Creates a policy.
  public init(newline: Whitespace, tab: Whitespace) {
    self.newline = newline
    self.tab = tab
  }

  /// For one line or a cell of a table: line feeds and tabs become blanks.
  public static let singleLine = SanitizationPolicy(newline: .blank, tab: .blank)
  /// For running text: line feeds stay, tabs become blanks, since their width depends on where they stand.
  public static let multiLine = SanitizationPolicy(newline: .keep, tab: .blank)
  /// For showing what exactly is in a text: line feeds and tabs are made visible.
  public static let revealing = SanitizationPolicy(newline: .visible, tab: .visible)

  /// What a scalar is replaced by; nil if it stays.
  func replacement(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0x09: Self.replacement(of: scalar, as: tab, kept: nil)
    case 0x0A: Self.replacement(of: scalar, as: newline, kept: nil)
    case 0x00..<0x20: Self.controlPicture(scalar)
    case 0x20..<0x7F: nil
    case 0x7F: "\u{2421}"
    case 0x2028, 0x2029: Self.replacement(of: "\n", as: newline, kept: "\n")
    case 0x80..<0xA0, 0x202A...0x202E, 0x2066...0x2069: "\u{FFFD}"
    case 0x115F, 0x1160, 0x3164, 0xFFA0: " "
    case 0x206A...0x206F, 0xFFF9...0xFFFB, 0xE0000...0xE007F: "\u{FFFD}"
    default: nil
    }
  }

  private static func replacement(
    of control: Unicode.Scalar,
    as whitespace: Whitespace,
    kept: Unicode.Scalar?
  ) -> Unicode.Scalar? {
    switch whitespace {
    case .keep: kept
    case .blank: " "
    case .visible: controlPicture(control)
    }
  }

  private static func controlPicture(_ control: Unicode.Scalar) -> Unicode.Scalar {
    Unicode.Scalar(0x2400 + control.value) ?? "\u{FFFD}"
  }
}
