/// An encoder that converts cells to text with control sequences, fast enough to fill a whole screen every frame.
///
/// The output is the same as that of ``SGREncoder``, but this encoder uses packed colors and tracks the current style.
package struct CellEncoder: ~Copyable {
  package var bytes: OutputBytes
  private var look = Cell.blank
  private var link: Hyperlink?

  private static let separator = UInt8(ascii: ";")

  /// The space reserved for a style change, in bytes; it fits both encodings, of which the shorter one is kept.
  private static let sequenceRoom = 256

  package init(bytes: consuming OutputBytes = OutputBytes()) { self.bytes = bytes }

  /// Appends a cell from a buffer with its style changes, or nothing for the second half of a wide symbol.
  @inline(__always)
  package mutating func append(_ cell: Cell, of buffer: borrowing CellBuffer) {
    let symbol = cell.symbol
    if symbol.isContinuation { return }
    if cell.link != look.link || link != nil || cell.link != 0 { move(to: buffer.links[cell.link]) }
    change(to: cell)
    bytes.reserve(4)
    if symbol.isCluster {
      bytes.append(buffer.clusters.clusters[Int(symbol.value)].utf8)
    } else {
      append(codePoint: symbol.value)
    }
  }

  package mutating func append(cells range: Range<Int>, of buffer: borrowing CellBuffer) {
    buffer.cells.withUnsafeBufferPointer { cells in
      for index in range {
        let cell = cells[index]
        // Fast path: an ASCII character with the same style as the previous character.
        if cell.symbol.rawValue & ~0x7F == CellSymbol.blank.rawValue & ~0x7F && cell.foreground == look.foreground
          && cell.background == look.background && cell.attributes == look.attributes && cell.link == 0
          && look.link == 0
        {
          bytes.reserve(1)
          bytes.appendReserved(UInt8(truncatingIfNeeded: cell.symbol.rawValue))
        } else {
          append(cell, of: buffer)
        }
      }
    }
  }

  /// Appends the sequences that reset the style and end the current link.
  package mutating func reset() {
    move(to: nil)
    change(to: .blank)
  }

  /// Appends a code point in UTF-8 (RFC 3629 § 3).
  @inline(__always)
  private mutating func append(codePoint value: UInt32) {
    switch value {
    case 0..<0x80:
      bytes.appendReserved(UInt8(truncatingIfNeeded: value))
    case 0x80..<0x800:
      bytes.appendReserved(0xC0 | UInt8(truncatingIfNeeded: value >> 6))
      bytes.appendReserved(0x80 | UInt8(truncatingIfNeeded: value & 0x3F))
    case 0x800..<0x1_0000:
      bytes.appendReserved(0xE0 | UInt8(truncatingIfNeeded: value >> 12))
      bytes.appendReserved(0x80 | UInt8(truncatingIfNeeded: value >> 6 & 0x3F))
      bytes.appendReserved(0x80 | UInt8(truncatingIfNeeded: value & 0x3F))
    default:
      bytes.appendReserved(0xF0 | UInt8(truncatingIfNeeded: value >> 18))
      bytes.appendReserved(0x80 | UInt8(truncatingIfNeeded: value >> 12 & 0x3F))
      bytes.appendReserved(0x80 | UInt8(truncatingIfNeeded: value >> 6 & 0x3F))
      bytes.appendReserved(0x80 | UInt8(truncatingIfNeeded: value & 0x3F))
    }
  }

  private mutating func move(to wanted: Hyperlink?) {
    guard link != wanted else { return }
    bytes.append("\u{1B}]8;;".utf8)
    if let wanted { bytes.append(wanted.target.utf8) }
    bytes.append("\u{1B}\\".utf8)
    link = wanted
  }

  // MARK: Look

  @inline(__always)
  private mutating func change(to cell: Cell) {
    defer { look = cell }
    guard cell.foreground != look.foreground || cell.background != look.background || cell.attributes != look.attributes
    else { return }
    bytes.reserve(Self.sequenceRoom)
    let removed = look.attributes.subtracting(cell.attributes)
    let removesColor =
      cell.foreground == .none && look.foreground != .none || cell.background == .none && look.background != .none
    appendSequence(from: look, to: cell, resets: false)
    // A full reset can be shorter only if an attribute or color is removed.
    guard !removed.isEmpty || removesColor else { return }
    let middle = bytes.count
    let start = lastSequenceStart
    appendSequence(from: .blank, to: cell, resets: true)
    if bytes.count - middle < middle - start {
      bytes.remove(from: start, upTo: middle)
    } else {
      bytes.truncate(to: middle)
    }
  }

  private var lastSequenceStart = 0

  @inline(__always)
  private mutating func appendSequence(from old: Cell, to new: Cell, resets: Bool) {
    if !resets { lastSequenceStart = bytes.count }
    bytes.appendReserved(0x1B)
    bytes.appendReserved(UInt8(ascii: "["))
    if resets { append(parameter: 0) }
    if old.attributes != new.attributes { appendAttributes(from: old.attributes, to: new.attributes) }
    if old.foreground != new.foreground { append(new.foreground, offset: 0) }
    if old.background != new.background { append(new.background, offset: 10) }
    bytes.replaceLast(UInt8(ascii: "m"))
  }

  private mutating func appendAttributes(from old: TextAttributes, to new: TextAttributes) {
    SGREncoder.forEachAttributeCode(from: old, to: new) { append(parameter: $0) }
  }

  @inline(__always)
  private mutating func append(parameter: UInt8) {
    bytes.appendReserved(decimal: parameter)
    bytes.appendReserved(Self.separator)
  }

  @inline(__always)
  private mutating func append(_ color: PackedColor, offset: UInt8) {
    let value = color.rawValue
    switch value >> 24 {
    case 1:
      let name = UInt8(truncatingIfNeeded: value)
      append(parameter: name + (name >= 8 ? 90 - 8 : 30) + offset)
    case 2:
      append(parameter: 38 + offset)
      append(parameter: 5)
      append(parameter: UInt8(truncatingIfNeeded: value))
    case 3:
      append(parameter: 38 + offset)
      append(parameter: 2)
      append(parameter: UInt8(truncatingIfNeeded: value >> 16))
      append(parameter: UInt8(truncatingIfNeeded: value >> 8))
      append(parameter: UInt8(truncatingIfNeeded: value))
    default:
      append(parameter: 39 + offset)
    }
  }
}

