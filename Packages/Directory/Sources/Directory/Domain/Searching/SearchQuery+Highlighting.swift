extension SearchQuery {
  /// Where in a text of an employee the words are found, for highlighting.
  ///
  /// - Parameters:
  ///   - text: The text as it is shown.
  ///   - field: Which of the employee's texts it is.
  /// - Returns: The places, ascending, without overlap; whole characters.
  public func matches(in text: String, of field: EmployeeField) -> [Range<String.Index>] {
    let wanted = terms.filter { $0.field == nil || $0.field == field }
    guard field != .type, !wanted.isEmpty, !text.isEmpty else { return [] }
    var folder = TextFolder()
    var folded: [UInt8] = []
    /// The character from which each folded byte comes.
    var origins: [Int] = []
    var indices: [String.Index] = []
    for index in text.indices {
      folder.append(text[index], to: &folded)
      origins.append(contentsOf: repeatElement(indices.count, count: folded.count - origins.count))
      indices.append(index)
    }
    indices.append(text.endIndex)
    var isMarked = [Bool](repeating: false, count: indices.count)
    for term in wanted {
      let pattern = BytePattern(term.bytes)
      var start = 0
      while let place = folded.withUnsafeBytes({
        pattern.firstMatch(in: UnsafeRawBufferPointer(rebasing: $0[start...]))
      }) {
        let found = start + place
        for character in origins[found]...origins[found + term.bytes.count - 1] { isMarked[character] = true }
        start = found + 1
      }
    }
    return Self.runs(of: isMarked).map { indices[$0.lowerBound]..<indices[$0.upperBound] }
  }

  private static func runs(of isMarked: [Bool]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start: Int?
    for (index, marked) in isMarked.enumerated() {
      if marked, start == nil { start = index }
      if !marked, let first = start {
        runs.append(first..<index)
        start = nil
      }
    }
    return runs
  }
}
