/// A grid of cells: what a screen, or a part of one, shows.
///
/// Widgets draw into it through a ``Canvas``; what is in it is already reduced to the colours that the output has.
public struct CellBuffer: Sendable {
  /// How many cells there are.
  public private(set) var size: Size
  /// The cells, row by row.
  package private(set) var cells: [Cell]
  /// The clusters that do not fit into a cell.
  package private(set) var clusters = ClusterTable()
  /// The links.
  package private(set) var links = LinkTable()

  /// Creates a grid of blanks.
  public init(size: Size) {
    self.size = size
    cells = Array(repeating: .blank, count: size.width * size.height)
  }

  /// Makes every cell blank, and the grid another size if one is given.
  ///
  /// The tables are kept, so that the cells of the next picture can be compared with those of a copy of this one; they
  /// are emptied when they have grown large.
  public mutating func reset(size newSize: Size? = nil) {
    if let newSize, newSize != size {
      size = newSize
      cells = Array(repeating: .blank, count: newSize.width * newSize.height)
    } else {
      for index in cells.indices { cells[index] = .blank }
    }
    if clusters.clusters.count > ClusterTable.limit { clusters = ClusterTable() }
    if links.links.count > ClusterTable.limit { links = LinkTable() }
  }

  /// The cell at a place, which must be inside.
  public subscript(x: Int, y: Int) -> Cell {
    precondition(x >= 0 && x < size.width && y >= 0 && y < size.height, "There is no cell at \(x), \(y).")
    return cells[y * size.width + x]
  }

  /// What stands in a cell; empty for the second half of a wide cluster.
  public func text(x: Int, y: Int) -> String { text(of: self[x, y]) }

  /// Where a cell leads.
  public func link(x: Int, y: Int) -> Hyperlink? { links[self[x, y].link] }

  package func text(of cell: Cell) -> String {
    if cell.symbol.isContinuation { return "" }
    if cell.symbol.isCluster { return clusters.clusters[Int(cell.symbol.value)] }
    return Unicode.Scalar(cell.symbol.value).map { String($0) } ?? ""
  }

  /// Whether cells of both grids that are equal as bytes also show the same.
  package func sharesTables(with other: CellBuffer) -> Bool {
    clusters.agrees(with: other.clusters) && links.agrees(with: other.links)
  }

  // MARK: Writing

  /// Puts a symbol into a cell that is inside, and the second half after it; the halves of wide ones that it cuts
  /// through become blanks.
  mutating func put(_ symbol: CellSymbol, x: Int, y: Int, look: CellLook) {
    let index = y * size.width + x
    prepare(index, x: x, width: symbol.width)
    cells[index].set(symbol, look)
    if symbol.width == 2 { cells[index + 1].set(.continuation, look) }
  }

  /// Changes how a cell looks, and not what stands in it.
  mutating func restyle(x: Int, y: Int, _ change: (inout Cell) -> Void) { change(&cells[y * size.width + x]) }

  /// The symbol of a cluster.
  mutating func symbol(of cluster: String, width: Int) -> CellSymbol {
    CellSymbol(cluster: clusters.number(of: cluster), width: width)
  }

  /// The number of a link.
  mutating func number(of link: Hyperlink?) -> UInt16 { links.number(of: link) }

  /// Makes blanks of the other halves of wide clusters that are about to be cut through.
  private mutating func prepare(_ index: Int, x: Int, width: Int) {
    if cells[index].symbol.isContinuation && x > 0 { cells[index - 1].symbol = .blank }
    let last = index + width - 1
    if cells[last].symbol.width == 2 && x + width < size.width { cells[last + 1].symbol = .blank }
  }
}

extension CellBuffer: Equatable {
  /// Whether both grids show the same.
  public static func == (left: CellBuffer, right: CellBuffer) -> Bool {
    guard left.size == right.size else { return false }
    if left.sharesTables(with: right) { return left.cells == right.cells }
    return zip(left.cells, right.cells).allSatisfy { mine, other in
      mine.style == other.style && mine.width == other.width && left.links[mine.link] == right.links[other.link]
        && left.text(of: mine).utf8.elementsEqual(right.text(of: other).utf8)
    }
  }
}
