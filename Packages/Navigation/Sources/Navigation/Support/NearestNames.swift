/// The names that a mistyped one was most likely meant to be, nearest first.
///
/// Nearness is the optimal string alignment distance (insert, delete, replace, swap neighbours), ignoring case; a
/// name counts as near when at most a third of it differs, or when one contains the other.
///
/// Complexity: O(n · 64²) at most for n names, as longer ones are cut at 64 bytes.
func nearestNames(to name: String, among names: [String], limit: Int = 3) -> [String] {
  let wanted = Array(name.lowercased().utf8.prefix(64))
  guard !wanted.isEmpty else { return [] }
  var near: [(distance: Int, name: String)] = []
  for candidate in names {
    let bytes = Array(candidate.lowercased().utf8.prefix(64))
    let distance = alignmentDistance(wanted, bytes)
    let allowed = max(1, max(wanted.count, bytes.count) / 3)
    if distance <= allowed {
      near.append((distance, candidate))
    } else if wanted.count >= 3, contains(bytes, wanted) || contains(wanted, bytes) {
      near.append((100 + distance, candidate))
    }
  }
  near.sort { ($0.distance, $0.name) < ($1.distance, $1.name) }
  return near.prefix(limit).map(\.name)
}

private func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
  guard part.count >= 3, text.count >= part.count else { return false }
  return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
}

private func alignmentDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
  if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
  var older = [Int](repeating: 0, count: right.count + 1)
  var previous = Array(0...right.count)
  var current = older
  for row in 1...left.count {
    current[0] = row
    for column in 1...right.count {
      let isSame = left[row - 1] == right[column - 1]
      var best = min(previous[column] + 1, current[column - 1] + 1, previous[column - 1] + (isSame ? 0 : 1))
      if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
        best = min(best, older[column - 2] + 1)
      }
      current[column] = best
    }
    (older, previous, current) = (previous, current, older)
  }
  return previous[right.count]
}
