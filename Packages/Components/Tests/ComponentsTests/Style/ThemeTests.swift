import Foundation
import Testing

@testable import Components

@Suite("Theme")
struct ThemeTests {
  @Test("Text has enough contrast to the background it is made for", arguments: Appearance.allCases)
  func contrast(appearance: Appearance) {
    // Given the theme for black or white
    let palette = Theme.standard(for: appearance).palette
    let background = appearance == .dark ? RGB(hex: 0x000000) : RGB(hex: 0xFFFFFF)
    let colors = [
      palette.accent, palette.accentEnd, palette.secondaryText, palette.positive, palette.negative, palette.warning,
      palette.information,
    ]
    // When the contrast is measured (WCAG 2.2), then it is sufficient for text
    for color in colors { #expect(Self.contrast(color.components, background) >= 4.5, "\(color)") }
    #expect(Self.contrast(palette.onAccent.components, palette.accent.components) >= 4.5)
    #expect(Self.contrast(palette.onAccent.components, palette.accentEnd.components) >= 4.5)
    #expect(Self.contrast(palette.onSelection.components, palette.selection.components) >= 4.5)
  }

  @Test("Text styles follow the palette unless they are given")
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
    "The background is known from COLORFGBG, and dark unless it says otherwise",
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

  private static func contrast(_ one: RGB, _ other: RGB) -> Double {
    func luminance(_ color: RGB) -> Double {
      func linear(_ part: UInt8) -> Double {
        let value = Double(part) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
    }
    let values = [luminance(one), luminance(other)].sorted()
    return (values[1] + 0.05) / (values[0] + 0.05)
  }
}
