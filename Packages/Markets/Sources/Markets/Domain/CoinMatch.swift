import Basics

/// A coin found by a search, without prices.
public struct CoinMatch: Hashable, Sendable, Identifiable {
  /// The key of the coin's identity, or the source's ID if none of the user's files contains the coin.
  public internal(set) var id: CoinID
  /// The symbol in uppercase, such as `BTC`, which several coins can share.
  public let symbol: String
  /// The name of the coin, such as `Bitcoin`.
  public let name: String
  /// The rank by market cap, counted from 1; `nil` for a coin without a rank.
  public let rank: Int?

  init(id: CoinID, symbol: String, name: String, rank: Int? = nil) {
    self.id = id
    self.symbol = symbol.uppercased()
    self.name = name
    self.rank = rank
  }
}

extension CoinMatch {
  /// The best rank at which a far larger coin can exist.
  static let lowestRankOfSmallCoins = 10

  /// Returns whether this coin's rank is at least ten times better, so a shared word rather means this coin.
  func isFarLarger(than other: CoinMatch) -> Bool {
    guard let rank, rank > 0 else { return false }
    return other.rank.map { $0 / rank >= Self.lowestRankOfSmallCoins } ?? true
  }
}

extension Sequence<CoinMatch> {
  /// Returns the matches sorted by rank; matches without a rank come last and keep their order.
  func rankedFirst() -> [CoinMatch] {
    enumerated().sorted { ($0.element.rank ?? .max, $0.offset) < ($1.element.rank ?? .max, $1.offset) }.map(\.element)
  }

  func containing(_ text: String) -> [CoinMatch] {
    let text = text.lowercased()
    return filter { match in
      [match.id.description, match.symbol, match.name].contains { $0.lowercased().contains(text) }
    }
  }

  /// Returns the match with the given ID, symbol or name, in this order of precedence.
  ///
  /// - Throws: ``MarketsError/ambiguousCoin(_:choices:)`` if several coins share the symbol or name and none has a
  ///   rank, or if the word is a coin's ID and a far larger coin's symbol.
  func match(named word: String) throws(MarketsError) -> CoinMatch? {
    let word = word.lowercased()
    if let match = first(where: { $0.id.description.lowercased() == word }) {
      let larger = filter { $0.symbol.lowercased() == word && $0.isFarLarger(than: match) }.rankedFirst()
      guard let largest = larger.first else { return match }
      throw .ambiguousCoin(word, choices: [largest.id.description, match.id.description])
    }
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

/// A use case that searches all of a source's coins, including coins beyond the loaded pages.
public struct SearchCoins: Sendable {
  /// The maximum number of coins whose figures a search loads.
  static let limit = 100

  private let repository: any MarketsRepository

  /// Creates a use case that searches a repository.
  public init(repository: any MarketsRepository) { self.repository = repository }

  /// Finds coins whose name, symbol or ID contains the text, ignoring case, and loads the 100 with the highest ranks.
  ///
  /// The query's page is ignored. The repository's error is thrown unchanged.
  public func execute(_ text: String, _ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    let matches = try await repository.matches(text, policy: query.policy)
    return try await repository.coins(withIDs: matches.prefix(Self.limit).map(\.id), query)
  }
}
