import BasicsTesting
import Testing

@testable import Components

@Suite("Color downgrading")
struct ColorDowngradingTests {
  @Test("removes all colors if the output has no color, and keeps all colors at full depth")
  func extremes() {
    for color in [Color.red, .palette(100), .rgb(1, 2, 3)] {
      #expect(color.downgraded(to: .none) == nil)
      #expect(color.downgraded(to: .trueColor) == color)
    }
  }

  @Test("keeps named colors at every depth that has colors")
  func named() {
    for name in ANSIColor.allCases {
      #expect(Color.ansi(name).downgraded(to: .sixteen) == .ansi(name))
      #expect(Color.ansi(name).downgraded(to: .twoFiftySix) == .ansi(name))
      #expect(Color.palette(name.rawValue).downgraded(to: .sixteen) == .ansi(name))
    }
    #expect(Color.palette(200).downgraded(to: .twoFiftySix) == .palette(200))
  }

  @Test("maps an exact color to the nearest palette entry from 16 to 255")
  func nearestPaletteEntry() {
    // Given: colors from the whole cube
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<LongTests.rounds(byDay: 2_000, byNight: 50_000) {
      let exact = RGB(hex: UInt32.random(in: 0...0xFFFFFF, using: &generator))
      // When: a color is downgraded
      guard case .palette(let index) = Color.rgb(exact).downgraded(to: .twoFiftySix) else {
        Issue.record("\(exact) is no palette entry")
        continue
      }
      // Then: no other entry is nearer
      let best = (UInt8(16)...255).map { Self.distance(exact, Color.palette($0).components) }.min()
      #expect(index >= 16)
      #expect(Self.distance(exact, Color.palette(index).components) == best, "\(exact)")
    }
  }

  @Test("maps every palette entry of 16 and above to itself")
  func paletteRoundTrip() {
    for index in UInt8(16)...255 {
      let components = Color.palette(index).components
      guard case .palette(let found) = Color.rgb(components).downgraded(to: .twoFiftySix) else {
        Issue.record("\(index) is lost")
        continue
      }
      #expect(Color.palette(found).components == components)
    }
  }

  @Test(
    "keeps a color's hue with 16 colors",
    arguments: [
      (0xFF0000, .brightRed), (0xCD0000, .red), (0x8B0000, .red), (0x600000, .red), (0x000080, .blue),
      (0xFFA500, .yellow), (0x00FF00, .brightGreen), (0x006400, .green), (0x00FFFF, .brightCyan),
      (0xFFFFFF, .brightWhite),
      (0x000000, .black), (0x808080, .brightBlack), (0xE5E5E5, .white), (0x101830, .black), (0x800080, .magenta),
    ] as [(UInt32, ANSIColor)]
  )
  func sixteen(hex: UInt32, name: ANSIColor) {
    #expect(Color.hex(hex).downgraded(to: .sixteen) == .ansi(name))
  }

  @Test("keeps the hues of both standard palettes with 16 colors", arguments: [Palette.dark, .light])
  func meanings(_ palette: Palette) {
    func tone(_ color: Color) -> ANSIColor? {
      guard case .ansi(let name) = color.downgraded(to: .sixteen) else { return nil }
      return ANSIColor(rawValue: name.rawValue % 8)
    }
    #expect(tone(palette.positive) == .green)
    #expect(tone(palette.negative) == .red)
    #expect(tone(palette.warning) == .yellow)
    #expect(tone(palette.information) == .cyan)
    #expect(tone(palette.accent) == .blue)
  }

  @Test("uses xterm's values for the named colors, the color cube and the grays")
  func paletteComponents() {
    let named: [UInt32] = [
      0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5, 0x7F7F7F, 0xFF0000, 0x00FF00,
      0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ]
    #expect((UInt8(0)..<16).map { Color.palette($0).components } == named.map { RGB(hex: $0) })
    #expect(ANSIColor.allCases.map { Color.ansi($0).components } == named.map { RGB(hex: $0) })
    #expect(Color.palette(16).components == RGB(hex: 0x000000))
    #expect(Color.palette(21).components == RGB(hex: 0x0000FF))
    #expect(Color.palette(67).components == RGB(hex: 0x5F87AF))
    #expect(Color.palette(231).components == RGB(hex: 0xFFFFFF))
    #expect(Color.palette(232).components == RGB(hex: 0x080808))
    #expect(Color.palette(255).components == RGB(hex: 0xEEEEEE))
  }

  @Test("distinguishes light and dark colors by luminance")
  func luminance() {
    #expect(RGB(hex: 0x000000).luminance == 0)
    #expect(abs(RGB(hex: 0xFFFFFF).luminance - 1) < 0.0001)
    #expect(RGB(hex: 0x00FF00).luminance > RGB(hex: 0xFF0000).luminance)
    #expect(RGB(hex: 0xFF0000).luminance > RGB(hex: 0x0000FF).luminance)
  }

  private static func distance(_ left: RGB, _ right: RGB) -> Int {
    func square(_ one: UInt8, _ other: UInt8) -> Int { (Int(one) - Int(other)) * (Int(one) - Int(other)) }
    return square(left.red, right.red) + square(left.green, right.green) + square(left.blue, right.blue)
  }
}
