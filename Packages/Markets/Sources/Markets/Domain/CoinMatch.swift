import Basics

/// A coin found by a search, without prices.
public struct CoinMatch: Hashable, Sendable, Identifiable {
  /// The key of the coin's identity; the source's own id for coins that nobody keeps.
  public internal(set) var id: CoinID
  /// The symbol at exchanges, in capital letters, such as `BTC`; several coins may share it.
  public let symbol: String
  /// The name.
  public let name: String
  /// The rank by market value, from 1; `nil` for coins without a rank.
  public let rank: Int?

  init(id: CoinID, symbol: String, name: String, rank: Int? = nil) {
    self.id = id
    self.symbol = symbol.uppercased()
    self.name = name
    self.rank = rank
  }
}

extension Sequence<CoinMatch> {
  /// Returns the matches in order of rank; those without a rank come last, in their own order.
  func rankedFirst() -> [CoinMatch] {
    enumerated().sorted { ($0.element.rank ?? .max, $0.offset) < ($1.element.rank ?? .max, $1.offset) }.map(\.element)
  }

  /// Returns the matches with a text in their id, symbol or name, in either case.
  func containing(_ text: String) -> [CoinMatch] {
    let text = text.lowercased()
    return filter { match in
      [match.id.description, match.symbol, match.name].contains { $0.lowercased().contains(text) }
    }
  }

  /// Returns the match that a word names; ids win over symbols, and symbols over names.
  ///
  /// - Throws: ``MarketsError/ambiguousCoin(_:choices:)`` where several coins share the symbol or name, and none of them has a rank.
  func match(named word: String) throws(MarketsError) -> CoinMatch? {
    let word = word.lowercased()
    if let match = first(where: { $0.id.description.lowercased() == word }) { return match }
    for text in [\CoinMatch.symbol, \.name] {
      let matches = filter { $0[keyPath: text].lowercased() == word }.rankedFirst()
      guard let first = matches.first else { continue }
      guard first.rank != nil || matches.count == 1 else {
        throw .ambiguousCoin(word, choices: matches.map(\.id.description))
      }
      return first
    }
    return nil
  }
}

/// Searches all coins of a source, beyond the pages of its list.
public struct SearchCoins: Sendable {
  /// The maximum number of coins that a search loads figures of.
  static let limit = 100

  private let repository: any MarketsRepository

  /// Creates the use case.
  public init(repository: any MarketsRepository) { self.repository = repository }

  /// Finds coins by a text in their name, symbol or id and loads their figures.
  ///
  /// - Parameters:
  ///   - text: The text, in either case.
  ///   - query: The currency, euro and policy; the page is ignored.
  /// - Returns: The hundred matches of the highest rank at most.
  /// - Throws: The repository's error, unchanged.
  public func execute(_ text: String, _ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    let matches = try await repository.matches(text, policy: query.policy)
    return try await repository.coins(withIDs: matches.prefix(Self.limit).map(\.id), query)
  }
}
