package import Components

/// Clusters of which terminals do not agree how wide they are.
///
/// Certain are single code points: narrow ones, and the wide ones that every terminal has always drawn wide: CJK ideographs,
/// kana, Hangul syllables and fullwidth forms. All clusters of several code points are uncertain (measured: tmux 3.3a
/// advances by 1 after U+2764 U+FE0F and by 2 after a family of three), and so are pictographs.
package enum DisputedClusters {
  /// Whether what stands in a cell is such a cluster.
  package static func contains(_ symbol: CellSymbol) -> Bool {
    let raw = symbol.rawValue
    // Almost all cells: one code point in one column.
    if raw < 0x2000_2600 { return false }
    if symbol.isCluster { return true }
    let value = symbol.value
    if symbol.width == 1 {
      return (0x2600...0x27BF).contains(value) || (0x2B00...0x2BFF).contains(value) || value >= 0x1F000
    }
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return false
    default: return true
    }
  }

  /// The most columns that a terminal may take for the cluster in a cell.
  static func spread(of cell: Cell, in buffer: CellBuffer) -> Int {
    if !cell.symbol.isCluster { return 2 }
    return buffer.text(of: cell).unicodeScalars.reduce(0) {
      $0 + max(String($1).displayWidth(), $1.value < 0x2000 ? 1 : 0)
    }
  }
}
