import BasicsTesting

enum Scalars {
  /// Every scalar of the first plane and of the tags, and every 17th of the others; all scalars in long tests.
  static var sample: [Unicode.Scalar] {
    let step = LongTests.rounds(byDay: 17, byNight: 1)
    let planes: [(ClosedRange<UInt32>, Int)] = [
      (0...0xFFFF, 1), (0x1_0000...0xD_FFFF, step), (0xE_0000...0xE_0FFF, 1),
      (0xE_1000...0x10_FFFF, step),
    ]
    return planes.flatMap { range, step in
      stride(from: range.lowerBound, through: range.upperBound, by: step).compactMap(Unicode.Scalar.init)
    }
  }
}
