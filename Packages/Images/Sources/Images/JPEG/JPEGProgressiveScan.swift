/// A decoder for the coefficients in progressive scans (ITU-T T.81, annex G).
enum JPEGProgressiveScan {
  private struct Target {
    let part: JPEGScan.Part
    let horizontal: Int
    let vertical: Int
    /// The index of the component's first block.
    let start: Int
    let stride: Int
  }

  /// Decodes a scan, and returns the position in the file where its data ends.
  static func decode(
    _ scan: JPEGScan,
    at start: Int,
    _ file: JPEGFile,
    _ frame: JPEGFrame,
    into coefficients: inout JPEGCoefficients
  ) throws(ImageError) -> Int {
    let isSingle = scan.parts.count == 1
    let only = frame.components[scan.parts[0].component]
    let columns = isSingle ? only.blockColumns : frame.unitColumns
    let rows = isSingle ? only.blockRows : frame.unitRows
    let targets = scan.parts.map { part in
      let component = frame.components[part.component]
      return Target(
        part: part,
        horizontal: isSingle ? 1 : component.horizontal,
        vertical: isSingle ? 1 : component.vertical,
        start: coefficients.starts[part.component],
        stride: component.paddedColumns
      )
    }
    var units = JPEGUnits(file)
    var bits = JPEGBits(position: start)
    var blocks = JPEGProgressiveBlock(scan)
    var predictions = [Int](repeating: 0, count: targets.count)

    let zigzag = JPEGZigzag.naturalOrder
    let input = file.bytes.span.bytes
    let tables = file.huffman.entries.span
    let order = zigzag.span
    var valueSpan = coefficients.values.mutableSpan
    var values = valueSpan.mutableBytes
    for row in 0..<rows {
      for column in 0..<columns {
        if try units.isRestart(&bits) {
          predictions = [Int](repeating: 0, count: targets.count)
          blocks.restart()
        }
        for index in targets.indices {
          let target = targets[index]
          for inner in 0..<target.horizontal &* target.vertical {
            let (down, right) = inner.quotientAndRemainder(dividingBy: target.horizontal)
            let blockRow = row &* target.vertical &+ down
            let blockColumn = column &* target.horizontal &+ right
            let offset = (target.start &+ blockRow &* target.stride &+ blockColumn) &* 128
            let isGood =
              if scan.spectrum.lowerBound > 0 {
                scan.isRefinement
                  ? blocks.refine(&bits, input, tables, target.part.acTable, order, &values, offset)
                  : blocks.read(&bits, input, tables, target.part.acTable, order, &values, offset)
              } else if scan.isRefinement {
                blocks.refineMean(&bits, input, &values, offset)
              } else {
                blocks.readMean(&bits, input, tables, target.part.dcTable, &predictions[index], &values, offset)
              }
            guard isGood else { throw units.failure(bits) }
          }
        }
        if bits.isOverrun { throw units.failure(bits) }
      }
    }
    return bits.position
  }
}

/// A reader for a block in a progressive scan (ITU-T T.81, G.1.2, G.2); its methods return `false` for invalid data.
struct JPEGProgressiveBlock {
  private let first: Int
  private let last: Int
  private let lowBit: Int
  private var emptyBlocks = 0

  init(_ scan: JPEGScan) {
    first = scan.spectrum.lowerBound
    last = scan.spectrum.upperBound
    lowBit = scan.lowBit
  }

  mutating func restart() {
    emptyBlocks = 0
  }

  /// Reads the DC coefficient's upper bits, stored as a difference from the previous block.
  @inline(__always)
  mutating func readMean(
    _ bits: inout JPEGBits,
    _ input: RawSpan,
    _ tables: Span<Int32>,
    _ table: Int,
    _ prediction: inout Int,
    _ values: inout MutableRawSpan,
    _ offset: Int
  ) -> Bool {
    bits.refill(input)
    let size = bits.takeSymbol(tables, table)
    if size < 0 { return false }
    prediction &+= bits.takeSigned(size)
    values.storeBytes(of: Int16(truncatingIfNeeded: prediction &<< lowBit), toByteOffset: offset, as: Int16.self)
    return true
  }

