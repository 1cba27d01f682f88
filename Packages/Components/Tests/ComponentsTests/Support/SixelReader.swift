import Testing

/// A decoder for sixel graphics, which works like a terminal.
enum SixelReader {
  /// Returns the colors of the pixels, with `nil` for unset pixels.
  static func read(_ bytes: [UInt8], width: Int, height: Int) throws -> [UInt32?] {
    let text = String(decoding: bytes, as: UTF8.self)
    try #require(text.hasPrefix("\u{1B}P0;1;0q"))
    try #require(text.hasSuffix("\u{1B}\\"))
    var pixels: [UInt32?] = Array(repeating: nil, count: width * height)
    var palette: [Int: UInt32] = [:]
    var color = 0
    var column = 0
    var top = 0
    var count = 1
    var rest = Array(text.dropFirst(8).dropLast(2).utf8)[...]
    func numbers() -> [Int] {
      let text = rest.prefix { $0 == UInt8(ascii: ";") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      rest = rest.dropFirst(text.count)
      return String(decoding: text, as: UTF8.self).split(separator: ";").compactMap { Int($0) }
    }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""):
        let raster = numbers()
        try #require(raster == [1, 1, width, height])
      case UInt8(ascii: "#"):
        let parts = numbers()
        color = try #require(parts.first)
        if parts.count == 5 {
          palette[color] = parts[2...].reduce(0) { $0 << 8 | UInt32(($1 * 255 + 50) / 100) }
        }
      case UInt8(ascii: "!"): count = try #require(numbers().first)
      case UInt8(ascii: "$"): column = 0
      case UInt8(ascii: "-"):
        column = 0
        top += 6
      default:
        try #require((63...126).contains(byte))
        for _ in 0..<count {
          for row in 0..<6 where (byte - 63) >> UInt8(row) & 1 == 1 {
            try #require(column < width)
            try #require(top + row < height)
            pixels[(top + row) * width + column] = palette[color]
          }
          column += 1
        }
        count = 1
      }
    }
    return pixels
  }
}
