/// The order in which coefficients are sent, the coarse ones first (ITU-T T.81, figure A.6).
enum JPEGZigzag {
  /// The place of each coefficient, 8 × row + column.
  static let naturalOrder: [UInt8] = {
    var order: [UInt8] = []
    for diagonal in 0..<15 {
      let rows = (max(0, diagonal - 7)...min(7, diagonal)).map { UInt8($0) }
      // Up on even diagonals, down on odd ones.
      for row in diagonal.isMultiple(of: 2) ? rows.reversed() : rows { order.append(row * 8 + UInt8(diagonal) - row) }
    }
    return order
  }()
}
