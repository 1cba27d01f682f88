package import Components

/// Clusters on whose width terminals disagree.
///
/// A single code point is certain if every terminal since 2017 has given it the same width; the table of widths marks the
/// others. All clusters of several code points are disputed (measured: tmux 3.3a advances by 1 after U+2764 U+FE0F and by 2
/// after a family of three).
package enum DisputedClusters {
  /// Whether a cell holds such a cluster.
  package static func contains(_ symbol: CellSymbol) -> Bool { symbol.isDisputed }

  /// The most columns that a terminal may take for the cluster in a cell.
  static func spread(of cell: Cell, in buffer: CellBuffer) -> Int {
    if !cell.symbol.isCluster { return 2 }
    return buffer.text(of: cell).unicodeScalars.reduce(0) { columns, scalar in
      switch scalar.value {
      // Joiners, variation selectors and tags, which no terminal shows.
      case 0x200B...0x200D, 0xFE00...0xFE0F, 0xE0000...0xE01EF: columns
      default: columns + (CellSymbol(codePoint: scalar.value, width: 1).isDisputed ? 2 : max(scalar.displayWidth(), 1))
      }
    }
  }
}
