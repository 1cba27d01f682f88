/// Makes red, green, blue and opacity of a row of samples, eight pixels at a time.
///
/// YCbCr is that of ITU-T T.871, § 7, with the constants as 16-bit fractions and the results rounded as in libjpeg.
struct JPEGColorConverter {
  private typealias Numbers = SIMD8<Int16>

  private let color: JPEGColor
  /// Where the lines of the components are.
  private let lines: (Int, Int, Int, Int)

  init(_ frame: JPEGFrame, _ color: JPEGColor) {
    self.color = color
    let starts = (0..<4).map { JPEGUpsampler.lineStart(frame, component: $0) }
    lines = (starts[0], starts[1], starts[2], starts[3])
  }

  /// Converts a row.
  ///
  /// - Parameters:
  ///   - samples: The lines of the components, which go on behind their end.
  ///   - width: The pixels.
  ///   - pixels: Takes the pixels.
  ///   - start: Where the first goes.
  func convert(_ samples: RawSpan, width: Int, into pixels: inout MutableRawSpan, at start: Int) {
    var index = 0
    while index &+ 8 <= width {
      pixels.storeBytes(of: eight(samples, index), toByteOffset: start &+ index &* 4, as: SIMD32<UInt8>.self)
      index &+= 8
    }
    guard index < width else { return }
    let rest = eight(samples, index)
    for place in 0..<(width - index) * 4 {
      pixels.storeBytes(of: rest[place], toByteOffset: start + index * 4 + place, as: UInt8.self)
    }
  }

  @inline(__always)
  private func eight(_ samples: RawSpan, _ index: Int) -> SIMD32<UInt8> {
    let first = load(samples, lines.0 &+ index)
    switch color {
    case .gray:
      return pixels(first, first, first)
    case .rgb:
      return pixels(first, load(samples, lines.1 &+ index), load(samples, lines.2 &+ index))
    case .yCbCr:
      let rgb = convert(first, load(samples, lines.1 &+ index), load(samples, lines.2 &+ index))
      return pixels(rgb.red, rgb.green, rgb.blue)
    case .cmyk:
      // An inverted ink is the light that is left of it.
      let inks = (first, load(samples, lines.1 &+ index), load(samples, lines.2 &+ index))
      return printed(inks.0, inks.1, inks.2, load(samples, lines.3 &+ index))
    case .ycck:
      let light = convert(first, load(samples, lines.1 &+ index), load(samples, lines.2 &+ index))
      // What YCCK calls red, green and blue are the complements of the inks, and these are stored inverted.
      return printed(255 &- light.red, 255 &- light.green, 255 &- light.blue, load(samples, lines.3 &+ index))
    }
  }

  @inline(__always)
  private func load(_ samples: RawSpan, _ offset: Int) -> Numbers {
    Numbers(truncatingIfNeeded: samples.unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD8<UInt8>.self))
  }

  @inline(__always)
  private func convert(_ luma: Numbers, _ blue: Numbers, _ red: Numbers) -> (
    red: Numbers, green: Numbers, blue: Numbers
  ) {
    let cb = blue &- 128
    let cr = red &- 128
    // 1.402 = 1 + 26345 / 2¹⁶; 1.772 = 2 − 14942 / 2¹⁶; 0.34414 = 22554 / 2¹⁶; 0.71414 = 1 − 18734 / 2¹⁶.
    let redSum = luma &+ cr &+ product(cr, 26_345)
    let blueSum = luma &+ cb &+ cb &+ product(cb, -14_942)
    var both = SIMD16<Int16>()
    both.evenHalf = cb
    both.oddHalf = cr
    let sums =
      SIMD8<Int32>(truncatingIfNeeded: both.evenHalf) &* -22_554
      &+ SIMD8<Int32>(truncatingIfNeeded: both.oddHalf) &* 18_734
    let greenSum = luma &- cr &+ Numbers(truncatingIfNeeded: (sums &+ 32_768) &>> 16)
    return (bounded(redSum), bounded(greenSum), bounded(blueSum))
  }

  /// A number times a factor of 16 binary places, rounded.
  ///
  /// Doubling first and halving last does the rounding.
  @inline(__always)
  private func product(_ values: Numbers, _ factor: Int16) -> Numbers {
    let doubled = SIMD8<Int32>(truncatingIfNeeded: values &+ values)
    let high = Numbers(truncatingIfNeeded: (doubled &* Int32(factor)) &>> 16)
    return (high &+ 1) &>> 1
  }

  @inline(__always)
  private func bounded(_ values: Numbers) -> Numbers {
    values.clamped(lowerBound: .zero, upperBound: Numbers(repeating: 255))
  }

  /// The light that three inks leave, of what the black ink leaves.
  ///
  /// All of them are given as light.
  @inline(__always)
  private func printed(_ cyan: Numbers, _ magenta: Numbers, _ yellow: Numbers, _ black: Numbers) -> SIMD32<UInt8> {
    func part(_ light: Numbers) -> Numbers {
      // light × black / 255, rounded: (n + 128) × 257 / 2¹⁶.
      let ink = SIMD8<UInt32>(truncatingIfNeeded: 255 &- light) &* SIMD8<UInt32>(truncatingIfNeeded: black) &+ 128
      return black &- Numbers(truncatingIfNeeded: (ink &+ ink &>> 8) &>> 8)
    }
    return pixels(part(cyan), part(magenta), part(yellow))
  }

  @inline(__always)
  private func pixels(_ red: Numbers, _ green: Numbers, _ blue: Numbers) -> SIMD32<UInt8> {
    var redAndBlue = SIMD16<UInt8>()
    redAndBlue.evenHalf = SIMD8(truncatingIfNeeded: red)
    redAndBlue.oddHalf = SIMD8(truncatingIfNeeded: blue)
    var greenAndAlpha = SIMD16<UInt8>()
    greenAndAlpha.evenHalf = SIMD8(truncatingIfNeeded: green)
    greenAndAlpha.oddHalf = SIMD8(repeating: 255)
    var result = SIMD32<UInt8>()
    result.evenHalf = redAndBlue
    result.oddHalf = greenAndAlpha
    return result
  }
}