  /// Reads another bit of the DC coefficient.
  @inline(__always)
  mutating func refineMean(
    _ bits: inout JPEGBits,
    _ input: RawSpan,
    _ values: inout MutableRawSpan,
    _ offset: Int
  ) -> Bool {
    if bits.takeBit(input) {
      let value = values.unsafeLoad(fromByteOffset: offset, as: Int16.self) | 1 &<< Int16(truncatingIfNeeded: lowBit)
      values.storeBytes(of: value, toByteOffset: offset, as: Int16.self)
    }
    return true
  }

  /// Reads the upper bits of AC coefficients.
  @inline(__always)
  mutating func read(
    _ bits: inout JPEGBits,
    _ input: RawSpan,
    _ tables: Span<Int32>,
    _ table: Int,
    _ order: Span<UInt8>,
    _ values: inout MutableRawSpan,
    _ offset: Int
  ) -> Bool {
    if emptyBlocks > 0 {
      emptyBlocks &-= 1
      return true
    }
    var index = first
    while index <= last {
      bits.refill(input)
      let symbol = bits.takeSymbol(tables, table)
      if symbol < 0 { return false }
      let run = symbol &>> 4
      let size = symbol & 15
      if size == 0 {
        if run < 15 {
          emptyBlocks = (1 &<< run) &- 1 &+ bits.take(run, input)
          return true
        }
        index &+= 16
        continue
      }
      index &+= run
      guard index <= last else { return false }
      let value = bits.takeSigned(size) &<< lowBit
      let place = offset &+ Int(order[index]) &* 2
      values.storeBytes(of: Int16(truncatingIfNeeded: value), toByteOffset: place, as: Int16.self)
      index &+= 1
    }
    return true
  }

  /// Reads another bit of nonzero AC coefficients, and the coefficients that become nonzero.
  @inline(__always)
  mutating func refine(
    _ bits: inout JPEGBits,
    _ input: RawSpan,
    _ tables: Span<Int32>,
    _ table: Int,
    _ order: Span<UInt8>,
    _ values: inout MutableRawSpan,
    _ offset: Int
  ) -> Bool {
    let step = Int16(truncatingIfNeeded: 1 &<< lowBit)
    var index = first
    if emptyBlocks == 0 {
      while index <= last {
        bits.refill(input)
        let symbol = bits.takeSymbol(tables, table)
        if symbol < 0 { return false }
        let run = symbol &>> 4
        var value: Int16 = 0
        switch symbol & 15 {
        case 0:
          if run < 15 {
            emptyBlocks = (1 &<< run) &+ bits.take(run, input)
          }
        case 1:
          value = bits.takeBit(input) ? step : 0 &- step
        default:
          return false
        }
        if emptyBlocks > 0 { break }
        index = refineSome(&bits, input, order, &values, offset, from: index, zeros: run)
        if value != 0 {
          guard index <= last else { return false }
          values.storeBytes(of: value, toByteOffset: offset &+ Int(order[index]) &* 2, as: Int16.self)
        }
        index &+= 1
      }
    }
    if emptyBlocks > 0 {
      _ = refineSome(&bits, input, order, &values, offset, from: index, zeros: 64)
      emptyBlocks &-= 1
    }
    return true
  }

  /// Reads the next bit of nonzero coefficients until `zeros` zeros have been skipped.
  ///
  /// Returns the index of the next zero, or the index after the scan's last coefficient.
  @inline(__always)
  private func refineSome(
    _ bits: inout JPEGBits,
    _ input: RawSpan,
    _ order: Span<UInt8>,
    _ values: inout MutableRawSpan,
    _ offset: Int,
    from start: Int,
    zeros: Int
  ) -> Int {
    let step = Int16(truncatingIfNeeded: 1 &<< lowBit)
    var left = zeros
    var index = start
    while index <= last {
      let place = offset &+ Int(order[index]) &* 2
      let value = values.unsafeLoad(fromByteOffset: place, as: Int16.self)
      if value == 0 {
        if left == 0 { return index }
        left &-= 1
      } else if bits.takeBit(input), value & step == 0 {
        values.storeBytes(of: value > 0 ? value &+ step : value &- step, toByteOffset: place, as: Int16.self)
      }
      index &+= 1
    }
    return index
  }
}
