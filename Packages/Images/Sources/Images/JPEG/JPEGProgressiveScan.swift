/// Decodes a scan of a progressive JPEG (ITU-T T.81, annex G) into coefficients.
enum JPEGProgressiveScan {
  private struct Target {
    let part: JPEGScan.Part
    let horizontal: Int
    let vertical: Int
    /// The number of the component's first block, and of the blocks of a row.
    let start: Int
    let stride: Int
  }

  /// Decodes a scan.
  ///
  /// - Parameters:
  ///   - scan: The scan's header.
  ///   - start: Where its data begins.
  ///   - file: The file with its tables.
  ///   - frame: The frame that the scan belongs to.
  ///   - coefficients: The blocks of all components.
  /// - Returns: The place in the file where the data ends.
  /// - Throws: ``ImageError``, if the data is damaged or incomplete.
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
