/// SVG shapes for lines, blocks and Braille dots, which connect across cells in any font.
///
/// The shapes cover Unicode's Box Drawing (U+2500–257F, without dashes and diagonals), Block Elements (U+2580–259F) and
/// Braille Patterns (U+2800–28FF). All coordinates are in pixels. A cell is 9 pixels wide and 18 pixels high.
struct SVGShapes {
  private(set) var fill = ""
  /// The lines with a width of one pixel, as SVG path data.
  private(set) var stroke = ""
  private(set) var opacity: Double?

  private static let width = 9
  private static let height = 18

  static func contains(_ codePoint: UInt32) -> Bool {
    switch codePoint {
    case 0x2580...0x259F, 0x2800...0x28FF: true
    case 0x2500...0x257F: arms(codePoint) != nil
    default: false
    }
  }

  mutating func add(_ codePoint: UInt32, x: Int, y: Int) {
    switch codePoint {
    case 0x2800...0x28FF: addBraille(UInt8(codePoint - 0x2800), x, y)
    case 0x2580...0x259F: addBlock(codePoint, x, y)
    default: Self.arms(codePoint).map { addLines(codePoint, $0, x, y) }
    }
  }

  private mutating func add(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
    if width > 0 && height > 0 { fill += "M\(x) \(y)h\(width)v\(height)h-\(width)z" }
  }

  // MARK: Blocks

