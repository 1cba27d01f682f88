/// Decodes a scan of a sequential JPEG (ITU-T T.81, F.2) right into samples.
enum JPEGSequentialScan {
  /// A component of the scan, with all that the loops need to know of it.
  private struct Target {
    let dcTable: Int
    let acTable: Int
    let horizontal: Int
    let vertical: Int
    /// Where in the samples the component begins, and the distance of two rows.
    let start: Int
    let stride: Int
    /// Where in the scan's quantization tables, in bytes, its own is.
    let quantization: Int
  }

  /// Decodes a scan.
  ///
  /// - Parameters:
  ///   - scan: The scan's header.
  ///   - start: Where its data begins.
  ///   - file: The file with its tables.
  ///   - frame: The frame that the scan belongs to.
  ///   - quantization: The table of each component of the frame.
  ///   - starts: Where in the samples each component of the frame begins.
  ///   - output: Takes the samples.
  /// - Returns: The place in the file where the data ends.
  /// - Throws: ``ImageError``, if the data is damaged or incomplete.
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
