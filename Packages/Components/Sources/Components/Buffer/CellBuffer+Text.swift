extension CellBuffer {
  /// Writes text that has been sanitized into one row, as far as it is inside the clip.
  ///
  /// Clusters without width are left out. Of a wide cluster that is only half inside a blank is left.
  ///
  /// - Returns: the column after the text, inside or not.
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
    // A spacing mark without a base: many terminals would draw it over the cell before.
    if cluster.width == 1 && ScalarTable.shared[cluster.first].needsBase { return .blank }
    if scanner.scalar(at: start).end == cluster.end {
      return CellSymbol(codePoint: cluster.first, width: cluster.width)
    }
    let bytes = UnsafeBufferPointer(rebasing: scanner.bytes[start..<cluster.end])
    return symbol(of: String(decoding: bytes, as: UTF8.self), width: cluster.width)
  }
}
