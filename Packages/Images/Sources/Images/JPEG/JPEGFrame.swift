/// A frame header (ITU-T T.81, B.2.2) and the sizes computed from it (A.1, A.2).
struct JPEGFrame {
  /// A kind of sample, such as brightness.
  struct Component {
    let id: UInt8
    let horizontal: Int
    let vertical: Int
    let table: Int
    /// The number of samples per row that are part of the image.
    let width: Int
    let height: Int
    /// The number of blocks per row that contain image samples; a scan of this component alone has no others.
    let blockColumns: Int
    let blockRows: Int
    /// The number of blocks per row, including padding for the last units.
    let paddedColumns: Int
    let paddedRows: Int

    var paddedBlocks: Int { paddedColumns * paddedRows }
    /// The number of samples per row, including padding.
    var stride: Int { paddedColumns * 8 }
  }

  let isProgressive: Bool
  let width: Int
  let height: Int
  let components: [Component]
  /// The largest horizontal sampling factor.
  let horizontal: Int
  let vertical: Int
  /// The number of units per row in a scan that interleaves components.
  let unitColumns: Int
  let unitRows: Int

  /// The number of samples or coefficients, which can't overflow, because dimensions are below 2¹⁶.
  var sampleCount: Int { components.reduce(0) { $0 + $1.paddedBlocks * 64 } }

  private struct Field {
    let id: UInt8
    let horizontal: Int
    let vertical: Int
    let table: Int

    init(_ segment: ArraySlice<UInt8>, at offset: Int) {
      id = segment[offset]
      horizontal = Int(segment[offset + 1] >> 4)
      vertical = Int(segment[offset + 1] & 15)
      table = Int(segment[offset + 2])
    }
  }

  /// Reads a frame header; throws ``ImageError`` if it is corrupt or unsupported.
  init(_ segment: ArraySlice<UInt8>, marker: UInt8) throws(ImageError) {
    let start = segment.startIndex
    func damage(_ reason: String) -> ImageError { .damaged(.jpeg, offset: start, reason: reason) }
    guard segment.count >= 6, segment.count == 6 + 3 * Int(segment[start + 5]) else {
      throw damage("the frame header has \(segment.count) bytes")
    }
    func number(_ offset: Int) -> Int { Int(segment[start + offset]) << 8 | Int(segment[start + offset + 1]) }
    guard segment[start] == 8 else {
      if [12, 16].contains(segment[start]) {
        throw .unsupported(.jpeg, feature: "\(segment[start]) bits per sample")
      }
      throw damage("there can't be \(segment[start]) bits per sample")
    }
    let height = number(1)
    let width = number(3)
    guard height > 0 else { throw .unsupported(.jpeg, feature: "a height after the first scan (DNL)") }
    guard width > 0 else { throw damage("the image has no columns") }
    let count = Int(segment[start + 5])
    guard [1, 3, 4].contains(count) else {
      if count == 0 { throw damage("the image has no components") }
      throw .unsupported(.jpeg, feature: "\(count) components")
    }
    let fields = (0..<count).map { Field(segment, at: start + 6 + 3 * $0) }
    for field in fields {
      guard (1...4).contains(field.horizontal), (1...4).contains(field.vertical) else {
        throw damage("a component has the sampling factors \(field.horizontal) × \(field.vertical)")
      }
      guard field.table <= 3 else { throw damage("there is no quantization table \(field.table)") }
    }
    guard Set(fields.map(\.id)).count == count else { throw damage("two components have the same number") }

    let mostHorizontal = fields.map(\.horizontal).max() ?? 1
    let mostVertical = fields.map(\.vertical).max() ?? 1
    let unitColumns = Self.ceiling(width, 8 * mostHorizontal)
    let unitRows = Self.ceiling(height, 8 * mostVertical)
    components = fields.map { field in
      let columns = Self.ceiling(width * field.horizontal, mostHorizontal)
      let rows = Self.ceiling(height * field.vertical, mostVertical)
      return Component(
        id: field.id,
        horizontal: field.horizontal,
        vertical: field.vertical,
        table: field.table,
        width: columns,
        height: rows,
        blockColumns: Self.ceiling(columns, 8),
        blockRows: Self.ceiling(rows, 8),
        paddedColumns: unitColumns * field.horizontal,
        paddedRows: unitRows * field.vertical
      )
    }
    for component in components
    where !mostHorizontal.isMultiple(of: component.horizontal) || !mostVertical.isMultiple(of: component.vertical) {
      throw .unsupported(.jpeg, feature: "sampling factors that are not multiples of each other")
    }
    isProgressive = marker == JPEGMarker.progressive
    self.width = width
    self.height = height
    horizontal = mostHorizontal
    vertical = mostVertical
    self.unitColumns = unitColumns
    self.unitRows = unitRows
  }

  private static func ceiling(_ number: Int, _ divisor: Int) -> Int { (number + divisor - 1) / divisor }
}
