extension AnyDependencyKey {
  /// Keys that may have been meant, at most three: those of the same type first, then those with a name that is nearly the same.
  func nearest(among keys: [AnyDependencyKey]) -> [AnyDependencyKey] {
    let candidates = keys.enumerated().compactMap { position, key -> (key: AnyDependencyKey, rank: [Int])? in
      let distance = editDistance(Array(name.lowercased()), Array(key.name.lowercased()))
      let isSameType = key.valueType == valueType
      guard isSameType || distance <= max(1, name.count / 3) else { return nil }
      return (key, [isSameType ? 0 : 1, distance, position])
    }
    return candidates.sorted { $0.rank.lexicographicallyPrecedes($1.rank) }.prefix(3).map(\.key)
  }

  /// The fewest characters to insert, remove or replace that make one text of the other (Levenshtein's distance).
  private func editDistance(_ first: [Character], _ second: [Character]) -> Int {
    var row = Array(0...second.count)
    for (index, character) in first.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, other) in second.enumerated() {
        let replaced = diagonal + (character == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[second.count]
  }
}

extension [AnyDependencyKey] {
  /// The part of a sentence that proposes these keys, empty if there are none.
  var suggestion: String {
    guard !isEmpty else { return "" }
    return ", or use \(map(\.description).joined(separator: " or "))"
  }
}
