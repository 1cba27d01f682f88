/// A coin of the ledger, the alerts or the favorites, whatever ids its sources use.
public struct CoinIdentity: Sendable, Hashable, Codable {
  /// The id in the ledger, the alerts and the favorites; a source's own id that says more than the symbol, if one is known.
  public internal(set) var key: String
  /// The symbol in lower case, such as `btc`.
  public internal(set) var symbol: String
  /// The name, such as `Bitcoin`; `nil` until a source with names has listed the coin.
  public internal(set) var name: String?
  /// The coin's id in each source, by the source's name.
  public internal(set) var ids: [String: String] = [:]
  /// Earlier keys, which files may still hold.
  var aliases: [String] = []
  /// The names of the sources that lack the coin, as a person said.
  var absentSources: [String] = []
  /// Coins of a source with the same symbol, by the source's name; a person has to choose one of them.
  public internal(set) var choices: [String: [SourceCoin]] = [:]
  /// Whether a source lists other coins with the same symbol, so that the symbol alone identifies nothing.
  var isSymbolShared = false

  init(key: String, symbol: String) {
    self.key = key
    self.symbol = symbol.lowercased()
  }

  private enum CodingKeys: String, CodingKey {
    case key, symbol, name, ids, aliases, choices
    case absentSources = "absent_sources"
    case isSymbolShared = "is_symbol_shared"
  }

  /// Whether the key is only the symbol, as in sources without ids of their own.
  var isNamedBySymbol: Bool { key == symbol }
}

/// A coin as a source lists it.
public struct SourceCoin: Sendable, Hashable, Codable {
  /// The source's id.
  public let id: String
  /// The symbol in lower case.
  public let symbol: String
  /// The name; in sources without names, the symbol.
  public let name: String

  /// Creates a coin.
  public init(id: String, symbol: String, name: String) {
    self.id = id
    self.symbol = symbol.lowercased()
    self.name = name
  }
}

/// The result of looking up a coin in a source.
public enum CoinLookup: Sendable, Hashable {
  /// The source's id of the coin.
  case id(String)
  /// Several coins could be meant, of which a person has to choose one.
  case ambiguous(CoinIdentity, choices: [SourceCoin])
  /// The source lacks the coin, as a person said.
  case absent(CoinIdentity)
  /// The source has not listed the coin yet.
  case unresolved(CoinIdentity)
  /// No file holds the coin, so the id is the source's own.
  case unknown
}

/// The reason why a coin can't be linked to a coin of a source.
public enum CoinLinkError: Error, Sendable, Hashable {
  /// No file holds a coin with this id.
  case unknownCoin(String)
  /// Another coin has this id in the source, and both have different ids in a third source.
  case differentCoins(CoinIdentity, CoinIdentity, source: String)
}

extension CoinLinkError: CustomStringConvertible {
  /// Sentences that name the error and the next step; ids and symbols in them are untrusted text.
  public var description: String {
    switch self {
    case .unknownCoin(let id): "The ledger, the alerts and the favorites have no coin “\(id)”."
    case .differentCoins(let coin, let other, let source):
      """
      “\(coin.key)” and “\(other.key)” can't be the same coin: \(source) lists both, as “\(coin.ids[source] ?? "")” and \
      “\(other.ids[source] ?? "")”.
      """
    }
  }
}
