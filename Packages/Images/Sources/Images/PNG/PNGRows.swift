/// Makes pixels of the expanded rows: takes back the filters, and puts the passes of Adam7 in place.
enum PNGRows {
  /// What the buffers of a row have behind it, because some loops read and write 16 bytes at a time.
  static let slack = 16

  /// - Parameters:
  ///   - raw: The rows of all passes, each behind the number of its filter, with ``Inflater/slack`` at the end.
  ///   - passes: The parts of the picture, in the order of the rows.
  ///   - file: Where the rows are from.
  ///   - pixels: Takes the picture.
  /// - Throws: ``ImageError``, if a filter or a palette entry does not exist.
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
          throw .damaged(.png, offset: place, reason: "a pixel has a number that is not in the palette")
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
