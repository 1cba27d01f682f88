extension String {
  /// The candidate that is most like this, or `nil` if none is nearly the same.
  ///
  /// Capitals and the marks that separate words don't count, so that `NEW_SERCH` is like `newSearch`.
  func nearest(among candidates: some Sequence<String>) -> String? {
    let wanted = plainCharacters
    // Whatever is longer than any key resembles none; and the distance costs the product of the lengths.
    guard wanted.count <= 100 else { return nil }
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let distance = wanted.editDistance(to: candidate.plainCharacters)
      if distance <= max(1, wanted.count / 3), distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.candidate
  }

  private var plainCharacters: [Character] {
    lowercased().filter { !"_-.$".contains($0) }
  }
}

extension [Character] {
  /// The fewest characters to insert, remove, replace or swap with their neighbour that make one text of the other (the optimal string
  /// alignment form of Damerau's and Levenshtein's distance).
  fileprivate func editDistance(to other: [Character]) -> Int {
    var previous = [Int](repeating: 0, count: other.count + 1)
    var row = Array<Int>(0...other.count)
    for index in indices {
      let above = row
      row[0] = index + 1
      for column in other.indices {
        let isSame = self[index] == other[column]
        row[column + 1] = Swift.min(above[column] + (isSame ? 0 : 1), above[column + 1] + 1, row[column] + 1)
        if index > 0, column > 0, self[index] == other[column - 1], self[index - 1] == other[column] {
          row[column + 1] = Swift.min(row[column + 1], previous[column - 1] + 1)
        }
      }
      previous = above
    }
    return row[other.count]
  }
}
