/// A search that goes on while somebody types: what was found for the beginning of a query is where its rest is looked for, and
/// is remembered for when the rest is deleted again.
public struct EmployeeSearch: Sendable {
  private let index: EmployeeSearchIndex
  /// What was found so far, each query narrowing the one before.
  private var found: [(query: SearchQuery, matches: EmployeeMatches)] = []

  /// Searches in an index.
  public init(_ index: EmployeeSearchIndex) { self.index = index }

  /// Who is found.
  public mutating func matches(_ query: SearchQuery) -> EmployeeMatches {
    while let last = found.last {
      if last.query == query { return last.matches }
      if query.narrows(last.query) { break }
      found.removeLast()
    }
    let matches = index.matches(query, among: found.last?.matches)
    if !query.isEmpty { found.append((query, matches)) }
    return matches
  }
}
