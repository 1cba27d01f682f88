/// A converter from samples to red, green, blue and opacity, eight pixels at a time.
///
/// YCbCr conversion follows ITU-T T.871, § 7, with 16-bit constants and the same rounding as libjpeg.
struct JPEGColorConverter {
  private typealias Numbers = SIMD8<Int16>

  private let color: JPEGColor
  private let lines: (Int, Int, Int, Int)

  init(_ frame: JPEGFrame, _ color: JPEGColor) {
    self.color = color
    let starts = (0..<4).map { JPEGUpsampler.lineStart(frame, component: $0) }
    lines = (starts[0], starts[1], starts[2], starts[3])
  }

  /// The padding after the pixels, in bytes, for writing eight pixels at a time.
  static let slack = 32

  /// Converts a row of padded samples, and writes up to seven extra pixels.
  func convert(_ samples: RawSpan, width: Int, into pixels: inout MutableRawSpan, at start: Int) {
    // Each color space has its own small loop, which lets the compiler inline everything.
    switch color {
    case .gray: convertGray(samples, width, &pixels, start)
    case .yCbCr: convertYCbCr(samples, width, &pixels, start)
    case .rgb: convertRGB(samples, width, &pixels, start)
    case .cmyk: convertCMYK(samples, width, &pixels, start)
    case .ycck: convertYCCK(samples, width, &pixels, start)
    }
  }

  private func convertGray(_ samples: RawSpan, _ width: Int, _ output: inout MutableRawSpan, _ start: Int) {
    for index in stride(from: 0, to: width, by: 8) {
      let gray = load(samples, lines.0 &+ index)
      store(gray, gray, gray, &output, start &+ index &* 4)
    }
  }

  private func convertRGB(_ samples: RawSpan, _ width: Int, _ output: inout MutableRawSpan, _ start: Int) {
    for index in stride(from: 0, to: width, by: 8) {
      let red = load(samples, lines.0 &+ index)
      let green = load(samples, lines.1 &+ index)
      store(red, green, load(samples, lines.2 &+ index), &output, start &+ index &* 4)
    }
  }

  private func convertYCbCr(_ samples: RawSpan, _ width: Int, _ output: inout MutableRawSpan, _ start: Int) {
    for index in stride(from: 0, to: width, by: 8) {
      let luma = load(samples, lines.0 &+ index)
      let rgb = light(luma, load(samples, lines.1 &+ index), load(samples, lines.2 &+ index))
      store(rgb.red, rgb.green, rgb.blue, &output, start &+ index &* 4)
    }
  }

  /// Converts inverted CMYK samples, in which 255 means no ink.
  private func convertCMYK(_ samples: RawSpan, _ width: Int, _ output: inout MutableRawSpan, _ start: Int) {
    for index in stride(from: 0, to: width, by: 8) {
      let black = load(samples, lines.3 &+ index)
      let red = printed(load(samples, lines.0 &+ index), black)
      let green = printed(load(samples, lines.1 &+ index), black)
      let blue = printed(load(samples, lines.2 &+ index), black)
      store(red, green, blue, &output, start &+ index &* 4)
    }
  }

  private func convertYCCK(_ samples: RawSpan, _ width: Int, _ output: inout MutableRawSpan, _ start: Int) {
    for index in stride(from: 0, to: width, by: 8) {
      let black = load(samples, lines.3 &+ index)
      let luma = load(samples, lines.0 &+ index)
      let rgb = light(luma, load(samples, lines.1 &+ index), load(samples, lines.2 &+ index))
      let red = printed(255 &- rgb.red, black)
      let green = printed(255 &- rgb.green, black)
      let blue = printed(255 &- rgb.blue, black)
      store(red, green, blue, &output, start &+ index &* 4)
    }
  }

  @inline(__always)
  private func load(_ samples: RawSpan, _ offset: Int) -> Numbers {
    Numbers(widening: samples.unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD8<UInt8>.self))
  }

  @inline(__always)
  private func light(_ luma: Numbers, _ blue: Numbers, _ red: Numbers) -> (
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
      SIMD8<Int32>(widening: both.evenHalf) &* -22_554
      &+ SIMD8<Int32>(widening: both.oddHalf) &* 18_734
    let greenSum = luma &- cr &+ Numbers(lowBits: (sums &+ 32_768) &>> 16)
    return (redSum.bounded(0, 255), greenSum.bounded(0, 255), blueSum.bounded(0, 255))
  }

  /// Returns the values times a factor with 16 fractional bits; doubled products are rounded down, and their halves up.
  @inline(__always)
  private func product(_ values: Numbers, _ factor: Int16) -> Numbers {
    let doubled = SIMD8<Int32>(widening: values &+ values)
    let high = Numbers(lowBits: (doubled &* Int32(factor)) &>> 16)
    return (high &+ 1) &>> 1
  }

  /// Returns the light reflected by an ink, multiplied by the light reflected by black.
  @inline(__always)
  private func printed(_ light: Numbers, _ black: Numbers) -> Numbers {
    // ink × black / 255, rounded: (n + 128) × 257 / 2¹⁶.
    let ink = SIMD8<Int32>(widening: 255 &- light) &* SIMD8<Int32>(widening: black) &+ 128
    return black &- Numbers(lowBits: (ink &+ ink &>> 8) &>> 8)
  }

  @inline(__always)
  private func store(
    _ red: Numbers,
    _ green: Numbers,
    _ blue: Numbers,
    _ pixels: inout MutableRawSpan,
    _ offset: Int
  ) {
    var redAndBlue = SIMD16<UInt8>()
    redAndBlue.evenHalf = SIMD8(lowBits: red)
    redAndBlue.oddHalf = SIMD8(lowBits: blue)
    var greenAndAlpha = SIMD16<UInt8>()
    greenAndAlpha.evenHalf = SIMD8(lowBits: green)
    greenAndAlpha.oddHalf = SIMD8(repeating: 255)
    var result = SIMD32<UInt8>()
    result.evenHalf = redAndBlue
    result.oddHalf = greenAndAlpha
    pixels.storeBytes(of: result, toByteOffset: offset, as: SIMD32<UInt8>.self)
  }
}

enum JPEGColor {
  case gray
  case yCbCr
  case rgb
  /// Cyan, magenta, yellow and black, stored inverted, as decoders expect even without an Adobe segment.
  case cmyk
  /// ``cmyk`` with the first three components encoded as YCbCr.
  case ycck

  /// Selects the same color space as libjpeg and other decoders.
  ///
  /// A JFIF segment allows only gray and YCbCr (ITU-T T.871). The Adobe segment's transform is 0 for none, 1 for YCbCr
  /// and 2 for YCCK (ITU-T T.872, 6.5.3).
  init(_ components: [JPEGFrame.Component], isJFIF: Bool, adobe: UInt8?) {
    switch components.count {
    case 1: self = .gray
    case 3:
      if isJFIF {
        self = .yCbCr
      } else if let adobe {
        self = adobe == 0 ? .rgb : .yCbCr
      } else {
        self = components.map(\.id) == Array("RGB".utf8) ? .rgb : .yCbCr
      }
    default:
      self = (adobe ?? 0) == 0 ? .cmyk : .ycck
    }
  }

  var model: ImageInfo.ColorModel {
    switch self {
    case .gray: .gray
    case .yCbCr: .yCbCr
    case .rgb: .rgb
    case .cmyk: .cmyk
    case .ycck: .ycck
    }
  }
}
