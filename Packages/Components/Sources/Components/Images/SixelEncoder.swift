/// Writes an image in DEC's sixel graphics, at the cursor's place.
///
/// Source: DEC STD 070, "Sixel Graphics" (Video Systems Reference Manual): six rows of pixels a band, a colour at a time,
/// `$` to go back to the band's start, `-` to go on to the next one, `!` before a repeat count.
public enum SixelEncoder {
  /// Less opaque pixels than this are left out.
  private static let visible: UInt8 = 128

  /// The sequence that shows an image.
  ///
  /// - Parameters:
  ///   - image: the pixels; they are shown one to one, so scale the image to the area first.
  ///   - maximumColors: how many colours the terminal has registers for, 256 at most.
  /// - Returns: the bytes.
  public static func encode(_ image: PixelImage, maximumColors: Int = 256) -> [UInt8] {
    let pixels = pixels(image)
    let quantizer = ColorQuantizer(pixels.compactMap { $0 }, maximumCount: maximumColors)
    let numbers = pixels.map { $0.map { Int(quantizer.number(of: $0)) } ?? -1 }
    // The second parameter leaves pixels that are not set as they are; the raster attributes give the size.
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
    // The band's columns of six bits for every colour in it, made in one pass.
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

  /// Appends the columns; equal ones as a count where that is shorter, empty ones at the end not at all.
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
