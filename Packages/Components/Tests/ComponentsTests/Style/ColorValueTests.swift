import Testing

@testable import Components

@Suite("Color values")
struct ColorValueTests {
  @Test(
    "measures the contrast of the named colors with black and white in both xterm and VGA",
    arguments: zip(
      ANSIColor.allCases,
      [
        (1.0, 21.0), (2.7092, 5.8401), (6.7499, 2.1577), (4.0086, 1.7034), (1.5805, 9.3976), (3.2897, 4.6902),
        (7.3303, 1.9785), (9.0396, 1.2597), (2.8168, 4.0041), (5.252, 3.1425), (15.304, 1.3273), (19.556, 1.0667),
        (4.1297, 4.7405), (6.696, 2.6265), (16.748, 1.2256), (21.0, 1.0),
      ]
    )
  )
  func namedContrast(_ name: ANSIColor, _ expected: (Double, Double)) {
    #expect(abs(Color.ansi(name).contrast(with: .hex(0x000000)) - expected.0) < 0.0006)
    #expect(abs(Color.hex(0xFFFFFF).contrast(with: .ansi(name)) - expected.1) < 0.0006)
  }

  @Test(
    "maps colors at the limits between hues, grays and brightness to the 16 named colors",
    arguments: [
      (0xFF00FF, .brightMagenta), (0x0000FF, .blue), (0x8080FF, .brightBlue), (0xC0C0C0, .white),
      (0x404040, .brightBlack),
      (0x3F3F3F, .black), (0x403030, .red), (0x403131, .black), (0x3F0000, .black), (0x400000, .red),
      (0xFF7F00, .brightRed), (0xFF8000, .yellow), (0x83FF00, .yellow), (0x82FF00, .brightGreen),
      (0xFF0082, .brightRed),
      (0xFF0083, .magenta),
    ] as [(UInt32, ANSIColor)]
  )
  func nearestNamed(_ hex: UInt32, _ name: ANSIColor) {
    #expect(Color.hex(hex).downgraded(to: .sixteen) == .ansi(name))
  }

  @Test("weights the differences of two colors by their mean red")
  func distance() {
    #expect(RGB(hex: 0x0A141E).perceptualDistance(to: RGB(hex: 0x1E140A)) == 511_600)
    #expect(RGB(hex: 0x000A00).perceptualDistance(to: RGB(hex: 0x000000)) == 102_400)
  }

  @Test(
    "uses the six levels and 24 grays of the 256-color palette",
    arguments: [
      (16, 0x000000), (17, 0x00005F), (18, 0x000087), (19, 0x0000AF), (20, 0x0000D7), (21, 0x0000FF), (22, 0x005F00),
      (52, 0x5F0000), (196, 0xFF0000), (232, 0x080808), (233, 0x121212), (243, 0x767676), (255, 0xEEEEEE),
    ] as [(UInt8, UInt32)]
  )
  func levels(_ index: UInt8, _ hex: UInt32) {
    #expect(Color.palette(index).components == RGB(hex: hex))
  }

  @Test(
    "selects black or white text for a background",
    arguments: [(0x767676, 0x000000), (0x757575, 0xFFFFFF)] as [(UInt32, UInt32)]
  )
  func ink(_ background: UInt32, _ text: UInt32) {
    #expect(Color.hex(background).ink == .hex(text))
  }

  @Test(
    "interpolates the squares of the components of a gradient",
    arguments: [(0, 0x102030), (0.25, 0x797370), (0.75, 0xD0C3B6), (1, 0xF0E0D0)] as [(Double, UInt32)]
  )
  func gradient(_ location: Double, _ hex: UInt32) {
    #expect(Gradient(RGB(hex: 0x102030), RGB(hex: 0xF0E0D0)).color(at: location) == RGB(hex: hex))
  }

  @Test("uses colors for an unknown background that are legible on black and white")
  func neutral() {
    let palette = Palette.neutral
    let colors = [
      palette.accent, palette.accentEnd, palette.onAccent, palette.secondaryText, palette.border, palette.surface,
      palette.selection, palette.onSelection, palette.positive, palette.negative, palette.warning, palette.information,
    ]
    let expected: [UInt32] = [
      0x2E72DC, 0xA04FD6, 0xFFFFFF, 0x767676, 0x767676, 0x000000, 0x2E72DC, 0xFFFFFF, 0x0D872C, 0xE0283C, 0xA96500,
      0x008097,
    ]
    #expect(colors == expected.map { Color.hex($0) })
    #expect(palette.text == nil && palette.background == nil && palette.appearance == .dark)
    #expect(Theme.standard(for: .light) == .light)
    #expect(Theme.standard(for: .dark) == .dark)
  }

  @Test("derives every text style of the dark theme from its palette")
  func typography() {
    let styles = Theme.dark.typography
    #expect(styles.title == TextStyle(foreground: .hex(0x7AA2F7), attributes: .bold))
    #expect([styles.heading, styles.emphasis] == [.bold, .bold])
    #expect(styles.body == .plain)
    #expect([styles.caption, styles.label] == [.foreground(.hex(0x9AA3B8)), .foreground(.hex(0x9AA3B8))])
    #expect(styles.code == .foreground(.hex(0x6CC7DC)))
    #expect(styles.link == TextStyle(foreground: .hex(0x7AA2F7), attributes: .underline))
    #expect(styles.key == TextStyle(foreground: .hex(0x7AA2F7), attributes: .bold))
    #expect(styles.positive == .foreground(.hex(0x6CCB7F)))
    #expect(styles.negative == .foreground(.hex(0xF7768E)))
    #expect(styles.warning == .foreground(.hex(0xE7B75F)))
    #expect(styles.error == TextStyle(foreground: .hex(0xF7768E), attributes: .bold))
  }

  @Test(
    "reads the components of a hexadecimal number",
    arguments: [(0x010203, [1, 2, 3]), (0xFF01_0203, [1, 2, 3]), (0xFFFEFD, [255, 254, 253])] as [(UInt32, [UInt8])]
  )
  func hex(_ value: UInt32, _ parts: [UInt8]) {
    let color = RGB(hex: value)
    #expect([color.red, color.green, color.blue] == parts)
    #expect(Color.rgb(parts[0], parts[1], parts[2]) == .hex(value))
  }
}
