/// A scan header (ITU-T T.81, B.2.3).
struct JPEGScan {
  /// A component's index in the frame, and the indices at which its Huffman tables start.
  struct Part {
    let component: Int
    let dcTable: Int
    let acTable: Int
  }

  let parts: [Part]
  /// The range of coefficients in zigzag order.
  let spectrum: ClosedRange<Int>
  /// The lowest bit that earlier scans contain, or 0 for the first scan.
  let highBit: Int
  /// The lowest bit that this scan contains.
  let lowBit: Int

  /// Whether the scan adds a bit to earlier coefficients.
  var isRefinement: Bool { highBit > 0 }

  /// Reads the header and checks it against the frame and the defined tables.
  init(_ segment: JPEGFile.Segment, _ file: JPEGFile, _ frame: JPEGFrame) throws(ImageError) {
    let content = file.bytes[segment.content]
    let start = content.startIndex
    func damage(_ reason: String) -> ImageError { .damaged(.jpeg, offset: segment.offset, reason: reason) }
    guard let count = content.first.map(Int.init), (1...4).contains(count), content.count == 4 + 2 * count else {
      throw damage("the scan header has \(content.count) bytes")
    }
    let last = start + 1 + 2 * count
    let first = Int(content[last])
    let end = Int(content[last + 1])
    if frame.isProgressive {
      highBit = Int(content[last + 2] >> 4)
      lowBit = Int(content[last + 2] & 15)
      guard first <= end, end <= 63, first > 0 || end == 0, first == 0 || count == 1 else {
        throw damage("a scan can't contain coefficients \(first) to \(end) for \(count) components")
      }
      guard lowBit <= 13, highBit == 0 || highBit == lowBit + 1 else {
        throw damage("a scan has the invalid bit positions \(highBit) and \(lowBit)")
      }
      spectrum = first...end
    } else {
      // Some encoders write other values, which have no meaning in a sequential scan.
      highBit = 0
      lowBit = 0
      spectrum = 0...63
    }

    var parts: [Part] = []
    for field in 0..<count {
      let id = content[start + 1 + 2 * field]
      let tables = content[start + 2 + 2 * field]
      guard let component = frame.components.firstIndex(where: { $0.id == id }) else {
        throw damage("a scan contains the component \(id), which is not in the frame")
      }
      guard !parts.contains(where: { $0.component == component }) else {
        throw damage("a scan contains the component \(id) twice")
      }
      guard tables >> 4 <= 3, tables & 15 <= 3 else { throw damage("a scan refers to invalid Huffman tables") }
      let part = Part(
        component: component,
        dcTable: JPEGHuffmanTables.start(isAC: false, Int(tables >> 4)),
        acTable: JPEGHuffmanTables.start(isAC: true, Int(tables & 15))
      )
      let needsDC = spectrum.lowerBound == 0 && highBit == 0
      let needsAC = spectrum.upperBound > 0
      guard !needsDC || file.huffman.isDefined[part.dcTable / JPEGHuffmanTables.size],
        !needsAC || file.huffman.isDefined[part.acTable / JPEGHuffmanTables.size]
      else { throw damage("a scan refers to an undefined Huffman table") }
      parts.append(part)
    }
    self.parts = parts
  }
}

/// A decoder that converts sequential scans (ITU-T T.81, F.2) directly to samples.
enum JPEGSequentialScan {
  /// A component in the scan, with the values that the decoding loops need.
  private struct Target {
    let dcTable: Int
    let acTable: Int
    let horizontal: Int
    let vertical: Int
    let start: Int
    let stride: Int
    /// The byte offset of the component's quantization table.
    let quantization: Int
  }

  /// Decodes a scan and returns the position where its data ends; `starts` has each component's first sample index.
  static func decode(
    _ scan: JPEGScan,
    at start: Int,
    _ file: JPEGFile,
    _ frame: JPEGFrame,
    quantization: [[UInt16]],
    starts: [Int],
    into output: inout [UInt8]
  ) throws(ImageError) -> Int {
    let isSingle = scan.parts.count == 1
    let only = frame.components[scan.parts[0].component]
    let columns = isSingle ? only.blockColumns : frame.unitColumns
    let rows = isSingle ? only.blockRows : frame.unitRows
    let targets = scan.parts.enumerated().map { index, part in
      let component = frame.components[part.component]
      return Target(
        dcTable: part.dcTable,
        acTable: part.acTable,
        horizontal: isSingle ? 1 : component.horizontal,
        vertical: isSingle ? 1 : component.vertical,
        start: starts[part.component],
        stride: component.stride,
        quantization: index * 128
      )
    }
    let factors = scan.parts.flatMap { quantization[$0.component].map { Int16(truncatingIfNeeded: $0) } }
    var units = JPEGUnits(file)
    var bits = JPEGBits(position: start)
    var predictions = [Int](repeating: 0, count: targets.count)
    var coefficients = [Int16](repeating: 0, count: 64)

    let zigzag = JPEGZigzag.naturalOrder
    let input = file.bytes.span.bytes
    let tables = file.huffman.entries.span
    let order = zigzag.span
    let quantizers = factors.span.bytes
    var blockSpan = coefficients.mutableSpan
    var block = blockSpan.mutableBytes
    var sampleSpan = output.mutableSpan
    var samples = sampleSpan.mutableBytes
    for row in 0..<rows {
      for column in 0..<columns {
        if try units.isRestart(&bits) { predictions = [Int](repeating: 0, count: targets.count) }
        for index in targets.indices {
          let target = targets[index]
          for inner in 0..<target.horizontal &* target.vertical {
            let (down, right) = inner.quotientAndRemainder(dividingBy: target.horizontal)
            let places = JPEGBlock.read(
              &bits,
              input,
              tables,
              dc: target.dcTable,
              ac: target.acTable,
              order,
              prediction: &predictions[index],
              into: &block
            )
            guard places >= 0 else { throw units.failure(bits) }
            let blockRow = row &* target.vertical &+ down
            let blockColumn = column &* target.horizontal &+ right
            let place = target.start &+ (blockRow &* target.stride &+ blockColumn) &* 8
            JPEGBlock.transform(
              &block,
              at: 0,
              quantizers,
              target.quantization,
              places: places,
              into: &samples,
              at: place,
              stride: target.stride
            )
            JPEGBlock.clear(&block, places: places)
          }
        }
        if bits.isOverrun { throw units.failure(bits) }
      }
    }
    return bits.position
  }
}
