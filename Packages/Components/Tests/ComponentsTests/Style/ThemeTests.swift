import Testing

@testable import Components

@Suite("Theme")
struct ThemeTests {
  @Test("derives text styles from the palette unless text styles are given")
  func derivation() {
    var palette = Palette.dark
    palette.accent = .green
    let theme = Theme(palette: palette)
    #expect(theme.typography.title == .bold.foreground(.green))
    #expect(theme.accentGradient.color(at: 0) == ANSIColor.green.defaultComponents)
    #expect(Theme(palette: palette, typography: Theme.light.typography).typography == Theme.light.typography)
    #expect(Spacing(small: -1, medium: 3, large: 4) == Spacing(small: 0, medium: 3, large: 4))
  }

  @Test(
    "detects a light or dark background from COLORFGBG, and assumes dark by default",
    arguments: [
      (nil, .dark), ("15;0", .dark), ("0;15", .light), ("0;7", .light), ("15;default;0", .dark),
      ("0;default;15", .light),
      ("7;8", .dark), ("12;9", .light), ("", .dark), ("x", .dark), ("0;99", .dark),
    ] as [(String?, Appearance)]
  )
  func appearance(value: String?, appearance: Appearance) {
    var environment: [String: String] = [:]
    environment["COLORFGBG"] = value
    #expect(Appearance.detected(environment: environment) == appearance)
  }
}
