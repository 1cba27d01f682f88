/// The inverse discrete cosine transform of 8 × 8 coefficients (ITU-T T.81, A.3.3), in integer arithmetic.
///
/// It uses the method of Loeffler, Ligtenberg and Moschytz (ICASSP 1989), with 13-bit constants and two extra bits
/// between the passes, and produces the same samples as libjpeg's accurate integer method. Multiplications are arranged
/// in pairs whose products are added, so processors need a single instruction for each pair.
enum InverseDCT {
  struct Rows {
    typealias Row = SIMD8<Int16>
    var r0 = Row()
    var r1 = Row()
    var r2 = Row()
    var r3 = Row()
    var r4 = Row()
    var r5 = Row()
    var r6 = Row()
    var r7 = Row()

    @inline(__always)
    var transposed: Rows { shuffled.shuffled.shuffled }

    /// The upper half of the rows interleaved with the lower half; three shuffles transpose the rows.
    @inline(__always)
    private var shuffled: Rows {
      let a = interleaved(r0, r4)
      let b = interleaved(r1, r5)
      let c = interleaved(r2, r6)
      let d = interleaved(r3, r7)
      return Rows(
        r0: a.lowHalf,
        r1: a.highHalf,
        r2: b.lowHalf,
        r3: b.highHalf,
        r4: c.lowHalf,
        r5: c.highHalf,
        r6: d.lowHalf,
        r7: d.highHalf
      )
    }
  }

  private typealias Wide = SIMD8<Int32>

  /// Transforms all eight columns at once; if `isSparse`, the last four rows are zero.
  ///
  /// `shift` is the number of bits to round away: the bits in the constants, and the bits kept from the previous pass.
  @inline(__always)
  private static func transformColumns(_ rows: Rows, shift: Int32, isSparse: Bool) -> Rows {
    // The factors are cosines of multiples of π/16, times √2, combined into the required sums, and multiplied by
    // 2¹³.
    let evens = interleaved(rows.r2, rows.r6)
    let sums = interleaved(rows.r0, rows.r4)
    let even0 = sum(sums, 8192, 8192, isSparse)
    let even1 = sum(sums, 8192, -8192, isSparse)
    let even2 = sum(evens, 4433, -10_704, isSparse)
    let even3 = sum(evens, 10_703, 4433, isSparse)
    let a0 = even0 &+ even3
    let a1 = even1 &+ even2
    let a2 = even1 &- even2
    let a3 = even0 &- even3

    let upper = interleaved(rows.r1, rows.r3)
    let lower = interleaved(rows.r5, rows.r7)
    var b0 = sum(upper, 11_363, 9633, false)
    var b1 = sum(upper, 9633, -2259, false)
    var b2 = sum(upper, 6437, -11_362, false)
    var b3 = sum(upper, 2260, -6436, false)
    if !isSparse {
      b0 &+= sum(lower, 6437, 2260, false)
      b1 &+= sum(lower, -11_362, -6436, false)
      b2 &+= sum(lower, 2261, 9633, false)
      b3 &+= sum(lower, 9633, -11_363, false)
    }

    return Rows(
      r0: rounded(a0 &+ b0, shift),
      r1: rounded(a1 &+ b1, shift),
      r2: rounded(a2 &+ b2, shift),
      r3: rounded(a3 &+ b3, shift),
      r4: rounded(a3 &- b3, shift),
      r5: rounded(a2 &- b2, shift),
      r6: rounded(a1 &- b1, shift),
      r7: rounded(a0 &- b0, shift)
    )
  }

  /// Sums neighboring products, omitting the second if it is known to be zero.
  @inline(__always)
  private static func sum(_ pairs: SIMD16<Int16>, _ first: Int16, _ second: Int16, _ isFirstOnly: Bool) -> Wide {
    let firsts = Wide(widening: pairs.evenHalf) &* Wide(repeating: Int32(first))
    if isFirstOnly { return firsts }
    return firsts &+ Wide(widening: pairs.oddHalf) &* Wide(repeating: Int32(second))
  }

  @inline(__always)
  private static func rounded(_ values: Wide, _ shift: Int32) -> SIMD8<Int16> {
    let shifted = (values &+ Wide(repeating: 1 &<< (shift &- 1))) &>> Wide(repeating: shift)
    return SIMD8<Int16>(clamping: shifted)
  }

  @inline(__always)
  fileprivate static func interleaved(_ evens: SIMD8<Int16>, _ odds: SIMD8<Int16>) -> SIMD16<Int16> {
    var result = SIMD16<Int16>()
    result.evenHalf = evens
    result.oddHalf = odds
    return result
  }

  /// Computes a block's samples from coefficients already multiplied by the quantization table.
  ///
  /// `places` is the bitwise OR of the positions (8 × row + column) of nonzero coefficients; `stride` is in samples.
  @inline(__always)
  static func transform(
    _ rows: Rows,
    places: Int,
    into samples: inout MutableRawSpan,
    at start: Int,
    stride: Int
  ) {
    let result: Rows
    if places & 0b100_100 == 0 {
      // Images are smooth, so often only the first four rows and columns contain nonzero coefficients.
      let columns = transformColumns(rows, shift: 11, isSparse: true).transposed
      result = transformColumns(columns, shift: 18, isSparse: true).transposed
    } else {
      let columns = transformColumns(rows, shift: 11, isSparse: false).transposed
      result = transformColumns(columns, shift: 18, isSparse: false).transposed
    }
    store(result.r0, &samples, start)
    store(result.r1, &samples, start &+ stride)
    store(result.r2, &samples, start &+ stride &* 2)
    store(result.r3, &samples, start &+ stride &* 3)
    store(result.r4, &samples, start &+ stride &* 4)
    store(result.r5, &samples, start &+ stride &* 5)
    store(result.r6, &samples, start &+ stride &* 6)
    store(result.r7, &samples, start &+ stride &* 7)
  }

  @inline(__always)
  private static func store(_ row: SIMD8<Int16>, _ samples: inout MutableRawSpan, _ offset: Int) {
    // Convert −128…127 to 0…255.
    let bytes = SIMD8<UInt8>(lowBits: row.bounded(-128, 127)) &+ SIMD8(repeating: 128)
    samples.storeBytes(of: bytes, toByteOffset: offset, as: SIMD8<UInt8>.self)
  }

  @inline(__always)
  static func fill(mean: Int, into samples: inout MutableRawSpan, at start: Int, stride: Int) {
    let sample = max(0, min(255, (mean &+ 4) &>> 3 &+ 128))
    let row = SIMD8(repeating: UInt8(truncatingIfNeeded: sample))
    for index in 0..<8 {
      samples.storeBytes(of: row, toByteOffset: start &+ stride &* index, as: SIMD8<UInt8>.self)
    }
  }
}
