/// Suggestions for mistyped names.
public enum Spelling {
  /// The maximum length of compared names; the comparison takes quadratic time, and no real name is longer.
  private static let longestName = 64

  /// Returns the candidates closest to a mistyped name, closest first.
  ///
  /// Case and the separators `-`, `_`, `.` and space are ignored. A candidate is close if it starts with the name (at
  /// least two characters), or if a few edits turn the name into it. Names with two to four characters allow one edit,
  /// names with up to seven allow two, and longer names allow a third of their length. Among equally close candidates,
  /// those with the same first letter come first. Otherwise, the order of `candidates` applies.
  ///
  /// - Complexity: O(n) comparisons with at most 64² steps each.
  public static func nearest(to name: String, among candidates: some Sequence<String>, limit: Int = 3) -> [String] {
    let typed = plain(name)
    guard (1...longestName).contains(typed.count) else { return [] }
    let allowed = typed.count == 1 ? 0 : typed.count <= 4 ? 1 : typed.count <= 7 ? 2 : typed.count / 3
    var matches: [(rank: (Int, Int, Int), candidate: String)] = []
    for (position, candidate) in candidates.enumerated() {
      let letters = plain(candidate)
      let order = letters.first == typed.first ? 0 : 1
      if letters.count <= longestName, abs(letters.count - typed.count) <= allowed {
        let distance = distance(typed, letters)
        // If there are as many edits as letters, the two names could have nothing in common.
        if distance <= allowed, distance < letters.count {
          matches.append(((distance, order, position), candidate))
          continue
        }
      }
      if typed.count >= 2, letters.starts(with: typed) { matches.append(((longestName, order, position), candidate)) }
    }
    return matches.sorted { $0.rank < $1.rank }.prefix(limit).map(\.candidate)
  }

  /// Returns a question such as `Did you mean “list” or “last”?`, or `nil` if no candidate is close.
  public static func suggestion(for name: String, among candidates: some Sequence<String>, limit: Int = 3) -> String? {
    let names = nearest(to: name, among: candidates, limit: limit)
    return names.isEmpty ? nil : "Did you mean \(names.map { $0.quoted() }.joined(separator: " or "))?"
  }

  /// Returns the optimal string alignment distance, counted in insertions, deletions, substitutions and transpositions.
  public static func distance(_ first: some Collection<Character>, _ second: some Collection<Character>) -> Int {
    let first = Array(first)
    let second = Array(second)
    guard !first.isEmpty, !second.isEmpty else { return max(first.count, second.count) }
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for row in 1...first.count {
      var current = [row]
      current.reserveCapacity(second.count + 1)
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

  private static func plain(_ name: String) -> [Character] {
    name.lowercased().filter { !"-_. ".contains($0) }
  }
}
