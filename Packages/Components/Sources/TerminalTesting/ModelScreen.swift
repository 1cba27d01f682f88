package import Components

/// A simulated terminal's cells and cursor.
package struct ModelScreen: Hashable, Sendable {
  package struct Cell: Hashable, Sendable {
    /// The cluster, or an empty string in the second cell of a wide cluster.
    package var text = " "
    package var style = TextStyle.plain
    package var link: String?

    package init() {}
  }

  /// A terminal's rules for the width of clusters.
  package enum WidthModel: Hashable, Sendable, CaseIterable {
    /// The terminal follows the same rules as Components.
    case agreeing
    /// The emoji variation selector has no effect, as in tmux 3.3a and many other terminals.
    case variationSelectorIgnored
    /// Every code point has its own width, as in terminals without support for clusters.
    case codePoints
    /// Unassigned code points are dropped, and circled numbers are wide, as in tmux 3.3a.
    case olderTables
  }

  package private(set) var size: Size
  package private(set) var cells: [Cell]
  package var cursor = Point.zero
  private let widths: WidthModel
  private var last: Point?

  package init(size: Size, widths: WidthModel, filling text: String = " ") {
    self.size = size
    self.widths = widths
    var cell = Cell()
    cell.text = text
    cells = Array(repeating: cell, count: size.width * size.height)
  }

  package subscript(x: Int, y: Int) -> Cell {
    get { cells[y * size.width + x] }
    set { cells[y * size.width + x] = newValue }
  }

  package var lines: [String] {
    (0..<size.height).map { y in
      var line = (0..<size.width).map { self[$0, y].text }.joined()
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  // MARK: Writing

  private func width(of cluster: String) -> Int {
    switch widths {
    case .agreeing: cluster.displayWidth()
    // In a string, the selector is a part of a character, so only the scalars can be filtered.
    case .variationSelectorIgnored: String(cluster.unicodeScalars.filter { $0 != "\u{FE0F}" }).displayWidth()
    case .codePoints: String(cluster.unicodeScalars.prefix(1)).displayWidth()
    case .olderTables: cluster.unicodeScalars.first.flatMap(Self.olderWidth) ?? cluster.displayWidth()
    }
  }

  /// Returns the width of a scalar in an older terminal, if it differs from the width in newer terminals.
  private static func olderWidth(of scalar: Unicode.Scalar) -> Int? {
    if scalar.properties.generalCategory == .unassigned { return 0 }
    return (0x3248...0x324F).contains(scalar.value) ? 2 : nil
  }

  /// Writes a scalar at the cursor, as a new cluster or as part of the previous one.
  package mutating func put(_ scalar: Unicode.Scalar, style: TextStyle, link: String?) {
    if let place = last, joins(scalar, to: self[place.x, place.y].text) {
      let old = self[place.x, place.y].text
      var bytes = old
      bytes.unicodeScalars.append(scalar)
      self[place.x, place.y].text = bytes
      let growth = width(of: bytes) - width(of: old)
      if growth > 0 && place.x + 1 < size.width {
        clear(place.x + 1, place.y)
        self[place.x + 1, place.y] = self[place.x, place.y]
        self[place.x + 1, place.y].text = ""
        cursor.x = min(place.x + 2, size.width - 1)
      } else if growth < 0 && place.x + 1 < size.width {
        self[place.x + 1, place.y].text = " "
        cursor.x = place.x + 1
      }
      return
    }
    let width = width(of: String(scalar))
    guard width > 0 else { return }
    var cell = Cell()
    cell.style = style
    cell.link = link
    let place = cursor
    guard place.x + width <= size.width else {
      clear(place.x, place.y)
      self[place.x, place.y] = cell
      last = nil
      return
    }
    for x in place.x..<place.x + width { clear(x, place.y) }
    cell.text = String(scalar)
    self[place.x, place.y] = cell
    cell.text = ""
    if width == 2 { self[place.x + 1, place.y] = cell }
    last = place
    cursor.x = min(place.x + width, size.width - 1)
  }

  private func joins(_ scalar: Unicode.Scalar, to text: String) -> Bool {
    guard !text.isEmpty else { return false }
    if widths == .codePoints { return String(scalar).displayWidth() == 0 }
    let joined = text + String(scalar)
    return joined.count == 1 && width(of: joined) <= 2
  }

  /// Clears a cell and the other half of its cluster.
  private mutating func clear(_ x: Int, _ y: Int) {
    if self[x, y].text.isEmpty && x > 0 { self[x - 1, y].text = " " }
    if x + 1 < size.width && self[x + 1, y].text.isEmpty { self[x + 1, y].text = " " }
    self[x, y].text = " "
  }

  // MARK: Moving

  /// Moves the cursor to a cell, clamped to the screen.
  package mutating func move(x: Int, y: Int) {
    cursor = Point(x: min(max(x, 0), size.width - 1), y: min(max(y, 0), size.height - 1))
    last = nil
  }

  /// Moves the cursor down, or scrolls if the cursor is in the last row.
  package mutating func lineFeed() {
    last = nil
    if cursor.y + 1 < size.height {
      cursor.y += 1
    } else {
      cells.removeFirst(size.width)
      cells += Array(repeating: Cell(), count: size.width)
    }
  }

  /// Clears the rest of the row, using a style's background.
  package mutating func eraseToEndOfRow(_ style: TextStyle) {
    if self[cursor.x, cursor.y].text.isEmpty { clear(cursor.x, cursor.y) }
    var blank = Cell()
    blank.style.background = style.background
    for x in cursor.x..<size.width { self[x, cursor.y] = blank }
    last = nil
  }

  package static func == (left: ModelScreen, right: ModelScreen) -> Bool {
    left.size == right.size && left.cells == right.cells && left.cursor == right.cursor
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(cells) }
}
