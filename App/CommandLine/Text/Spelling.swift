/// Finds the valid word that a mistyped one probably stands for.
enum Spelling {
  /// Words longer than this are not compared: no valid word is, and the comparison takes quadratic time.
  private static let longestWord = 64

  /// The nearest candidate, or nil when none is near; of several as near, the first that begins with
  /// the same letter, else the first.
  ///
  /// A candidate is near when few edits lead to it (at most one for words up to 4 characters, two up to 7, three for
  /// longer ones), or when the word, of two characters or more, begins exactly one candidate. Case is ignored.
  static func nearest(to word: String, among candidates: [String]) -> String? {
    let typed = Array(word.lowercased())
    guard (1...longestWord).contains(typed.count) else { return nil }
    let allowed = typed.count <= 1 ? 0 : typed.count <= 4 ? 1 : typed.count <= 7 ? 2 : 3
    var best: (candidate: String, distance: Int, hasSameStart: Bool)?
    for candidate in candidates {
      let letters = Array(candidate.lowercased())
      guard letters.count <= longestWord, abs(letters.count - typed.count) <= allowed else { continue }
      let distance = distance(typed, letters)
      // Fewer edits than letters, or every letter would be another one.
      guard distance <= allowed, distance < letters.count else { continue }
      let hasSameStart = letters.first == typed.first
      if let best, (best.distance, best.hasSameStart ? 0 : 1) <= (distance, hasSameStart ? 0 : 1) { continue }
      best = (candidate, distance, hasSameStart)
    }
    if let best { return best.candidate }
    guard typed.count >= 2 else { return nil }
    let begun = candidates.filter { $0.lowercased().hasPrefix(word.lowercased()) }
    return begun.count == 1 ? begun[0] : nil
  }

  /// The Damerau–Levenshtein distance: the fewest insertions, deletions, substitutions and swaps of neighbours that
  /// lead from one word to the other (the restricted form, in which no part is edited twice).
  static func distance(_ first: [Character], _ second: [Character]) -> Int {
    guard !first.isEmpty, !second.isEmpty else { return max(first.count, second.count) }
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for row in 1...first.count {
      var current = [row]
      for column in 1...second.count {
        let isSame = first[row - 1] == second[column - 1]
        var cost = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
        if row > 1, column > 1, first[row - 1] == second[column - 2], first[row - 2] == second[column - 1] {
          cost = min(cost, beforeLast[column - 2] + 1)
        }
        current.append(cost)
      }
      (beforeLast, last) = (last, current)
    }
    return last[second.count]
  }
}
