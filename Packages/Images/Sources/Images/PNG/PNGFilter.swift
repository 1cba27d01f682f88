/// The row filters (PNG, third edition, § 9), with their raw values in the file.
enum PNGFilter: UInt8 {
  case none
  case sub
  case up
  case average
  case paeth

  /// Undoes a row's filter; ``PNGRows/slack`` bytes must follow the row in `raw`, `above` and `row`.
  ///
  /// `above` is the restored previous row or zeros; `distance` is the number of bytes to the left neighbor.
  func undo(_ raw: [UInt8], at start: Int, count: Int, above: [UInt8], into row: inout [UInt8], distance: Int) {
    let source = raw.span.bytes
    let upper = above.span.bytes
    var rowSpan = row.mutableSpan
    var target = rowSpan.mutableBytes
    switch (self, distance) {
    case (.none, _), (.up, _): Self.undoWithoutLeft(source, start, count, upper, &target, isUp: self == .up)
    // The two sizes are separate cases, which makes the compiler generate a loop for each size.
    case (_, 3): Self.undoPixels(source, start, count, upper, &target, self, distance: 3)
    case (_, 4): Self.undoPixels(source, start, count, upper, &target, self, distance: 4)
    default: Self.undoBytes(source, start, count, upper, &target, self, distance: distance)
    }
  }

  private static func undoWithoutLeft(
    _ source: RawSpan,
    _ start: Int,
    _ count: Int,
    _ upper: RawSpan,
    _ target: inout MutableRawSpan,
    isUp: Bool
  ) {
    var index = 0
    while index < count {
      var bytes = source.unsafeLoadUnaligned(fromByteOffset: start &+ index, as: SIMD16<UInt8>.self)
      if isUp { bytes &+= upper.unsafeLoadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self) }
      target.storeBytes(of: bytes, toByteOffset: index, as: SIMD16<UInt8>.self)
      index &+= 16
    }
  }

  /// Restores pixels of three or four bytes; with three, the next pixel overwrites the fourth byte.
  @inline(__always)
  private static func undoPixels(
    _ source: RawSpan,
    _ start: Int,
    _ count: Int,
    _ upper: RawSpan,
    _ target: inout MutableRawSpan,
    _ filter: PNGFilter,
    distance: Int
  ) {
    var left = SIMD4<Int16>()
    var corner = SIMD4<Int16>()
    let mask = SIMD4<Int16>(repeating: 0xFF)
    for index in stride(from: 0, to: count, by: distance) {
      let bytes = source.unsafeLoadUnaligned(fromByteOffset: start &+ index, as: SIMD4<UInt8>.self)
      let top = SIMD4<Int16>(
        truncatingIfNeeded: upper.unsafeLoadUnaligned(fromByteOffset: index, as: SIMD4<UInt8>.self)
      )
      let guess =
        switch filter {
        case .average: (left &+ top) &>> 1
        case .paeth: paeth(left, top, corner)
        default: left
        }
      left = (SIMD4<Int16>(truncatingIfNeeded: bytes) &+ guess) & mask
      corner = top
      target.storeBytes(of: SIMD4<UInt8>(truncatingIfNeeded: left), toByteOffset: index, as: SIMD4<UInt8>.self)
    }
  }

  /// Returns the neighbors closest to left + top − corner, for four bytes at once (PNG, third edition, § 9.4).
  @inline(__always)
  private static func paeth(_ left: SIMD4<Int16>, _ top: SIMD4<Int16>, _ corner: SIMD4<Int16>) -> SIMD4<Int16> {
    let fromLeft = top &- corner
    let fromTop = left &- corner
    let fromCorner = fromLeft &+ fromTop
    let toLeft = pointwiseMax(fromLeft, 0 &- fromLeft)
    let toTop = pointwiseMax(fromTop, 0 &- fromTop)
    let toCorner = pointwiseMax(fromCorner, 0 &- fromCorner)
    let others = corner.replacing(with: top, where: toTop .<= toCorner)
    return others.replacing(with: left, where: (toLeft .<= toTop) .& (toLeft .<= toCorner))
  }

  private static func undoBytes(
    _ source: RawSpan,
    _ start: Int,
    _ count: Int,
    _ upper: RawSpan,
    _ target: inout MutableRawSpan,
    _ filter: PNGFilter,
    distance: Int
  ) {
    for index in 0..<count {
      let byte = source.unsafeLoad(fromByteOffset: start + index, as: UInt8.self)
      let top = upper.unsafeLoad(fromByteOffset: index, as: UInt8.self)
      let hasLeft = index >= distance
      let left = hasLeft ? target.unsafeLoad(fromByteOffset: index - distance, as: UInt8.self) : 0
      let guess: UInt8
      switch filter {
      case .average: guess = UInt8((Int(left) + Int(top)) >> 1)
      case .paeth:
        let corner = hasLeft ? upper.unsafeLoad(fromByteOffset: index - distance, as: UInt8.self) : 0
        guess = paeth(left, top, corner)
      default: guess = left
      }
      target.storeBytes(of: byte &+ guess, toByteOffset: index, as: UInt8.self)
    }
  }
}
