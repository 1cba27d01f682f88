/// A search of several indices for a query that is being typed.
///
/// After another letter only the matches of the query before it are searched.
public struct FuzzySearch: Sendable {
  private let indices: [FuzzyIndex]
  private var query = FuzzyIndex.Query("")
  /// The matches of the last query in each index; `nil` before the first search.
  private var found: [[FuzzyIndex.Match]]?

  /// Creates a search of indices.
  public init(_ indices: [FuzzyIndex]) { self.indices = indices }

  /// Finds the best matches of a query in each index.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of matches in an index.
  ///   - query: The query; each text matches an empty one.
  /// - Returns: The matches in each index, the best one first.
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
