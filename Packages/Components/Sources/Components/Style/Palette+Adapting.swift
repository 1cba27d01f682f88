extension Palette {
  /// The background behind text, with black or white in place of the terminal's own background.
  var ground: Color { background ?? (appearance == .dark ? .hex(0x000000) : .hex(0xFFFFFF)) }

  /// All backgrounds behind text, except for the selected row's background and semantic colors.
  var grounds: [Color] { [ground, surface, sunkenSurface] }

  /// Returns the given color for text in the selected row if it is legible there, or ``onSelection`` otherwise.
  func colorInSelection(_ color: Color?) -> Color {
    guard let color, color.isLegible(on: [selection]) else { return onSelection }
    return color
  }

  /// The palette adapted to 256 colors, using the nearest legible entries from 16 to 255.
  var adaptedToTwoFiftySix: Palette {
    var copy = self
    func nearest(_ color: Color) -> Color { color.downgraded(to: .twoFiftySix) ?? color }
    copy.background = background.map(nearest)
    copy.surface = nearest(surface)
    copy.selection = nearest(selection)
    copy.border = nearest(border)
    let grounds = copy.grounds
    for path in Self.textColors { copy[keyPath: path] = self[keyPath: path].downgradedToPalette(legibleOn: grounds) }
    copy.text = text.map { $0.downgradedToPalette(legibleOn: grounds) }
    copy.onAccent = onAccent.downgradedToPalette(legibleOn: Self.textColors.map { copy[keyPath: $0] })
    copy.onSelection = onSelection.downgradedToPalette(legibleOn: [copy.selection])
    return copy
  }

  /// The text colors, which are also button backgrounds behind ``onAccent`` text.
  static var textColors: [WritableKeyPath<Palette, Color>] {
    [\.accent, \.accentEnd, \.secondaryText, \.positive, \.negative, \.warning, \.information]
  }
}
