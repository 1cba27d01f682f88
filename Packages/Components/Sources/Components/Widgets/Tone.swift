/// What a piece of the screen means, from which its colour follows.
public enum Tone: Hashable, Sendable, CaseIterable {
  /// Nothing in particular.
  case neutral
  /// What stands out.
  case accent
  /// Success, rising.
  case positive
  /// Failure, falling.
  case negative
  /// Needs attention.
  case warning
  /// Worth knowing.
  case information

  /// The colour.
  public func color(in palette: Palette) -> Color {
    switch self {
    case .neutral: palette.secondaryText
    case .accent: palette.accent
    case .positive: palette.positive
    case .negative: palette.negative
    case .warning: palette.warning
    case .information: palette.information
    }
  }

  /// A sign beside the colour, so that the meaning is never in the colour alone.
  public func mark(_ glyphs: GlyphSet) -> String {
    switch self {
    case .neutral, .accent: glyphs.middleDot
    case .positive: glyphs.checkMark
    case .negative: glyphs.crossMark
    case .warning: glyphs.warningMark
    case .information: glyphs.informationMark
    }
  }

  /// The meaning in a word, for reading aloud; empty where there is none.
  var word: String {
    switch self {
    case .neutral, .accent: ""
    case .positive: "Done: "
    case .negative: "Error: "
    case .warning: "Warning: "
    case .information: "Note: "
    }
  }
}
