import Foundation

/// A disc with a symmetrical pattern; the coin's ID determines both the colors and the pattern.
struct SampleCoinIcon {
  /// The path prefix on the service's own host.
  static let path = "/markets/icons/"

  /// The side lengths in pixels, by CoinGecko's size names.
  static let sides = ["thumb": 25, "small": 50, "large": 250]

  private static let colors: [(UInt8, UInt8, UInt8)] = [
    (0xF7, 0x93, 0x1A), (0x62, 0x7E, 0xEA), (0x26, 0xA1, 0x7B), (0xC2, 0xA6, 0x33), (0x23, 0x29, 0x2F),
    (0x27, 0x75, 0xCA), (0xE8, 0x41, 0x42), (0x82, 0x47, 0xE5), (0x00, 0x8C, 0x8C), (0xD0, 0x3E, 0x8F),
  ]

  private let color: (UInt8, UInt8, UInt8)
  /// The pattern's three left columns, with five rows each; the two right columns mirror the first two.
  private let pattern: UInt64

  init(coinID: String) {
    var random = SeededRandom(seed: coinID.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
    color = random.pick(Self.colors)
    // Always set the center, which ensures that no icon is a plain disc.
    pattern = random.next() | 1 << 8
  }

  static func address(of coin: SampleCoin, size: String, host: String) -> String {
    "http://\(host)\(path)\(coin.id)/\(size).png"
  }

  /// Returns a PNG with a transparent background; each pixel is the mean of four samples.
  func pngData(side: Int) -> Data {
    let places = (0..<(side * 2)).map { (Double($0) + 0.5) / Double(side * 2) }
    let squares = places.map { ($0 - 0.5) * ($0 - 0.5) }
    // The cells of the pattern; `nil` in the margin.
    let cells = places.map { place -> Int? in
      let cell = Int(((place - 0.2) / 0.12).rounded(.down))
      return (0..<5).contains(cell) ? cell : nil
    }
    // The colors by their numbers of samples inside of the disc and in its pattern.
    let palette = (0...4).flatMap { inside in (0...4).map { white in color(inside: inside, white: min(white, inside)) }
    }
    var png = SamplePNG(palette: palette)
    png.pixels.reserveCapacity(side * side)
    for row in 0..<side {
      for column in 0..<side {
        var (white, inside) = (0, 0)
        for y in (row * 2)...(row * 2 + 1) {
          for x in (column * 2)...(column * 2 + 1) where squares[x] + squares[y] < 0.25 {
            inside += 1
            if isWhite(cells[x], cells[y]) { white += 1 }
          }
        }
        png.pixels.append(UInt8(inside * 5 + white))
      }
    }
    return png.file(side: side)
  }

  private func color(inside: Int, white: Int) -> [UInt8] {
    guard inside > 0 else { return [0, 0, 0, 0] }
    func mixed(_ sample: UInt8) -> UInt8 { UInt8((white * 255 + (inside - white) * Int(sample)) / inside) }
    return [mixed(color.0), mixed(color.1), mixed(color.2), UInt8(inside * 255 / 4)]
  }

  private func isWhite(_ column: Int?, _ row: Int?) -> Bool {
    guard let column, let row else { return false }
    return pattern >> UInt64(row * 3 + min(column, 4 - column)) & 1 == 1
  }
}
