extension Color {
  /// Returns the nearest color at a color depth, or `nil` if there are no colors at that depth.
  ///
  /// - A color that is available at the depth stays unchanged, so the 16 named colors keep the user's color scheme.
  /// - With 256 colors, an exact color becomes the nearest of entries 16–255. Entries 0–15 aren't used, because
  ///   their appearance is unknown.
  /// - With 16 colors, a chromatic color keeps its hue. A dark red warning becomes red instead of black, and a pale
  ///   green profit becomes green instead of cyan.
  func downgraded(to depth: ColorDepth) -> Color? {
    switch depth {
    case .none: nil
    case .sixteen: downgradedToSixteen
    case .twoFiftySix: downgradedToPalette
    case .trueColor: self
    }
  }

  private var downgradedToPalette: Color {
    guard case .rgb(let exact) = self else { return self }
    return .palette(Self.nearestPaletteIndex(exact))
  }

  private var downgradedToSixteen: Color {
    switch self {
    case .ansi: self
    case .palette(let index):
      if let named = ANSIColor(rawValue: index) {
        .ansi(named)
      } else {
        .ansi(Self.nearestNamed(components))
      }
    case .rgb(let exact): .ansi(Self.nearestNamed(exact))
    }
  }

  /// Returns the entry in 16–255 with the smallest squared distance, preferring a color cube entry in a tie.
  ///
  /// The squared distance is a sum over the components, so the nearest cube entry is found component by component. For
  /// the same reason, the nearest gray is the one nearest to the mean of the components.
  ///
  /// - Complexity: O(1), without allocation.
  static func nearestPaletteIndex(_ color: RGB) -> UInt8 {
    let red = Int(color.red)
    let green = Int(color.green)
    let blue = Int(color.blue)
    func distance(_ otherRed: Int, _ otherGreen: Int, _ otherBlue: Int) -> Int {
      (red - otherRed) * (red - otherRed) + (green - otherGreen) * (green - otherGreen)
        + (blue - otherBlue) * (blue - otherBlue)
    }
    let redStep = nearestCubeStep(red)
    let greenStep = nearestCubeStep(green)
    let blueStep = nearestCubeStep(blue)
    let cubeDistance = distance(cubeLevel(redStep), cubeLevel(greenStep), cubeLevel(blueStep))
    let grayStep = min(max(((red + green + blue) / 3 - 3) / 10, 0), 23)
    let gray = 8 + 10 * grayStep
    if distance(gray, gray, gray) < cubeDistance { return UInt8(232 + grayStep) }
    return UInt8(16 + 36 * redStep + 6 * greenStep + blueStep)
  }

  /// Returns the nearest cube step (0–5), with thresholds at 47.5, 115, 155, 195 and 235.
  private static func nearestCubeStep(_ part: Int) -> Int {
    switch part {
    case ..<48: 0
    case ..<115: 1
    default: (part - 35) / 40
    }
  }

  private static let neutrals: [ANSIColor] = [.black, .brightBlack, .white, .brightWhite]
  /// The chromatic colors in hue order, 60 degrees apart, each with its bright variant.
  private static let tones: [(normal: ANSIColor, bright: ANSIColor)] = [
    (.red, .brightRed), (.yellow, .brightYellow), (.green, .brightGreen), (.cyan, .brightCyan), (.blue, .brightBlue),
    (.magenta, .brightMagenta),
  ]

  private static func nearestNamed(_ color: RGB) -> ANSIColor {
    let highest = Int(max(color.red, color.green, color.blue))
    let lowest = Int(min(color.red, color.green, color.blue))
    if highest >= 64 && (highest - lowest) * 4 >= highest {
      // The hue carries the meaning, so a pale green stays green even if cyan is nearer.
      let tone = tones[nearestTone(color, highest: highest, lowest: lowest)]
      let middle = total(tone.normal.defaultComponents) + total(tone.bright.defaultComponents)
      return total(color) * 2 >= middle ? tone.bright : tone.normal
    }
    var best = neutrals[0]
    var bestDistance = Int.max
    for candidate in neutrals {
      let distance = color.perceptualDistance(to: candidate.defaultComponents)
      if distance < bestDistance {
        best = candidate
        bestDistance = distance
      }
    }
    return best
  }

  private static func total(_ color: RGB) -> Int { Int(color.red) + Int(color.green) + Int(color.blue) }

  /// Returns a color's hue, rounded to sixths of the color circle.
  ///
  /// The components must not all be equal.
  private static func nearestTone(_ color: RGB, highest: Int, lowest: Int) -> Int {
    let red = Int(color.red)
    let green = Int(color.green)
    let blue = Int(color.blue)
    let spread = highest - lowest
    // Hundredths of a sixth, computed from the two smaller components (CSS Color 4 § 7.2).
    let hue: Int
    if red == highest {
      hue = (green - blue) * 100 / spread + 600
    } else if green == highest {
      hue = (blue - red) * 100 / spread + 200
    } else {
      hue = (red - green) * 100 / spread + 400
    }
    return (hue + 50) / 100 % 6
  }
}
