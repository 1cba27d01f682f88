/// The content of a screen or of part of a screen, as a grid of cells.
///
/// Widgets draw into the grid through a ``Canvas``, which limits the colors to those that the output supports.
public struct CellBuffer: Sendable {
  /// The size of the grid.
  public private(set) var size: Size
  package private(set) var cells: [Cell]
  package private(set) var clusters = ClusterTable()
  package private(set) var links = HyperlinkTable()

  /// Creates a grid of blanks.
  public init(size: Size) {
    self.size = size
    cells = Array(repeating: .blank, count: size.width * size.height)
  }

  /// Clears all cells, and optionally changes the size.
  ///
  /// The tables are kept unless they are large, so the next frame's cells can be compared with a copy of this frame.
  public mutating func reset(size newSize: Size? = nil) {
    if let newSize, newSize != size {
      size = newSize
      cells = Array(repeating: .blank, count: newSize.width * newSize.height)
    } else {
      for index in cells.indices { cells[index] = .blank }
    }
    if clusters.clusters.count > ClusterTable.limit { clusters = ClusterTable() }
    if links.links.count > ClusterTable.limit { links = HyperlinkTable() }
  }

  /// The cell at a position, which must be in the grid.
  package subscript(x: Int, y: Int) -> Cell {
    precondition(x >= 0 && x < size.width && y >= 0 && y < size.height, "There is no cell at \(x), \(y).")
    return cells[y * size.width + x]
  }

  /// Returns a cell's text, which is empty for the second half of a wide cluster.
  package func text(x: Int, y: Int) -> String { text(of: self[x, y]) }

  package func link(x: Int, y: Int) -> Hyperlink? { links[self[x, y].link] }

  package func text(of cell: Cell) -> String {
    if cell.symbol.isContinuation { return "" }
    if cell.symbol.isCluster { return clusters.clusters[Int(cell.symbol.value)] }
    return Unicode.Scalar(cell.symbol.value).map { String($0) } ?? ""
  }

  /// Returns whether cells with equal bytes have equal content in both grids.
  package func sharesTables(with other: CellBuffer) -> Bool {
    clusters.agrees(with: other.clusters) && links.agrees(with: other.links)
  }

  // MARK: Writing

  /// Writes a symbol into one or two cells; a partly overwritten wide symbol becomes a blank.
  mutating func put(_ symbol: CellSymbol, x: Int, y: Int, look: CellLook) {
    let index = y * size.width + x
    prepare(index, x: x, width: symbol.width)
    cells[index].set(symbol, look)
    if symbol.width == 2 { cells[index + 1].set(.continuation, look) }
  }

  mutating func restyle(x: Int, y: Int, _ change: (inout Cell) -> Void) { change(&cells[y * size.width + x]) }

  mutating func symbol(of cluster: String, width: Int) -> CellSymbol {
    CellSymbol(cluster: clusters.number(of: cluster), width: width)
  }

  mutating func number(of link: Hyperlink?) -> UInt16 { links.number(of: link) }

  /// Blanks the outer halves of wide symbols that extend beyond the ends of a range.
  private mutating func prepare(_ index: Int, x: Int, width: Int) {
    if cells[index].symbol.isContinuation && x > 0 { cells[index - 1].symbol = .blank }
    let last = index + width - 1
    if cells[last].symbol.width == 2 && x + width < size.width { cells[last + 1].symbol = .blank }
  }
}

extension CellBuffer: Equatable {
  /// Returns whether the two grids have the same content.
  public static func == (left: CellBuffer, right: CellBuffer) -> Bool {
    guard left.size == right.size else { return false }
    if left.sharesTables(with: right) { return left.cells == right.cells }
    return zip(left.cells, right.cells).allSatisfy { mine, other in
      mine.style == other.style && mine.width == other.width && left.links[mine.link] == right.links[other.link]
        && left.text(of: mine).utf8.elementsEqual(right.text(of: other).utf8)
    }
  }
}

extension CellBuffer {
  /// Writes sanitized text into a row, clipped to a rectangle, and returns the column after the whole text.
  ///
  /// Zero-width clusters are omitted. A wide cluster with only one half visible becomes a blank.
  mutating func write(
    safe text: String,
    x: Int,
    y: Int,
    look: CellLook,
    clip: Rectangle,
    policy: WidthPolicy
  ) -> Int {
    text.withClusterScanner(policy) { scanner in
      var column = x
      var index = 0
      while index < scanner.bytes.count && column < clip.maxX {
        let cluster = scanner.cluster(at: index)
        let end = column + cluster.width
        if cluster.width > 0 && end > clip.minX {
          if column >= clip.minX && end <= clip.maxX {
            put(symbol(cluster, at: index, scanner), x: column, y: y, look: look)
          } else {
            for half in max(column, clip.minX)..<min(end, clip.maxX) { put(.blank, x: half, y: y, look: look) }
          }
        }
        column = end
        index = cluster.end
      }
      return column
    }
  }

  @inline(__always)
  private mutating func symbol(_ cluster: ClusterScanner.Cluster, at start: Int, _ scanner: ClusterScanner)
    -> CellSymbol
  {
    if cluster.first < 0x80 && cluster.end == start + 1 { return CellSymbol(codePoint: cluster.first, width: 1) }
    // Many terminals would draw a spacing mark without a base over the previous cell.
    if cluster.width == 1 && ScalarTable.shared[cluster.first].needsBase { return .blank }
    if scanner.scalar(at: start).end == cluster.end {
      return CellSymbol(codePoint: cluster.first, width: cluster.width)
    }
    let bytes = UnsafeBufferPointer(rebasing: scanner.bytes[start..<cluster.end])
    return symbol(of: String(decoding: bytes, as: UTF8.self), width: cluster.width)
  }
}

/// A buffer's table of unique clusters with several code points; it only grows, so the clusters' numbers stay valid.
package struct ClusterTable: Sendable {
  package private(set) var clusters: [String] = []
  private var numbers: [Key: Int] = [:]

  static let limit = 4096

  /// A cluster, compared by its bytes instead of by canonical equivalence.
  private struct Key: Hashable {
    let cluster: String

    static func == (left: Key, right: Key) -> Bool { left.cluster.utf8.elementsEqual(right.cluster.utf8) }

    func hash(into hasher: inout Hasher) {
      for byte in cluster.utf8 { hasher.combine(byte) }
    }
  }

  mutating func number(of cluster: String) -> Int {
    let key = Key(cluster: cluster)
    if let known = numbers[key] { return known }
    clusters.append(cluster)
    numbers[key] = clusters.count - 1
    return clusters.count - 1
  }

  /// Returns whether every number in both tables refers to the same cluster.
  package func agrees(with other: ClusterTable) -> Bool {
    zip(clusters, other.clusters).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }
}

/// A buffer's unique hyperlinks, numbered from 1.
package struct HyperlinkTable: Sendable {
  package private(set) var links: [Hyperlink] = []
  private var numbers: [Hyperlink: UInt16] = [:]

  mutating func number(of link: Hyperlink?) -> UInt16 {
    guard let link else { return 0 }
    if let known = numbers[link] { return known }
    guard links.count < Int(UInt16.max) else { return 0 }
    links.append(link)
    let number = UInt16(links.count)
    numbers[link] = number
    return number
  }

  /// Returns the link with a given number, or `nil` for 0.
  package subscript(number: UInt16) -> Hyperlink? { number == 0 ? nil : links[Int(number) - 1] }

  /// Returns whether every number in both tables refers to the same link.
  package func agrees(with other: HyperlinkTable) -> Bool {
    zip(links, other.links).allSatisfy { $0 == $1 }
  }
}
