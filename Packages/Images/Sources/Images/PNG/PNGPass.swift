/// A part of the rows and columns that is sent for itself: the whole picture, or one of the seven of Adam7.
struct PNGPass {
  let firstColumn: Int
  let firstRow: Int
  let columnStep: Int
  let rowStep: Int
  let width: Int
  let height: Int
  /// The bytes of a row, without the number of its filter.
  let rowBytes: Int

  /// The bytes of all rows with their filters' numbers, or the largest number if they are more.
  var size: Int { ImageLimits.product(rowBytes + 1, height) }

  /// The passes of a picture that have any pixel, in the order of the file (PNG, third edition, § 8.1).
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
