/// The signs that widgets draw with, apart from the text that they show.
public enum GlyphSet: Hashable, Sendable, CaseIterable {
  /// Lines, blocks and Braille patterns.
  case unicode
  /// Printable ASCII only.
  case ascii

  private func pick(_ unicode: String, _ ascii: String) -> String { self == .unicode ? unicode : ascii }

  /// Stands for what was left out.
  public var ellipsis: String { pick("\u{2026}", "...") }
  /// Marks the chosen row.
  public var selectionMark: String { pick("\u{25B8}", ">") }
  /// Yes, or done.
  public var checkMark: String { pick("\u{2713}", "x") }
  /// No, or failed.
  public var crossMark: String { pick("\u{2717}", "!") }
  /// Needs attention.
  public var warningMark: String { pick("\u{25B2}", "!") }
  /// Worth knowing.
  public var informationMark: String { pick("\u{2022}", "i") }
  /// Rising order, or up.
  public var upMark: String { pick("\u{25B2}", "^") }
  /// Falling order, or down.
  public var downMark: String { pick("\u{25BC}", "v") }
  /// More to the left.
  public var leftMark: String { pick("\u{2039}", "<") }
  /// More to the right.
  public var rightMark: String { pick("\u{203A}", ">") }
  /// Stands for a character of a secret.
  public var maskMark: String { pick("\u{2022}", "*") }
  /// Divides things in a row.
  public var divider: String { pick("\u{2502}", "|") }
  /// Stands between a thing and what it has.
  public var middleDot: String { pick("\u{00B7}", "-") }
  /// A dash for what is missing.
  public var dash: String { pick("\u{2013}", "-") }
  /// A line across.
  public var horizontalLine: String { pick("\u{2500}", "-") }
  /// A line from top to bottom.
  public var verticalLine: String { pick("\u{2502}", "|") }
  /// A mark on a vertical axis.
  public var axisTick: String { pick("\u{2524}", "+") }
  /// A mark on a horizontal axis.
  public var axisMark: String { pick("\u{252C}", "+") }
  /// The corner of two axes.
  public var axisCorner: String { pick("\u{2514}", "+") }
  /// The part of a scroll bar that shows where one is.
  public var scrollThumb: String { pick("\u{2588}", "#") }
  /// The rest of a scroll bar.
  public var scrollTrack: String { pick("\u{2502}", "|") }
  /// A cell of a bar that is filled.
  public var fullBlock: String { pick("\u{2588}", "#") }
  /// A cell of a bar that is empty.
  public var emptyBlock: String { pick("\u{2591}", ".") }

  /// Blocks that fill a cell from the left by eighths, one to seven; empty in ASCII, which has none.
  var leftEighths: [String] {
    self == .unicode ? ["\u{258F}", "\u{258E}", "\u{258D}", "\u{258C}", "\u{258B}", "\u{258A}", "\u{2589}"] : []
  }

  /// Blocks that fill a cell from below, from least to full.
  var lowerBlocks: [String] {
    self == .unicode
      ? ["\u{2581}", "\u{2582}", "\u{2583}", "\u{2584}", "\u{2585}", "\u{2586}", "\u{2587}", "\u{2588}"]
      : ["_", ".", ":", "-", "=", "+", "*", "#"]
  }

  /// Blocks that fill a cell from above, from least to full; there are fewer of them.
  var upperBlocks: [String] { self == .unicode ? ["\u{2580}", "\u{2588}"] : ["'", "#"] }

  /// The pictures of a spinner, in order.
  var spinnerFrames: [String] {
    self == .unicode
      ? [
        "\u{280B}", "\u{2819}", "\u{2839}", "\u{2838}", "\u{283C}", "\u{2834}", "\u{2826}", "\u{2827}", "\u{2807}",
        "\u{280F}",
      ] : ["|", "/", "-", "\\"]
  }

  /// The lines of a frame; ASCII has one kind only.
  public func border(_ style: BorderStyle) -> BorderGlyphs {
    guard self == .unicode else {
      return BorderGlyphs(
        horizontal: "-",
        vertical: "|",
        topLeading: "+",
        topTrailing: "+",
        bottomLeading: "+",
        bottomTrailing: "+"
      )
    }
    return style.glyphs
  }
}
