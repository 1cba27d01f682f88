/// A scaler that enlarges coarser components' rows to the size of the image.
///
/// At half the width or height, a new sample is the average of the nearest two, weighted 3 to 1, rounded as in libjpeg
/// ("fancy upsampling"). For other factors, samples are repeated.
struct JPEGUpsampler {
  /// The padding on each side of a row, for loops that process eight samples at a time.
  private static let margin = 16

  private enum Method {
    case copy
    case halfWidth
    case halfHeight
    case halfBoth
    case repeated
  }

  private let component: JPEGFrame.Component
  private let method: Method
  private let horizontal: Int
  private let vertical: Int
  private let start: Int
  private let stride: Int
  private let line: Int
  private let width: Int

  static func lineBytes(_ frame: JPEGFrame) -> Int { (frame.width + 4 * margin) * frame.components.count }
  static func sumBytes(_ frame: JPEGFrame) -> Int { (frame.width + 4 * margin) * 2 }

  init(_ frame: JPEGFrame, _ planes: JPEGPlanes, component index: Int) {
    component = frame.components[index]
    horizontal = frame.horizontal / component.horizontal
    vertical = frame.vertical / component.vertical
    start = planes.starts[index]
    stride = component.stride
    width = frame.width
    line = Self.lineStart(frame, component: index)
    method =
      switch (horizontal, vertical) {
      case (1, 1): .copy
      case (1, 2): .halfHeight
      case (2, 1) where component.width > 2: .halfWidth
      case (2, 2) where component.width > 2: .halfBoth
      default: .repeated
      }
  }

  static func lineStart(_ frame: JPEGFrame, component index: Int) -> Int { (frame.width + 4 * margin) * index }

  /// Computes one row of the image; `sums` is a scratch buffer.
  func expand(row: Int, _ samples: RawSpan, into lines: inout MutableRawSpan, _ sums: inout MutableRawSpan) {
    let own = start + row / vertical * stride
    switch method {
    case .copy:
      for index in Swift.stride(from: 0, to: width, by: 8) {
        let bytes = samples.unsafeLoadUnaligned(fromByteOffset: own &+ index, as: SIMD8<UInt8>.self)
        lines.storeBytes(of: bytes, toByteOffset: line &+ index, as: SIMD8<UInt8>.self)
      }
    case .repeated:
      for index in 0..<width {
        let byte = samples.unsafeLoad(fromByteOffset: own + index / horizontal, as: UInt8.self)
        lines.storeBytes(of: byte, toByteOffset: line + index, as: UInt8.self)
      }
    case .halfHeight:
      let other = neighbor(of: row)
      let rounding = SIMD8<UInt16>(repeating: row.isMultiple(of: 2) ? 1 : 2)
      for index in Swift.stride(from: 0, to: width, by: 8) {
        let sum = (blend(samples, own &+ index, other &+ index) &+ rounding) &>> 2
        lines.storeBytes(of: SIMD8(lowBits: sum), toByteOffset: line &+ index, as: SIMD8<UInt8>.self)
      }
    case .halfWidth:
      for index in Swift.stride(from: 0, to: component.width, by: 8) {
        let values = samples.unsafeLoadUnaligned(fromByteOffset: own &+ index, as: SIMD8<UInt8>.self)
        storeSum(SIMD8(widening: values), &sums, index)
      }
      widen(&sums, into: &lines, even: 1, odd: 2, shift: 2)
    case .halfBoth:
      let other = neighbor(of: row)
      for index in Swift.stride(from: 0, to: component.width, by: 8) {
        storeSum(blend(samples, own &+ index, other &+ index), &sums, index)
      }
      widen(&sums, into: &lines, even: 8, odd: 7, shift: 4)
    }
  }

  private func neighbor(of row: Int) -> Int {
    let other = row / 2 + (row.isMultiple(of: 2) ? -1 : 1)
    return start + min(max(other, 0), component.height - 1) * stride
  }

  @inline(__always)
  private func blend(_ samples: RawSpan, _ near: Int, _ far: Int) -> SIMD8<UInt16> {
    let near = samples.unsafeLoadUnaligned(fromByteOffset: near, as: SIMD8<UInt8>.self)
    let far = samples.unsafeLoadUnaligned(fromByteOffset: far, as: SIMD8<UInt8>.self)
    return SIMD8<UInt16>(widening: near) &* 3 &+ SIMD8<UInt16>(widening: far)
  }

  /// Stores a sum after a margin, which gives the first sum a left neighbor.
  @inline(__always)
  private func storeSum(_ sum: SIMD8<UInt16>, _ sums: inout MutableRawSpan, _ index: Int) {
    sums.storeBytes(of: sum, toByteOffset: Self.margin &+ index &* 2, as: SIMD8<UInt16>.self)
  }

  /// Computes two samples from each sum, as three times the sum plus the sum to its left or right.
  private func widen(
    _ sums: inout MutableRawSpan,
    into lines: inout MutableRawSpan,
    even: UInt16,
    odd: UInt16,
    shift: UInt16
  ) {
    // Border samples are their own neighbors.
    let last = Self.margin + (component.width - 1) * 2
    let rightmost = sums.unsafeLoad(fromByteOffset: last, as: UInt16.self)
    sums.storeBytes(of: rightmost, toByteOffset: last + 2, as: UInt16.self)
    let leftmost = sums.unsafeLoad(fromByteOffset: Self.margin, as: UInt16.self)
    sums.storeBytes(of: leftmost, toByteOffset: Self.margin - 2, as: UInt16.self)
    for index in Swift.stride(from: 0, to: component.width, by: 8) {
      let place = Self.margin &+ index &* 2
      let sum = sums.unsafeLoadUnaligned(fromByteOffset: place, as: SIMD8<UInt16>.self) &* 3
      let before = sums.unsafeLoadUnaligned(fromByteOffset: place &- 2, as: SIMD8<UInt16>.self)
      let after = sums.unsafeLoadUnaligned(fromByteOffset: place &+ 2, as: SIMD8<UInt16>.self)
      var pair = SIMD16<UInt8>()
      pair.evenHalf = SIMD8(lowBits: (sum &+ before &+ SIMD8(repeating: even)) &>> SIMD8(repeating: shift))
      pair.oddHalf = SIMD8(lowBits: (sum &+ after &+ SIMD8(repeating: odd)) &>> SIMD8(repeating: shift))
      lines.storeBytes(of: pair, toByteOffset: line &+ index &* 2, as: SIMD16<UInt8>.self)
    }
  }
}
