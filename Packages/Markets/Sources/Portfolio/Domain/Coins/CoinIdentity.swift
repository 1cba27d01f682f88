/// A coin in the ledger, the alerts or the favorites, independent of the IDs that sources use.
public struct CoinIdentity: Sendable, Hashable, Codable {
  /// The ID in the ledger, the alerts and the favorites: a source's ID or, until one is known, the symbol.
  public internal(set) var key: String
  /// The symbol in lower case, such as `btc`.
  public internal(set) var symbol: String
  /// The name, such as `Bitcoin`; `nil` until a source that provides names lists the coin.
  public internal(set) var name: String?
  /// The coin's ID in each source, by the source's name.
  public internal(set) var ids: [String: String] = [:]
  /// Earlier keys, which files may still contain.
  var aliases: [String] = []
  /// The names of the sources that, according to the user, don't have the coin.
  var absentSources: [String] = []
  /// The coins with the same symbol that the user has to choose from, by the source's name.
  public internal(set) var choices: [String: [SourceCoin]] = [:]
  /// Whether a source lists other coins with the same symbol, in which case the symbol doesn't identify the coin.
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

  var isNamedBySymbol: Bool { key == symbol }
}

/// A coin listed by a source.
public struct SourceCoin: Sendable, Hashable, Codable {
  /// The source's identifier, which may be only the symbol.
  public let id: String
  /// The symbol in lower case.
  public let symbol: String
  /// The name, or the symbol if the source doesn't provide names.
  public let name: String

  /// Creates a source's coin with a symbol in lower case.
  public init(id: String, symbol: String, name: String) {
    self.id = id
    self.symbol = symbol.lowercased()
    self.name = name
  }
}

/// The result of looking up a coin in a source.
public enum CoinLookup: Sendable, Hashable {
  /// The coin's ID in the source.
  case id(String)
  /// Several coins match, and the user has to choose one.
  case ambiguous(CoinIdentity, choices: [SourceCoin])
  /// The user has marked the coin as missing from the source.
  case absent(CoinIdentity)
  /// The source hasn't listed the coin yet.
  case unresolved(CoinIdentity)
  /// No file contains the coin, so the ID is assumed to be the source's own.
  case unknown
}

/// The reason why a coin can't be linked to a source's coin.
public enum CoinLinkError: Error, Sendable, Hashable {
  /// No file contains a coin with this ID.
  case unknownCoin(String)
  /// Another coin has this ID in the source, and the two coins have different IDs in another source.
  case differentCoins(CoinIdentity, CoinIdentity, source: String)
}

extension CoinLinkError: CustomStringConvertible {
  /// The error and the next step, in sentences with IDs and symbols, which are untrusted text.
  public var description: String {
    switch self {
    case .unknownCoin(let id): "The coin “\(id)” isn't in the ledger, the alerts or the favorites."
    case .differentCoins(let coin, let other, let source):
      """
      “\(coin.key)” and “\(other.key)” can't be the same coin: \(source) lists both, as “\(coin.ids[source] ?? "")” and \
      “\(other.ids[source] ?? "")”.
      """
    }
  }
}
