extension PNGFilter {
  /// Applies the filter to a row.
  ///
  /// - Parameters:
  ///   - row: The bytes of the row.
  ///   - above: Those of the row before; zeros for the first.
  ///   - output: Takes the filtered bytes.
  ///   - distance: How many bytes before a byte its left neighbour is.
  /// - Returns: The sum of the bytes' distances from zero.
  func apply(_ row: [UInt8], above: [UInt8], into output: inout [UInt8], distance: Int) -> Int {
    let bytes = row.span
    let upper = above.span
    var target = output.mutableSpan
    var sum = 0
    for index in 0..<bytes.count {
      let left = index >= distance ? bytes[index - distance] : 0
      let guess: UInt8
      switch self {
      case .none: guess = 0
      case .sub: guess = left
      case .up: guess = upper[index]
      case .average: guess = UInt8((Int(left) + Int(upper[index])) >> 1)
      case .paeth: guess = Self.paeth(left, upper[index], index >= distance ? upper[index - distance] : 0)
      }
      let difference = bytes[index] &- guess
      target[index] = difference
      sum &+= Int(Int8(bitPattern: difference).magnitude)
    }
    return sum
  }

  /// The neighbour that is nearest to left + top − corner (PNG, third edition, § 9.4).
  @inline(__always)
  static func paeth(_ left: UInt8, _ top: UInt8, _ corner: UInt8) -> UInt8 {
    let toLeft = abs(Int(top) - Int(corner))
    let toTop = abs(Int(left) - Int(corner))
    let toCorner = abs(Int(left) + Int(top) - 2 * Int(corner))
    if toLeft <= toTop && toLeft <= toCorner { return left }
    return toTop <= toCorner ? top : corner
  }
}
