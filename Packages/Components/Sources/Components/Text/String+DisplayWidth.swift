extension Unicode.Scalar {
  /// The terminal cells that the scalar takes where it stands alone, 0 to 2.
  ///
  /// Controls take none. Constant time.
  public func displayWidth(_ policy: WidthPolicy = .standard) -> Int {
    ScalarTable.shared[value].width(policy)
  }
}

extension Character {
  /// The terminal cells that the grapheme cluster takes; 0 for controls.
  ///
  /// Almost always 0, 1 or 2. A cluster takes more if terminals draw parts of it one after another, such as several leading
  /// consonants of Hangul.
  public func displayWidth(_ policy: WidthPolicy = .standard) -> Int { String(self).displayWidth(policy) }
}

extension StringProtocol {
  /// The terminal cells that the text takes on one line: the sum over its grapheme clusters.
  ///
  /// Controls count 0, and so do line feeds; escape sequences are not known here: read text that has them with
  /// ``StyledText/init(escaped:)``. Linear in the length.
  public func displayWidth(_ policy: WidthPolicy = .standard) -> Int {
    withClusterScanner(policy) { scanner in
      var width = 0
      var index = 0
      while index < scanner.bytes.count {
        let cluster = scanner.cluster(at: index)
        width += cluster.width
        index = cluster.end
      }
      return width
    }
  }

  /// Calls a function with a scanner over the text's bytes.
  @inline(__always)
  func withClusterScanner<Result>(_ policy: WidthPolicy, _ body: (ClusterScanner) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable({ body(ClusterScanner($0, policy)) }) { return result }
    // Only a string that was bridged from another runtime has no contiguous storage.
    return Array(utf8).withUnsafeBufferPointer { body(ClusterScanner($0, policy)) }
  }
}
