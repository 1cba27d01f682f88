package import Components

/// A writer that updates changed cells with the shortest cursor movements, and tracks the cursor and current style.
struct CellWriter: ~Copyable {
  private var encoder = CellEncoder(bytes: OutputBytes(capacity: 65_536))
  private var row: Int?
  private var column: Int?
  private var digits = [UInt8]()

  var count: Int { encoder.bytes.count }

  /// Starts a frame with the cursor and style from the end of the last frame.
  mutating func start() { encoder.bytes.truncate(to: 0) }

  /// Resets the terminal's style, and marks the cursor position as unknown.
  mutating func forget() {
    // Discard the style of the last frame, which also ends its link.
    encoder.reset()
    encoder.bytes.append("\u{1B}[0m".utf8)
    forgetPosition()
  }

  mutating func forgetPosition() {
    row = nil
    column = nil
  }

  mutating func append(_ bytes: [UInt8]) { encoder.bytes.append(bytes) }

  /// Returns the bytes of the frame, with other bytes before and after them.
  borrowing func bytes(between start: [UInt8], and end: [UInt8]) -> [UInt8] {
    encoder.bytes.withBytes { body in
      var all: [UInt8] = []
      all.reserveCapacity(start.count + body.count + end.count)
      all += start
      all += body
      all += end
      return all
    }
  }

  // MARK: Rows

  /// Writes the cells that differ, plus all cells in repeated rows, or every cell if there is no old buffer.
  mutating func write(_ new: CellBuffer, over old: CellBuffer?, repeating rows: Set<Int>) {
    let width = new.size.width
    guard width > 0 else { return }
    new.cells.withUnsafeBufferPointer { newCells in
      guard let old else {
        for y in 0..<new.size.height { writeRow(RowChange(y, width, newCells, nil), of: new) }
        return
      }
      old.cells.withUnsafeBufferPointer { oldCells in
        for y in 0..<new.size.height {
          let isRepeated = !rows.isEmpty && rows.contains(y)
          let change = RowChange(y, width, newCells, isRepeated ? nil : oldCells)
          if !change.isEmpty { writeRow(change, of: new) }
        }
      }
    }
  }

  private mutating func writeRow(_ change: RowChange, of buffer: CellBuffer) {
    var x = 0
    var forced = 0
    while x < change.newEnd {
      guard x < forced || change.differs(x) else {
        x += 1
        continue
      }
      if change.isContinuation(x) && x > 0 { x -= 1 }
      if change.isDisputed(x) {
        let end = writeDisputed(change, x, of: buffer)
        forced = max(forced, end.spread)
        x = end.column
      } else {
        let end = change.endOfRun(from: x, forced: forced)
        move(toColumn: x, row: change.y)
        encoder.append(cells: change.index(x)..<change.index(end), of: buffer)
        x = end
        // After writing the last column, the cursor position is unknown.
        column = end < change.width ? end : nil
      }
    }
    if change.newEnd < change.width && (change.needsClearing || forced > change.newEnd) {
      move(toColumn: change.newEnd, row: change.y)
      encoder.reset()
      encoder.bytes.append("\u{1B}[K".utf8)
    }
  }

  /// Writes blanks and then a disputed cluster, and returns the columns after the cluster and after its widest form.
  private mutating func writeDisputed(_ change: RowChange, _ x: Int, of buffer: CellBuffer) -> (
    column: Int, spread: Int
  ) {
    let cell = change.cell(x)
    let width = max(cell.width, 1)
    var blank = cell
    blank.symbol = .blank
    move(toColumn: x, row: change.y)
    for _ in 0..<width { encoder.append(blank, of: buffer) }
    column = nil
    move(toColumn: x, row: change.y)
    encoder.append(cell, of: buffer)
    column = nil
    return (x + width, x + max(width, DisputedClusters.spread(of: cell, in: buffer)))
  }

  // MARK: Cursor

  /// Moves the cursor to a cell in as few bytes as possible.
  mutating func move(toColumn x: Int, row y: Int) {
    defer {
      row = y
      column = x
    }
    if row == y {
      if column == x { return }
      if x == 0 { return encoder.bytes.append(CollectionOfOne(0x0D)) }
      let gap = column.map { x - $0 } ?? 0
      // Move forward or to an absolute column, whichever has fewer digits.
      if gap == 1 { return encoder.bytes.append("\u{1B}[C".utf8) }
      if gap > 0 && gap < 10 || gap > 0 && gap < 100 && x >= 99 { return appendSequence(gap, final: UInt8(ascii: "C")) }
      return appendSequence(x + 1, final: UInt8(ascii: "G"))
    }
    if let row, row + 1 == y {
      if x == 0 { return encoder.bytes.append([0x0D, 0x0A]) }
      if column == x { return encoder.bytes.append(CollectionOfOne(0x0A)) }
    }
    if x == 0 {
      return y == 0 ? encoder.bytes.append("\u{1B}[H".utf8) : appendSequence(y + 1, final: UInt8(ascii: "H"))
    }
    encoder.bytes.append("\u{1B}[".utf8)
    append(y + 1)
    encoder.bytes.append(CollectionOfOne(UInt8(ascii: ";")))
    append(x + 1)
    encoder.bytes.append(CollectionOfOne(UInt8(ascii: "H")))
  }

  private mutating func appendSequence(_ number: Int, final: UInt8) {
    encoder.bytes.append("\u{1B}[".utf8)
    append(number)
    encoder.bytes.append(CollectionOfOne(final))
  }

  private mutating func append(_ number: Int) {
    digits.removeAll(keepingCapacity: true)
    var rest = number
    repeat {
      digits.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    encoder.bytes.reserve(digits.count)
    for digit in digits.reversed() { encoder.bytes.appendReserved(digit) }
  }
}

/// The clusters whose width depends on the terminal.
///
/// A single code point is undisputed if all terminals since 2017 give it the same width. The width table marks all
/// other code points. Every cluster of several code points is disputed. For example, tmux 3.3a advances the cursor by 1
/// after U+2764 U+FE0F, and by 2 after a family of three.
package enum DisputedClusters {
  package static func contains(_ symbol: CellSymbol) -> Bool { symbol.isDisputed }

  /// Returns the maximum number of columns that a terminal may use for the cluster in a cell.
  static func spread(of cell: Cell, in buffer: CellBuffer) -> Int {
    if !cell.symbol.isCluster { return 2 }
    return buffer.text(of: cell).unicodeScalars.reduce(0) { columns, scalar in
      switch scalar.value {
      // Joiners, variation selectors and tags, which no terminal displays.
      case 0x200B...0x200D, 0xFE00...0xFE0F, 0xE0000...0xE01EF: columns
      default: columns + (CellSymbol(codePoint: scalar.value, width: 1).isDisputed ? 2 : max(scalar.displayWidth(), 1))
      }
    }
  }
}
