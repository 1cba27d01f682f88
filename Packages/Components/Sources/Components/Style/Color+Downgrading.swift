extension Color {
  /// The nearest colour that a terminal of the given depth can show; nil where it shows none.
  ///
  /// - A colour that the depth has already is left alone, so the sixteen stay the user's own.
  /// - Exact colours become the nearest entry of 16–255; 0–15 are never taken for them at that depth, since what
  ///   those look like is not known.
  /// - For sixteen colours a clearly coloured tone is matched with coloured entries only, so that a dark red
  ///   warning becomes red and not black.
  public func downgraded(to depth: ColorDepth) -> Color? {
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

  /// The entry of 16–255 with the least squared distance; ties go to the cube.
  ///
  /// The cube's nearest entry is found part by part, since the distance is a sum over the parts; the greys'
  /// nearest is the one nearest to the mean, for the same reason. Constant time, no allocation.
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

  /// The cube step (0–5) whose level is nearest: the middles between the levels are 47.5, 115, 155, 195, 235.
  private static func nearestCubeStep(_ part: Int) -> Int {
    switch part {
    case ..<48: 0
    case ..<115: 1
    default: (part - 35) / 40
    }
  }

  private static let neutrals: [ANSIColor] = [.black, .brightBlack, .white, .brightWhite]
  private static let chromatics: [ANSIColor] = ANSIColor.allCases.filter { !neutrals.contains($0) }

  private static func nearestNamed(_ color: RGB) -> ANSIColor {
    let highest = Int(max(color.red, color.green, color.blue))
    let lowest = Int(min(color.red, color.green, color.blue))
    let isClearlyColored = highest >= 64 && (highest - lowest) * 4 >= highest
    let candidates = isClearlyColored ? chromatics : neutrals
    var best = candidates[0]
    var bestDistance = Int.max
    for candidate in candidates {
      let distance = color.perceptualDistance(to: candidate.defaultComponents)
      if distance < bestDistance {
        best = candidate
        bestDistance = distance
      }
    }
    return best
  }
}