extension CellBuffer {
  /// Returns the rows, each ending with a line feed, as text with control sequences for styles and links.
  ///
  /// The result is for inline output: it doesn't move the cursor, and every row starts and ends in the terminal's
  /// default style. Styles are already limited to the output's capabilities. Trailing empty cells are omitted.
  public func encoded() -> String {
    var encoder = CellEncoder(bytes: OutputBytes(capacity: cells.count * 4))
    for row in 0..<size.height {
      for cell in cells[contentRange(ofRow: row)] { encoder.append(cell, of: self) }
      encoder.reset()
      encoder.bytes.append(CollectionOfOne(UInt8(ascii: "\n")))
    }
    return encoder.bytes.withBytes { String(decoding: $0, as: UTF8.self) }
  }
}

extension CellBuffer {
  /// The text of every row, without styles or trailing blanks.
  public var lines: [String] {
    (0..<size.height).map { row in
      var line = ""
      for cell in cells[contentRange(ofRow: row)] { line += text(of: cell) }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// Returns the indices of a row's cells, excluding trailing empty cells.
  package func contentRange(ofRow row: Int) -> Range<Int> {
    let start = row * size.width
    var end = start + size.width
    while end > start && cells[end - 1].isEmpty { end -= 1 }
    return start..<end
  }
}

extension Cell {
  /// Whether the cell is invisible: a blank on the default background, without underline or similar attributes.
  package var isEmpty: Bool {
    symbol == .blank && background == .none && link == 0
      && attributes.isDisjoint(with: [.underline, .inverse, .strikethrough])
  }
}
