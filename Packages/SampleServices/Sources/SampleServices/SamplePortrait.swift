import Foundation

/// A face with a background, shoulders, hair, eyes, glasses and mouth determined by the seed and the number.
struct SamplePortrait {
  private enum Part: Int { case background, shirt, skin, hair, glasses, eye, mouth }
  private enum Hair: CaseIterable { case bald, short, fringe, long, bun, curls }
  private enum Mouth: CaseIterable { case smile, line, open }

  /// The parts' colors, in the order of ``Part``.
  private let colors: [Int]
  private let hair: Hair
  private let mouth: Mouth
  private let hasGlasses: Bool
  private let hasBeard: Bool
  private let faceWidth: Double

  private static let backgrounds = [0x8ECAE6, 0xFFB703, 0xBDE0FE, 0xCDB4DB, 0xA7C957, 0xF4A261, 0xE5989B, 0x90BE6D]
  private static let shirts = [0x023047, 0x6A4C93, 0xD62828, 0x2A9D8F, 0x264653, 0x3A5A40, 0x9D4EDD, 0xF1FAEE]
  private static let skins = [0xFFDBAC, 0xF1C27D, 0xE0AC69, 0xC68642, 0x8D5524, 0x5C3A21]
  private static let hairColors = [0x1B1B1B, 0x4A2C2A, 0x7B3F00, 0xB55239, 0xD9B382, 0x9E9E9E, 0xE8E8E8]

  init(number: Int, seed: UInt64) {
    var random = SeededRandom(seed: ~seed, number: number)
    colors =
      [Self.backgrounds, Self.shirts, Self.skins, Self.hairColors].map { random.pick($0) }
      + [0x222222, 0x2B2B2B, 0x9B2C2C]
    hair = random.pick(Hair.allCases)
    mouth = random.pick(Mouth.allCases)
    hasGlasses = random.happens(percent: 30)
    hasBeard = random.happens(percent: 20)
    faceWidth = 0.20 + random.fraction() * 0.04
  }

  /// Returns a square PNG; each pixel is the mean of four samples.
  func pngData(side: Int) -> Data {
    var png = SamplePNG()
    // The positions in the palette, by the numbers of samples in each part, which take three bits each.
    var positions: [Int: UInt8] = [:]
    let places = (0..<side * 2).map { (Double($0) + 0.5) / Double(side * 2) }
    for row in 0..<side {
      // Faces are symmetrical.
      let left = (0..<side / 2).map { column in
        var counts = 0
        for y in [places[row * 2], places[row * 2 + 1]] {
          for x in [places[column * 2], places[column * 2 + 1]] { counts += 1 << (part(0.5 - x, y).rawValue * 3) }
        }
        if let position = positions[counts] { return position }
        png.palette.append(color(of: counts))
        let position = UInt8(png.palette.count - 1)
        positions[counts] = position
        return position
      }
      png.pixels += left + left.reversed()
    }
    return png.file(side: side)
  }

  private func color(of counts: Int) -> [UInt8] {
    [16, 8, 0].map { shift in
      let sum = colors.enumerated().reduce(0) { $0 + (counts >> ($1.offset * 3) & 7) * ($1.element >> shift & 0xFF) }
      return UInt8(sum / 4)
    } + [255]
  }

  /// Returns the part at a height and a distance from the middle.
  private func part(_ across: Double, _ y: Double) -> Part {
    if hasGlasses, abs(Self.ellipse(across, y, 0.09, 0.46, 0.055, 0.05) - 1) < 0.28 { return .glasses }
    if hasGlasses, across < 0.04, abs(y - 0.45) < 0.008 { return .glasses }
    if Self.ellipse(across, y, 0.085, 0.46, 0.018, 0.022) < 1 { return .eye }
    if isMouth(across, y) { return .mouth }
    let face = Self.ellipse(across, y, 0, 0.48, faceWidth, 0.27)
    if isHairInFront(across, y, face) { return .hair }
    if face < 1 { return hasBeard && y > 0.58 ? .hair : .skin }
    if across < 0.08, y > 0.6, y < 0.82 { return .skin }
    if Self.ellipse(across, y, 0, 1.02, 0.36, 0.26) < 1 { return .shirt }
    return isHairBehind(across, y) ? .hair : .background
  }

  private func isMouth(_ across: Double, _ y: Double) -> Bool {
    switch mouth {
    case .smile: abs(y - (0.645 - across * across * 5)) < 0.012 && across < 0.08
    case .line: abs(y - 0.635) < 0.009 && across < 0.06
    case .open: Self.ellipse(across, y, 0, 0.635, 0.05, 0.028) < 1
    }
  }

  private func isHairInFront(_ across: Double, _ y: Double, _ face: Double) -> Bool {
    switch hair {
    case .bald: false
    case .short: face < 1.25 && y < 0.34
    case .fringe: face < 1.2 && y < 0.38
    case .long, .bun: face < 1.2 && y < 0.32 + across * 0.4 && y < 0.42
    case .curls: face < 1.3 && y < 0.33 + 0.02 * sin(across * 90)
    }
  }

  private func isHairBehind(_ across: Double, _ y: Double) -> Bool {
    switch hair {
    case .bald, .short, .fringe: false
    case .long: across < faceWidth + 0.06 && y > 0.3 && y < 0.8
    case .bun: Self.ellipse(across, y, 0, 0.18, 0.09, 0.08) < 1
    case .curls: Self.ellipse(across, y, 0, 0.4, faceWidth + 0.07, 0.24 + 0.02 * sin(y * 80)) < 1
    }
  }

  /// Returns a value that is below 1 for a point inside an ellipse.
  private static func ellipse(
    _ x: Double,
    _ y: Double,
    _ centerX: Double,
    _ centerY: Double,
    _ width: Double,
    _ height: Double
  )
    -> Double
  {
    let (dx, dy) = ((x - centerX) / width, (y - centerY) / height)
    return dx * dx + dy * dy
  }
}

/// A SplitMix64 generator (Steele, Lea and Flood, 2014), which returns the same numbers on every machine.
struct SeededRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// Creates a generator that is independent of the generators for other numbers with the same seed.
  init(seed: UInt64, number: Int) {
    self.init(seed: seed &+ UInt64(truncatingIfNeeded: number) &* 0xD129_0D3B_32F5_8C1D)
    _ = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// Returns a number below a limit; the modulo bias doesn't matter here.
  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(limit, 1))) }

  mutating func happens(percent: Int) -> Bool { below(100) < percent }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// Returns a number from 0 up to, but not including, 1.
  mutating func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }
}