  /// The quadrants in U+2596–259F: upper left 1, upper right 2, lower left 4, lower right 8.
  private static let quadrants: [Int] = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14]

  private mutating func addBlock(_ codePoint: UInt32, _ x: Int, _ y: Int) {
    let number = Int(codePoint)
    switch number {
    case 0x2580: add(x, y, Self.width, 9)
    case 0x2581...0x2588:
      let filled = (number - 0x2580) * Self.height / 8
      add(x, y + Self.height - filled, Self.width, filled)
    case 0x2589...0x258F: add(x, y, ((0x2590 - number) * Self.width + 4) / 8, Self.height)
    case 0x2590: add(x + 5, y, 4, Self.height)
    case 0x2591...0x2593:
      opacity = Double(number - 0x2590) / 4
      add(x, y, Self.width, Self.height)
    case 0x2594: add(x, y, Self.width, 2)
    case 0x2595: add(x + 8, y, 1, Self.height)
    default:
      let quarters = Self.quadrants[number - 0x2596]
      for index in 0..<4 where quarters & 1 << index != 0 {
        let isRight = index & 1 == 1
        add(x + (isRight ? 5 : 0), y + (index > 1 ? 9 : 0), isRight ? 4 : 5, 9)
      }
    }
  }

  /// Adds Braille dots as rectangles that divide the cell evenly, so dots in neighboring cells also touch.
  private mutating func addBraille(_ dots: UInt8, _ x: Int, _ y: Int) {
    for bit in 0..<8 where dots & 1 << bit != 0 {
      // Bits 0 to 2 and 3 to 5 are the upper three rows of the two columns. Bits 6 and 7 are the lowest row.
      let column = bit < 6 ? bit / 3 : bit - 6
      let row = bit < 6 ? bit % 3 : 3
      let (left, right) = (column * 5, column == 0 ? 5 : Self.width)
      let (top, bottom) = (row * Self.height / 4, (row + 1) * Self.height / 4)
      add(x + left, y + top, right - left, bottom - top)
    }
  }

  // MARK: Lines

  /// The lines from a cell's center to its sides: 0 for none, 1 for light, 2 for heavy, 3 for double.
  private struct Arms {
    let up, right, down, left: Int
  }

  /// A character's arms as four digits: up, right, down, left.
  private static let digits: [UInt32: Int] = [
    0x2500: 0101, 0x2501: 0202, 0x2502: 1010, 0x2503: 2020, 0x250C: 0110, 0x250F: 0220, 0x2510: 0011, 0x2513: 0022,
    0x2514: 1100, 0x2517: 2200, 0x2518: 1001, 0x251B: 2002, 0x251C: 1110, 0x2523: 2220, 0x2524: 1011, 0x252B: 2022,
    0x252C: 0111, 0x2533: 0222, 0x2534: 1101, 0x253B: 2202, 0x253C: 1111, 0x254B: 2222, 0x2550: 0303, 0x2551: 3030,
    0x2554: 0330, 0x2557: 0033, 0x255A: 3300, 0x255D: 3003, 0x2560: 3330, 0x2563: 3033, 0x2566: 0333, 0x2569: 3303,
    0x256C: 3333, 0x256D: 0110, 0x256E: 0011, 0x256F: 1001, 0x2570: 1100, 0x2574: 0001, 0x2575: 1000, 0x2576: 0100,
    0x2577: 0010, 0x2578: 0002, 0x2579: 2000, 0x257A: 0200, 0x257B: 0020, 0x257C: 0201, 0x257D: 1020, 0x257E: 0102,
    0x257F: 2010,
  ]

  private static func arms(_ codePoint: UInt32) -> Arms? {
    digits[codePoint].map { Arms(up: $0 / 1000, right: $0 / 100 % 10, down: $0 / 10 % 10, left: $0 % 10) }
  }

  private mutating func addLines(_ codePoint: UInt32, _ arms: Arms, _ x: Int, _ y: Int) {
    if (0x256D...0x2570).contains(codePoint) {
      addCorner(arms, x, y)
    } else if max(arms.up, arms.right, arms.down, arms.left) == 3 {
      addDoubleLines(arms, x, y)
    } else {
      addSingleLines(arms, x, y)
    }
  }

  /// Adds light lines one pixel wide and heavy lines three pixels wide, centered on the pixel at (4, 9).
  private mutating func addSingleLines(_ arms: Arms, _ x: Int, _ y: Int) {
    // Extend an arm across the center by half the width of the crossing lines.
    let across = max(arms.up, arms.down) == 2 ? 1 : 0
    let along = max(arms.left, arms.right) == 2 ? 1 : 0
    func half(_ weight: Int) -> Int { weight - 1 }
    func thickness(_ weight: Int) -> Int { 2 * weight - 1 }
    if arms.left > 0 { add(x, y + 9 - half(arms.left), 5 + across, thickness(arms.left)) }
    if arms.right > 0 { add(x + 4 - across, y + 9 - half(arms.right), 5 + across, thickness(arms.right)) }
    if arms.up > 0 { add(x + 4 - half(arms.up), y, thickness(arms.up), 10 + along) }
    if arms.down > 0 { add(x + 4 - half(arms.down), y + 9 - along, thickness(arms.down), 9 + along) }
  }

  /// Adds double lines that are one pixel wide each, two pixels away from the center.
  private mutating func addDoubleLines(_ arms: Arms, _ x: Int, _ y: Int) {
    // An arm's lines start at the nearer crossing line, or at the farther one if there is no nearer one. Without
    // crossing lines, they start at the center if the opposite arm continues.
    func start(_ near: Int, _ far: Int) -> Int { near > 0 ? 2 : far > 0 ? -2 : 0 }
    for side in [-2, 2] {
      let isFirst = side < 0
      let horizontal = isFirst ? start(arms.up, arms.down) : start(arms.down, arms.up)
      let vertical = isFirst ? start(arms.left, arms.right) : start(arms.right, arms.left)
      if arms.right > 0 {
        add(x + 4 + (arms.left > 0 ? max(horizontal, 0) : horizontal), y + 9 + side, 9, 1, clipX: x + 9)
      }
      if arms.left > 0 {
        let end = 5 - (arms.right > 0 ? max(horizontal, 0) : horizontal)
        add(x, y + 9 + side, end, 1)
      }
      if arms.down > 0 {
        let top = y + 9 + (arms.up > 0 ? max(vertical, 0) : vertical)
        add(x + 4 + side, top, 1, y + Self.height - top)
      }
      if arms.up > 0 { add(x + 4 + side, y, 1, 10 - (arms.down > 0 ? max(vertical, 0) : vertical)) }
    }
  }

  private mutating func add(_ x: Int, _ y: Int, _ width: Int, _ height: Int, clipX: Int) {
    add(x, y, min(width, clipX - x), height)
  }

  /// Adds a rounded corner for a light line, aligned with the pixel centers of straight lines.
  private mutating func addCorner(_ arms: Arms, _ x: Int, _ y: Int) {
    let isRight = arms.right > 0
    let isDown = arms.down > 0
    let radius = 4
    let edgeY = isDown ? y + Self.height : y
    let turnY = "\(y + 9 + (isDown ? radius : -radius)).5"
    let turnX = "\(x + 4 + (isRight ? radius : -radius)).5"
    let edgeX = isRight ? x + Self.width : x
    stroke += "M\(x + 4).5 \(edgeY)V\(turnY)Q\(x + 4).5 \(y + 9).5 \(turnX) \(y + 9).5H\(edgeX)"
  }
}
