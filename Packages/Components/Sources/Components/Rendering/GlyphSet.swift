/// The character set for drawing widgets.
public enum GlyphSet: Hashable, Sendable, CaseIterable {
  /// Lines, blocks and Braille patterns.
  case unicode
  /// Printable ASCII only.
  case ascii

  private func pick(_ unicode: String, _ ascii: String) -> String { self == .unicode ? unicode : ascii }

  /// The ellipsis for truncated text.
  public var ellipsis: String { pick("\u{2026}", "...") }
  /// The marker before the selected row.
  public var selectionMark: String { pick("\u{25B8}", ">") }
  var checkMark: String { pick("\u{2713}", "x") }
  var crossMark: String { pick("\u{2717}", "!") }
  /// The marker for warnings.
  public var warningMark: String { pick("\u{25B2}", "!") }
  var informationMark: String { pick("\u{2022}", "i") }
  /// The marker for ascending order and rising values.
  public var upMark: String { pick("\u{25B2}", "^") }
  /// The marker for descending order and falling values.
  public var downMark: String { pick("\u{25BC}", "v") }
  var leftMark: String { pick("\u{2039}", "<") }
  var rightMark: String { pick("\u{203A}", ">") }
  var maskMark: String { pick("\u{2022}", "*") }
  /// The separator between short facts on a line.
  public var middleDot: String { pick("\u{00B7}", "-") }
  /// The dash for a missing value.
  public var dash: String { pick("\u{2013}", "-") }
  var horizontalLine: String { pick("\u{2500}", "-") }
  var verticalLine: String { pick("\u{2502}", "|") }
  var axisTick: String { pick("\u{2524}", "+") }
  var axisMark: String { pick("\u{252C}", "+") }
  /// The horizontal axis for a chart with truncated columns.
  var cutLine: String { pick("\u{254C}", "~") }
  var axisCorner: String { pick("\u{2514}", "+") }
  var scrollThumb: String { pick("\u{2588}", "#") }
  var scrollTrack: String { pick("\u{2502}", "|") }
  var fullBlock: String { pick("\u{2588}", "#") }
  var emptyBlock: String { pick("\u{2591}", ".") }

  /// The blocks that fill one to seven eighths of a cell from the left, or no blocks in ASCII.
  var leftEighths: [String] {
    self == .unicode ? ["\u{258F}", "\u{258E}", "\u{258D}", "\u{258C}", "\u{258B}", "\u{258A}", "\u{2589}"] : []
  }

  /// Returns the filled part of a bar, in steps of an eighth of a cell, or of a whole cell in ASCII.
  ///
  /// The fraction is clamped to 0...1. `width` is the width of the whole bar, in cells.
  public func bar(_ fraction: Double, width: Int) -> String {
    let eighths = Int((min(max(fraction, 0), 1) * Double(width * 8)).rounded(.down))
    let part = leftEighths.isEmpty || eighths % 8 == 0 ? "" : leftEighths[eighths % 8 - 1]
    return String(repeating: fullBlock, count: eighths / 8) + part
  }

  /// The blocks that fill a cell from the bottom, in ascending order.
  var lowerBlocks: [String] {
    self == .unicode
      ? ["\u{2581}", "\u{2582}", "\u{2583}", "\u{2584}", "\u{2585}", "\u{2586}", "\u{2587}", "\u{2588}"]
      : ["_", ".", ":", "-", "=", "+", "*", "#"]
  }

  /// The blocks that fill a cell from the top, in ascending order.
  ///
  /// Unicode has only two such blocks.
  var upperBlocks: [String] { self == .unicode ? ["\u{2580}", "\u{2588}"] : ["'", "#"] }

  var spinnerFrames: [String] {
    self == .unicode
      ? [
        "\u{280B}", "\u{2819}", "\u{2839}", "\u{2838}", "\u{283C}", "\u{2834}", "\u{2826}", "\u{2827}", "\u{2807}",
        "\u{280F}",
      ] : ["|", "/", "-", "\\"]
  }

  /// The corners for a border, which are rounded in Unicode.
  var corners: (topLeading: String, topTrailing: String, bottomLeading: String, bottomTrailing: String) {
    self == .unicode ? ("\u{256D}", "\u{256E}", "\u{2570}", "\u{256F}") : ("+", "+", "+", "+")
  }
}
