/// A converter from samples to red, green, blue and opacity, with one byte each.
///
/// It rounds 16-bit samples, and scales samples below 8 bits to the full range (PNG, third edition, § 12.5, § 13.12).
struct PNGExpansion {
  private let colorType: PNGHeader.ColorType
  private let bitDepth: Int
  /// The pixels for all values of a sample with up to 8 bits.
  private let colors: [UInt32]
  /// The number of palette entries or, without a palette, the number of possible sample values.
  private let colorCount: Int
  /// The transparent color's one or three samples, as stored in the file.
  private let invisible: [Int]

  init(_ file: PNGFile) {
    colorType = file.header.colorType
    bitDepth = file.header.bitDepth
    // Each value is stored in two bytes, but only the lowest `bitDepth` bits are used.
    let mask = 1 << file.header.bitDepth - 1
    let values = stride(from: 0, to: file.transparency.count - 1, by: 2).map {
      (Int(file.transparency[$0]) << 8 | Int(file.transparency[$0 + 1])) & mask
    }
    invisible = colorType == .palette ? [] : values
    switch colorType {
    case .palette:
      let entries = stride(from: 0, to: file.palette.count, by: 3).map { place in
        let alpha = place / 3 < file.transparency.count ? file.transparency[place / 3] : 255
        return Self.pixel(file.palette[place], file.palette[place + 1], file.palette[place + 2], alpha)
      }
      colorCount = entries.count
      colors = entries + [UInt32](repeating: 0, count: 256 - entries.count)
    case .gray where bitDepth <= 8:
      let highest = 1 << bitDepth - 1
      colors = (0...highest).map { value in
        let gray = UInt8(value * 255 / highest)
        return Self.pixel(gray, gray, gray, values.first == value ? 0 : 255)
      }
      colorCount = colors.count
    default:
      colors = []
      colorCount = 0
    }
  }

  /// Expands a row followed by ``PNGRows/slack`` bytes; returns `false` for an index outside the palette.
  func expand(_ row: [UInt8], width: Int, into pixels: inout [UInt8], at start: Int) -> Bool {
    let source = row.span.bytes
    var pixelsSpan = pixels.mutableSpan
    var target = pixelsSpan.mutableBytes
    switch (colorType, bitDepth) {
    case (.palette, _), (.gray, 1...8):
      return expandIndices(source, width, &target, start)
    case (.rgb, 8) where invisible.isEmpty:
      for index in 0..<width {
        let pixel = UInt32(littleEndian: source.unsafeLoadUnaligned(fromByteOffset: index &* 3, as: UInt32.self))
        let opaque = (pixel | 0xFF00_0000).littleEndian
        target.storeBytes(of: opaque, toByteOffset: start &+ index &* 4, as: UInt32.self)
      }
    case (.rgba, 8):
      for index in 0..<width {
        let pixel = source.unsafeLoadUnaligned(fromByteOffset: index &* 4, as: UInt32.self)
        target.storeBytes(of: pixel, toByteOffset: start &+ index &* 4, as: UInt32.self)
      }
    default:
      expandSamples(source, width, &target, start)
    }
    return true
  }

  private func expandIndices(_ source: RawSpan, _ width: Int, _ target: inout MutableRawSpan, _ start: Int) -> Bool {
    let colors = colors.span
    var highest = 0
    let mask = 1 << bitDepth - 1
    for index in 0..<width {
      let bit = index &* bitDepth
      let byte = Int(source.unsafeLoad(fromByteOffset: bit &>> 3, as: UInt8.self))
      let value = byte &>> (8 &- bitDepth &- (bit & 7)) & mask
      highest = max(highest, value)
      target.storeBytes(of: colors[value], toByteOffset: start &+ index &* 4, as: UInt32.self)
    }
    return highest < colorCount
  }

  /// Expands rows with several samples of 8 or 16 bits per pixel, possibly with a transparent color.
  private func expandSamples(_ source: RawSpan, _ width: Int, _ target: inout MutableRawSpan, _ start: Int) {
    let count = colorType.samples
    let isWide = bitDepth == 16
    func sample(_ index: Int) -> Int {
      if !isWide { return Int(source.unsafeLoad(fromByteOffset: index, as: UInt8.self)) }
      return Int(UInt16(bigEndian: source.unsafeLoadUnaligned(fromByteOffset: index * 2, as: UInt16.self)))
    }
    func byte(_ sample: Int) -> UInt8 { UInt8(isWide ? (sample * 255 + 32_895) >> 16 : sample) }
    for index in 0..<width {
      let first = sample(index * count)
      let pixel: UInt32
      switch colorType {
      case .gray, .palette:
        pixel = Self.pixel(byte(first), byte(first), byte(first), invisible.first == first ? 0 : 255)
      case .grayAlpha:
        pixel = Self.pixel(byte(first), byte(first), byte(first), byte(sample(index * count + 1)))
      case .rgb, .rgba:
        let second = sample(index * count + 1)
        let third = sample(index * count + 2)
        let alpha: UInt8
        if colorType == .rgba {
          alpha = byte(sample(index * count + 3))
        } else if invisible.count == 3, invisible[0] == first, invisible[1] == second, invisible[2] == third {
          alpha = 0
        } else {
          alpha = 255
        }
        pixel = Self.pixel(byte(first), byte(second), byte(third), alpha)
      }
      target.storeBytes(of: pixel, toByteOffset: start + index * 4, as: UInt32.self)
    }
  }

  /// Returns four bytes as a number in memory order.
  private static func pixel(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8) -> UInt32 {
    (UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24).littleEndian
  }
}
