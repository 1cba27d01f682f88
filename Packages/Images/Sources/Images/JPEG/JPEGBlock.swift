enum JPEGBlock {
  /// Reads a sequential scan's coefficients (ITU-T T.81, F.2.2) into a block of zeros.
  ///
  /// `dc` and `ac` are offsets in `tables`, and `prediction` is the previous block's DC coefficient. Returns the
  /// bitwise OR of the positions of all nonzero AC coefficients, or a negative number for invalid data.
  @inline(__always)
  static func read(
    _ bits: inout JPEGBits,
    _ input: RawSpan,
    _ tables: Span<Int32>,
    dc: Int,
    ac: Int,
    _ order: Span<UInt8>,
    prediction: inout Int,
    into block: inout MutableRawSpan
  ) -> Int {
    bits.refill(input)
    let size = bits.takeSymbol(tables, dc)
    if size < 0 { return -1 }
    prediction &+= bits.takeSigned(size)
    block.storeBytes(of: Int16(truncatingIfNeeded: prediction), toByteOffset: 0, as: Int16.self)
    var places = 0
    var index = 1
    while index < 64 {
      bits.refill(input)
      let entry = tables[ac &+ bits.peek(JPEGHuffmanTables.indexBits)]
      let value: Int
      if entry & JPEGHuffmanTables.lengthWithValue != 0 {
        bits.remove(Int(truncatingIfNeeded: entry &>> 16 & 15))
        index &+= Int(truncatingIfNeeded: entry &>> 12 & 15)
        value = Int(truncatingIfNeeded: entry &>> 20)
      } else {
        let symbol = bits.takeSymbol(tables, ac)
        if symbol < 0 { return -1 }
        let size = symbol & 15
        if size == 0 {
          // This symbol means either sixteen zeros or the end of the block.
          guard symbol == 0xF0 else { return places }
          index &+= 16
          continue
        }
        index &+= symbol &>> 4
        value = bits.takeSigned(size)
      }
      guard index < 64 else { return -1 }
      let place = Int(truncatingIfNeeded: order[index])
      block.storeBytes(of: Int16(truncatingIfNeeded: value), toByteOffset: place &* 2, as: Int16.self)
      places |= place
      index &+= 1
    }
    return places
  }

  /// Computes samples from coefficients; offsets are in bytes, and the stride is in samples.
  ///
  /// `places` is the bitwise OR of the positions of all nonzero coefficients.
  @inline(__always)
  static func transform(
    _ block: inout MutableRawSpan,
    at offset: Int,
    _ quantizers: RawSpan,
    _ table: Int,
    places: Int,
    into samples: inout MutableRawSpan,
    at start: Int,
    stride: Int
  ) {
    if places == 0 {
      let mean = block.unsafeLoad(fromByteOffset: offset, as: Int16.self)
      let factor = quantizers.unsafeLoad(fromByteOffset: table, as: Int16.self)
      InverseDCT.fill(mean: Int(mean &* factor), into: &samples, at: start, stride: stride)
      return
    }
    let rows = InverseDCT.Rows(
      r0: row(0, block, offset, quantizers, table),
      r1: row(1, block, offset, quantizers, table),
      r2: row(2, block, offset, quantizers, table),
      r3: row(3, block, offset, quantizers, table),
      r4: row(4, block, offset, quantizers, table),
      r5: row(5, block, offset, quantizers, table),
      r6: row(6, block, offset, quantizers, table),
      r7: row(7, block, offset, quantizers, table)
    )
    InverseDCT.transform(rows, places: places, into: &samples, at: start, stride: stride)
  }

  @inline(__always)
  private static func row(
    _ index: Int,
    _ block: borrowing MutableRawSpan,
    _ offset: Int,
    _ quantizers: RawSpan,
    _ table: Int
  ) -> SIMD8<Int16> {
    let row = block.unsafeLoadUnaligned(fromByteOffset: offset &+ index &* 16, as: SIMD8<Int16>.self)
    return row &* quantizers.unsafeLoadUnaligned(fromByteOffset: table &+ index &* 16, as: SIMD8<Int16>.self)
  }

  /// Returns an approximate bitwise OR of the nonzero coefficients' positions, as precise as ``transform`` requires.
  @inline(__always)
  static func places(_ block: borrowing MutableRawSpan, at offset: Int) -> Int {
    var upper = block.unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD8<Int16>.self)
    upper[0] = 0
    for index in 1..<4 {
      upper |= block.unsafeLoadUnaligned(fromByteOffset: offset &+ index &* 16, as: SIMD8<Int16>.self)
    }
    var lower = SIMD8<Int16>()
    for index in 4..<8 {
      lower |= block.unsafeLoadUnaligned(fromByteOffset: offset &+ index &* 16, as: SIMD8<Int16>.self)
    }
    if lower != .zero || upper.highHalf != .zero { return 63 }
    return upper == .zero ? 0 : 1
  }

  @inline(__always)
  static func clear(_ block: inout MutableRawSpan, places: Int) {
    if places == 0 {
      block.storeBytes(of: 0, toByteOffset: 0, as: Int16.self)
      return
    }
    for index in 0..<8 { block.storeBytes(of: .zero, toByteOffset: index &* 16, as: SIMD8<Int16>.self) }
  }
}

/// The storage order of coefficients, starting with the coarsest (ITU-T T.81, figure A.6).
enum JPEGZigzag {
  /// The position of each coefficient: 8 × row + column.
  static let naturalOrder: [UInt8] = {
    var order: [UInt8] = []
    for diagonal in 0..<15 {
      let rows = (max(0, diagonal - 7)...min(7, diagonal)).map { UInt8($0) }
      // Even diagonals go up, and odd diagonals go down.
      for row in diagonal.isMultiple(of: 2) ? rows.reversed() : rows { order.append(row * 8 + UInt8(diagonal) - row) }
    }
    return order
  }()
}
