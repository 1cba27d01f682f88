/// Reads a block's coefficients of a sequential scan, and makes samples of any block's.
enum JPEGBlock {
  /// Reads the coefficients of a block (ITU-T T.81, F.2.2) into one that is all zero.
  ///
  /// - Parameters:
  ///   - bits: The scan.
  ///   - input: The file.
  ///   - tables: All Huffman tables.
  ///   - dc: Where in them the table for the mean begins.
  ///   - ac: Where in them the table for the other coefficients begins.
  ///   - order: The zigzag.
  ///   - prediction: The mean of the block before.
  ///   - block: Takes the coefficients.
  /// - Returns: The places of the coefficients that are not zero, besides the first, combined by "or"; negative if the
  ///   bits make no sense.
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
          // Sixteen zeros, or nothing more in this block.
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

  /// Makes samples of coefficients.
  ///
  /// - Parameters:
  ///   - block: Coefficients, of one or more blocks.
  ///   - offset: Where in them, in bytes, this block begins.
  ///   - quantizers: Quantization tables.
  ///   - table: Where in them, in bytes, that of the block begins.
  ///   - places: The places of the coefficients that are not zero, combined by "or".
  ///   - samples: Takes the samples.
  ///   - start: Where the first goes.
  ///   - stride: The distance of two rows.
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

  /// The places of the coefficients that are not zero, as far as ``transform`` wants to know them.
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

  /// Makes a block zero again.
  @inline(__always)
  static func clear(_ block: inout MutableRawSpan, places: Int) {
    if places == 0 {
      block.storeBytes(of: 0, toByteOffset: 0, as: Int16.self)
      return
    }
    for index in 0..<8 { block.storeBytes(of: .zero, toByteOffset: index &* 16, as: SIMD8<Int16>.self) }
  }
}

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
