/// An incremental search in several indices, where typing another letter searches only the previous matches.
public struct FuzzySearch: Sendable {
  private let indices: [FuzzyIndex]
  private var query = FuzzyIndex.Query("")
  /// The matches for the last query in each index, or `nil` before the first search.
  private var found: [[FuzzyIndex.Match]]?

  /// Creates a search across indices.
  public init(_ indices: [FuzzyIndex]) { self.indices = indices }

  /// Finds the best matches in each index, best first, where an empty query matches every text.
  public mutating func best(_ limit: Int, for query: FuzzyIndex.Query) -> [[FuzzyIndex.Match]] {
    let narrows = query.narrows(self.query)
    let found = indices.enumerated().map { number, index in
      index.matches(query, among: narrows ? self.found?[number] : nil)
    }
    self.query = query
    self.found = found
    return found.map { $0.best(limit) }
  }
}
