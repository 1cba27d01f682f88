extension RGB {
  /// The relative luminance from 0 (black) to 1 (white), as in WCAG 2.1, with the threshold from IEC 61966-2-1.
  package var luminance: Double {
    0.2126 * Self.linear[Int(red)] + 0.7152 * Self.linear[Int(green)] + 0.0722 * Self.linear[Int(blue)]
  }

  /// Returns the contrast ratio with another color, from 1 to 21 (WCAG 2.1, "contrast ratio").
  public func contrast(with other: RGB) -> Double {
    let (mine, others) = (luminance, other.luminance)
    return (max(mine, others) + 0.05) / (min(mine, others) + 0.05)
  }

  /// The linear values for the component values 0 to 255.
  private static let linear: [Double] = (0...255).map { part in
    let value = Double(part) / 255
    guard value > 0.04045 else { return value / 12.92 }
    // x to the power of 2.4 is x squared times the fifth root of x squared.
    let base = (value + 0.055) / 1.055
    let square = base * base
    var root = 1.0
    for _ in 0..<60 { root = (4 * root + square / (root * root * root * root)) / 5 }
    return square * root
  }
}

extension Color {
  /// The minimum contrast for text (WCAG 2.1, 1.4.3).
  public static let minimumTextContrast = 4.5
  /// The minimum contrast for graphics, such as chart lines (WCAG 2.1, 1.4.11).
  public static let minimumMarkContrast = 3.0

  /// Returns the contrast ratio with another color.
  ///
  /// For the 16 named colors, the result is the lower of the ratios in xterm (`XTerm-col.ad`) and in VGA text mode.
  public func contrast(with other: Color) -> Double {
    let inXterm = components.contrast(with: other.components)
    guard isNamed || other.isNamed else { return inXterm }
    return min(inXterm, componentsInVGA.contrast(with: other.componentsInVGA))
  }

  /// Returns whether text in this color is legible on all given backgrounds.
  func isLegible(on grounds: [Color]) -> Bool {
    grounds.allSatisfy { contrast(with: $0) >= Self.minimumTextContrast }
  }

  /// The text color for this background: black or white, whichever has the higher contrast.
  var ink: Color {
    let (black, white) = (Color.hex(0x000000), Color.hex(0xFFFFFF))
    return contrast(with: black) >= contrast(with: white) ? black : white
  }

  private var isNamed: Bool { if case .ansi = self { true } else { false } }

  private var componentsInVGA: RGB {
    guard case .ansi(let name) = self else { return components }
    return name.componentsInVGA
  }

  /// Returns the nearest palette entry in 16–255 that is legible on all backgrounds or, failing that, the nearest
  /// entry.
  func downgradedToPalette(legibleOn grounds: [Color]) -> Color {
    guard case .rgb(let exact) = self else { return self }
    let nearest = Color.palette(Self.nearestPaletteIndex(exact))
    guard !nearest.isLegible(on: grounds) else { return nearest }
    let candidates = (UInt8(16)...255).map { Color.palette($0) }.filter { $0.isLegible(on: grounds) }
    return candidates.min { exact.perceptualDistance(to: $0.components) < exact.perceptualDistance(to: $1.components) }
      ?? nearest
  }
}

extension ANSIColor {
  /// The color in VGA text mode, as on the Linux console (`default_red`, … in Linux's `drivers/tty/vt/vt.c`).
  var componentsInVGA: RGB {
    let part: UInt8 = isBright ? 0xFF : 0xAA
    let rest: UInt8 = isBright ? 0x55 : 0
    func level(_ bit: UInt8) -> UInt8 { rawValue & bit == 0 ? rest : part }
    // VGA has brown in place of dark yellow.
    let green = self == .yellow ? 0x55 : level(2)
    return RGB(red: level(1), green: green, blue: level(4))
  }
}
