/// A part of what is left of a text after an operation on its columns.
enum TextPiece: Hashable {
  /// Bytes of the text; the ends are cluster boundaries.
  case bytes(Range<Int>)
  /// Blanks, at an offset that decides their style.
  case blanks(Int, at: Int)
  /// The sign for what was left out, at an offset that decides its style.
  case ellipsis(at: Int)
  /// A stand-in, one cell wide, for a cluster that is too wide for the line.
  case placeholder(at: Int)
}

extension TextPiece {
  /// What stands for a cluster that does not fit into a line of one cell.
  static let placeholder = "?"
}
