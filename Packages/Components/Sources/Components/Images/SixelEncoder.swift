/// An encoder that displays an image at the cursor as DEC sixel graphics.
///
/// Source: DEC STD 070, "Sixel Graphics" (Video Systems Reference Manual). A band has six rows of pixels and is
/// sent one color at a time. `$` returns to the start of the band, `-` starts the next band, and `!` precedes a
/// repeat count.
package enum SixelEncoder {
  /// The minimum opacity of visible pixels, from 0 to 255.
  private static let visible: UInt8 = 128

  /// Returns the sequence that displays an image.
  ///
  /// The terminal doesn't scale the pixels, so scale the image to the area first. `maximumColors` is the terminal's
  /// number of color registers, at most 256.
  package static func encode(_ image: PixelImage, maximumColors: Int = 256) -> [UInt8] {
    let pixels = pixels(image)
    let quantizer = ColorQuantizer(pixels.compactMap { $0 }, maximumCount: maximumColors)
    let numbers = pixels.map { $0.map { Int(quantizer.number(of: $0)) } ?? -1 }
    // The second parameter keeps unset pixels unchanged; the raster attributes set the size.
    var output = Array("\u{1B}P0;1;0q\"1;1;\(image.width);\(image.height)".utf8)
    for (number, color) in quantizer.palette.enumerated() {
      func percent(_ part: UInt8) -> Int { (Int(part) * 100 + 127) / 255 }
      output += "#\(number);2;\(percent(color.red));\(percent(color.green));\(percent(color.blue))".utf8
    }
    for top in stride(from: 0, to: image.height, by: 6) {
      appendBand(numbers, top: top, image, to: &output)
      output.append(UInt8(ascii: "-"))
    }
    output += "\u{1B}\\".utf8
    return output
  }

  private static func pixels(_ image: PixelImage) -> [RGB?] {
    stride(from: 0, to: image.bytes.count, by: 4).map { index in
      guard image.bytes[index + 3] >= visible else { return nil }
      return RGB(red: image.bytes[index], green: image.bytes[index + 1], blue: image.bytes[index + 2])
    }
  }

  private static func appendBand(_ numbers: [Int], top: Int, _ image: PixelImage, to output: inout [UInt8]) {
    let rows = min(6, image.height - top)
    // The band's six-bit columns, grouped by color in one pass
    var columns: [Int: [UInt8]] = [:]
    for row in 0..<rows {
      for x in 0..<image.width {
        let number = numbers[(top + row) * image.width + x]
        guard number >= 0 else { continue }
        columns[number, default: Array(repeating: 0, count: image.width)][x] |= 1 << UInt8(row)
      }
    }
    var isFirst = true
    for (number, bits) in columns.sorted(by: { $0.key < $1.key }) {
      if !isFirst { output.append(UInt8(ascii: "$")) }
      isFirst = false
      output += "#\(number)".utf8
      appendRuns(bits, to: &output)
    }
  }

  /// Appends all columns except trailing empty ones, with a repeat count for each run where that is shorter.
  private static func appendRuns(_ bits: [UInt8], to output: inout [UInt8]) {
    var end = bits.count
    while end > 0 && bits[end - 1] == 0 { end -= 1 }
    var start = 0
    while start < end {
      var next = start + 1
      while next < end && bits[next] == bits[start] { next += 1 }
      let sign = bits[start] + 63
      if next - start > 3 {
        output += "!\(next - start)".utf8
        output.append(sign)
      } else {
        output.append(contentsOf: repeatElement(sign, count: next - start))
      }
      start = next
    }
  }
}

/// A color quantizer that uses the median cut algorithm.
///
/// Each channel is reduced to 32 steps, so the work is bounded for any number of colors.
struct ColorQuantizer {
  private(set) var palette: [RGB] = []
  /// The palette index for each of the 32 × 32 × 32 colors, which is valid only for colors in the image.
  private var numbers: [UInt8]

  private struct Entry {
    var code: Int
    var count: Int

    func part(_ channel: Int) -> Int { code >> (10 - 5 * channel) & 31 }
  }

  /// Selects up to `maximumCount` colors (at most 256) for opaque pixels.
  init(_ pixels: [RGB], maximumCount: Int) {
    numbers = Array(repeating: 0, count: 1 << 15)
    var counts = Array(repeating: 0, count: 1 << 15)
    for pixel in pixels { counts[Self.code(pixel)] += 1 }
    let entries = counts.indices.filter { counts[$0] > 0 }.map { Entry(code: $0, count: counts[$0]) }
    guard !entries.isEmpty else { return }
    var boxes = [entries]
    while boxes.count < min(max(maximumCount, 1), 256) {
      guard let index = Self.boxToDivide(boxes) else { break }
      let (left, right) = Self.divided(boxes[index])
      boxes[index] = left
      boxes.append(right)
    }
    for (number, box) in boxes.enumerated() {
      palette.append(Self.mean(box))
      for entry in box { numbers[entry.code] = UInt8(number) }
    }
  }

  /// Returns the palette index for a pixel from the original image.
  func number(of pixel: RGB) -> UInt8 { numbers[Self.code(pixel)] }

  private static func code(_ color: RGB) -> Int {
    Int(color.red >> 3) << 10 | Int(color.green >> 3) << 5 | Int(color.blue >> 3)
  }

  /// Returns the index of the box to divide next, if any: the largest by channel range times pixel count.
  private static func boxToDivide(_ boxes: [[Entry]]) -> Int? {
    var best: (index: Int, weight: Int)?
    for (index, box) in boxes.enumerated() where box.count > 1 {
      let weight = widestChannel(box).width * box.reduce(0) { $0 + $1.count }
      if weight > best?.weight ?? 0 { best = (index, weight) }
    }
    return best?.index
  }

  private static func widestChannel(_ box: [Entry]) -> (channel: Int, width: Int) {
    var best = (channel: 0, width: -1)
    for channel in 0..<3 {
      var low = 31
      var high = 0
      for entry in box {
        low = min(low, entry.part(channel))
        high = max(high, entry.part(channel))
      }
      if high - low > best.width { best = (channel, high - low) }
    }
    return best
  }

  /// Returns a box divided into two boxes with similar pixel counts.
  private static func divided(_ box: [Entry]) -> ([Entry], [Entry]) {
    let channel = widestChannel(box).channel
    let sorted = box.sorted { ($0.part(channel), $0.code) < ($1.part(channel), $1.code) }
    let half = sorted.reduce(0) { $0 + $1.count } / 2
    var seen = 0
    var cut = 0
    while cut < sorted.count - 1 && (cut == 0 || seen < half) {
      seen += sorted[cut].count
      cut += 1
    }
    return (Array(sorted[..<cut]), Array(sorted[cut...]))
  }

  private static func mean(_ box: [Entry]) -> RGB {
    let total = box.reduce(0) { $0 + $1.count }
    func part(_ channel: Int) -> UInt8 {
      let sum = box.reduce(0) { $0 + ($1.part(channel) << 3 | $1.part(channel) >> 2) * $1.count }
      return UInt8((sum + total / 2) / total)
    }
    return RGB(red: part(0), green: part(1), blue: part(2))
  }
}
