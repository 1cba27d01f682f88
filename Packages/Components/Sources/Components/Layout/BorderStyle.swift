/// The kind of lines that a frame is made of.
public enum BorderStyle: Hashable, Sendable, CaseIterable {
  /// Thin lines.
  case light
  /// Thin lines with round corners.
  case rounded
  /// Thick lines.
  case heavy
  /// Two lines.
  case double

  /// The signs of the kind (Unicode chapter 22.7, Box Drawing).
  var glyphs: BorderGlyphs {
    switch self {
    case .light:
      BorderGlyphs(
        horizontal: "\u{2500}",
        vertical: "\u{2502}",
        topLeading: "\u{250C}",
        topTrailing: "\u{2510}",
        bottomLeading: "\u{2514}",
        bottomTrailing: "\u{2518}"
      )
    case .rounded:
      BorderGlyphs(
        horizontal: "\u{2500}",
        vertical: "\u{2502}",
        topLeading: "\u{256D}",
        topTrailing: "\u{256E}",
        bottomLeading: "\u{2570}",
        bottomTrailing: "\u{256F}"
      )
    case .heavy:
      BorderGlyphs(
        horizontal: "\u{2501}",
        vertical: "\u{2503}",
        topLeading: "\u{250F}",
        topTrailing: "\u{2513}",
        bottomLeading: "\u{2517}",
        bottomTrailing: "\u{251B}"
      )
    case .double:
      BorderGlyphs(
        horizontal: "\u{2550}",
        vertical: "\u{2551}",
        topLeading: "\u{2554}",
        topTrailing: "\u{2557}",
        bottomLeading: "\u{255A}",
        bottomTrailing: "\u{255D}"
      )
    }
  }
}

/// The signs that a frame is drawn with, one cell each.
public struct BorderGlyphs: Hashable, Sendable {
  /// The lines above and below.
  public let horizontal: Character
  /// The lines at the sides.
  public let vertical: Character
  /// The corner at the top left.
  public let topLeading: Character
  /// The corner at the top right.
  public let topTrailing: Character
  /// The corner at the bottom left.
  public let bottomLeading: Character
  /// The corner at the bottom right.
  public let bottomTrailing: Character
}
