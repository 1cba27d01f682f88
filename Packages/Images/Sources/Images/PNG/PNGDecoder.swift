/// A decoder for PNG (third edition, W3C) with all color types, bit depths, interlacing and transparency.
enum PNGDecoder {
  static func decode(_ bytes: [UInt8], limits: ImageLimits) throws(ImageError) -> RGBAImage {
    let file = try PNGFile(bytes, limits: limits)
    let header = file.header
    let passes = PNGPass.all(of: header)
    let compressed = file.dataCount
    try limits.check(memory: passes.map(\.size) + [ImageLimits.product(header.width, header.height, 4), compressed])
    let size = passes.reduce(0) { $0 + $1.size }
    guard size / Inflater.highestRatio <= compressed else {
      throw .damaged(
        .png,
        offset: file.data.first?.lowerBound ?? 0,
        reason: "\(compressed) compressed bytes can't hold \(header.width) × \(header.height) pixels"
      )
    }
    let raw = try inflate(file, bytes, size: size)
    var pixels = [UInt8](repeating: 0, count: header.width * header.height * 4)
    try PNGRows.unpack(raw, passes, file, into: &pixels)
    return RGBAImage(checkedWidth: header.width, height: header.height, pixels: pixels)
  }

  private static func inflate(_ file: PNGFile, _ bytes: [UInt8], size: Int) throws(ImageError) -> [UInt8] {
    var stream: [UInt8] = []
    stream.reserveCapacity(file.dataCount)
    for range in file.data { stream += bytes[range] }
    do throws(InflateError) {
      return try Inflater.inflate(stream, size: size)
    } catch {
      switch error {
      case .truncated: throw .truncated(.png, size: bytes.count, reading: "the compressed pixels")
      case .damaged(let offset, let reason):
        throw .damaged(.png, offset: place(of: offset, in: file.data), reason: reason)
      }
    }
  }

  static func place(of offset: Int, in ranges: [Range<Int>]) -> Int {
    var rest = offset
    for range in ranges {
      if rest < range.count { return range.lowerBound + rest }
      rest -= range.count
    }
    return ranges.last?.upperBound ?? 0
  }
}

/// A converter from decompressed rows to pixels, which undoes the filters and places the Adam7 passes.
enum PNGRows {
  /// The padding after a row, in bytes, for loops that read and write 16 bytes at a time.
  static let slack = 16

  /// Converts the rows in all passes; a filter type precedes each row, and ``Inflater/slack`` zeros follow the data.
  ///
  /// Throws ``ImageError`` if a filter or palette entry doesn't exist.
  static func unpack(
    _ raw: [UInt8],
    _ passes: [PNGPass],
    _ file: PNGFile,
    into pixels: inout [UInt8]
  ) throws(ImageError) {
    let header = file.header
    let place = file.data.first?.lowerBound ?? 0
    let expansion = PNGExpansion(file)
    var start = 0
    for pass in passes {
      var row = [UInt8](repeating: 0, count: pass.rowBytes + slack)
      var above = row
      var line = [UInt8](repeating: 0, count: pass.columnStep == 1 ? 0 : pass.width * 4)
      for index in 0..<pass.height {
        guard let filter = PNGFilter(rawValue: raw[start]) else {
          throw .damaged(.png, offset: place, reason: "a row has the filter \(raw[start]), which does not exist")
        }
        filter.undo(raw, at: start + 1, count: pass.rowBytes, above: above, into: &row, distance: header.filterDistance)
        start += pass.rowBytes + 1
        let target = ((pass.firstRow + index * pass.rowStep) * header.width + pass.firstColumn) * 4
        let isInPalette: Bool
        if pass.columnStep == 1 {
          isInPalette = expansion.expand(row, width: pass.width, into: &pixels, at: target)
        } else {
          isInPalette = expansion.expand(row, width: pass.width, into: &line, at: 0)
          spread(line, count: pass.width, into: &pixels, at: target, step: pass.columnStep * 4)
        }
        guard isInPalette else {
          throw .damaged(.png, offset: place, reason: "a pixel's index is not in the palette")
        }
        swap(&row, &above)
      }
    }
  }

  private static func spread(_ line: [UInt8], count: Int, into pixels: inout [UInt8], at start: Int, step: Int) {
    let source = line.span.bytes
    var pixelsSpan = pixels.mutableSpan
    var target = pixelsSpan.mutableBytes
    for index in 0..<count {
      let pixel = source.unsafeLoadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
      target.storeBytes(of: pixel, toByteOffset: start + index * step, as: UInt32.self)
    }
  }
}

/// A separately stored part of the image: all of it, or one of the seven Adam7 passes.
struct PNGPass {
  let firstColumn: Int
  let firstRow: Int
  let columnStep: Int
  let rowStep: Int
  let width: Int
  let height: Int
  let rowBytes: Int

  /// The size of rows and filter types in bytes, or `Int.max` on overflow.
  var size: Int { ImageLimits.product(rowBytes + 1, height) }

  /// Returns the nonempty passes in file order (PNG, third edition, § 8.1).
  static func all(of header: PNGHeader) -> [PNGPass] {
    let shapes: [(Int, Int, Int, Int)] =
      header.isInterlaced
      ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
      : [(0, 0, 1, 1)]
    return shapes.compactMap { firstColumn, firstRow, columnStep, rowStep in
      let width = (header.width - firstColumn + columnStep - 1) / columnStep
      let height = (header.height - firstRow + rowStep - 1) / rowStep
      guard width > 0, height > 0 else { return nil }
      return PNGPass(
        firstColumn: firstColumn,
        firstRow: firstRow,
        columnStep: columnStep,
        rowStep: rowStep,
        width: width,
        height: height,
        rowBytes: (width * header.bitsPerPixel + 7) / 8
      )
    }
  }
}
