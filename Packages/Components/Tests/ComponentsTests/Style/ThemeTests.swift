import BasicsTesting
import Testing

@testable import Components

@Suite("Theme")
struct ThemeTests {
  @Test("matches the reviewed colors of all built-in themes at all color depths")
  func colors() throws {
    var text = ""
    for theme in BuiltInTheme.allCases {
      text += "=== \(theme.rawValue): all colors, 256 colors, 16 colors\n"
      for role in PaletteRole.allCases {
        let colors = [ColorDepth.trueColor, .twoFiftySix, .sixteen].map { depth -> String in
          switch theme.theme.adapted(to: depth).palette[role]?.downgraded(to: depth) {
          case nil: return "-"
          case .ansi(let name): return "\(name)"
          case .palette(let index): return "\(index)"
          case .rgb(let color): return "\(color.red) \(color.green) \(color.blue)"
          }
        }
        text += "\(role.rawValue): \(colors.joined(separator: ", "))\n"
      }
    }
    #expect(try Golden.pictures.difference(of: text, from: "Themes.txt") == nil)
  }

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

  @Test(
    "knows no appearance without a number in COLORFGBG",
    arguments: [
      (nil, nil), ("", nil), ("x", nil), ("0;default", nil), ("15;0", .dark), ("0;6", .dark), ("0;7", .light),
    ]
      as [(String?, Appearance?)]
  )
  func knownAppearance(value: String?, appearance: Appearance?) {
    var environment: [String: String] = [:]
    environment["COLORFGBG"] = value
    #expect(Appearance.known(from: environment) == appearance)
  }
}
