/// The coins in the user's files, and the rules for matching IDs from different sources.
///
/// Each source has its own IDs: a price list has only symbols (`btc`), while CoinGecko has longer IDs (`bitcoin`). A
/// coin without an ID in a source matches the source's coin with the same symbol if the symbol is unique on both
/// sides. Otherwise, the user has to choose a coin once. A symbol that several of a source's coins share is never
/// matched automatically.
public struct CoinIdentities: Sendable, Hashable {
  /// The coins, in the order in which they were adopted.
  public private(set) var coins: [CoinIdentity] = []
  /// The coins' indices, by key and by alias.
  private var indices: [String: Int] = [:]

  /// Creates an empty collection.
  public init() {}

  init(_ coins: [CoinIdentity]) {
    self.coins = coins
    reindex()
  }

  /// Returns the key of the coin with the given ID, or the ID itself if the coin is unknown.
  public func key(of id: String) -> String { indices[id].map { coins[$0].key } ?? id }

  /// The key for each alias.
  var aliases: [String: String] {
    var aliases: [String: String] = [:]
    for coin in coins { for alias in coin.aliases { aliases[alias] = coin.key } }
    return aliases
  }

  /// References to the coins, with their keys as IDs.
  var references: [CoinReference] { coins.map { CoinReference(id: $0.key, symbol: $0.symbol) } }

  /// Returns the coin for a key or an alias.
  public subscript(id: String) -> CoinIdentity? { indices[id].map { coins[$0] } }

  /// Returns the coin with the given key, alias or unique symbol, ignoring case.
  public func coin(named word: String) -> CoinIdentity? {
    let word = word.lowercased()
    if let coin = self[word] { return coin }
    let named = coins.filter { $0.symbol == word }
    return named.count == 1 ? named[0] : nil
  }

  /// Adds a file's coins and leaves known coins unchanged; an empty symbol means that the symbol is unknown.
  mutating func adopt(_ references: some Sequence<CoinReference>) {
    for reference in references {
      if let index = indices[reference.id] {
        if coins[index].symbol.isEmpty { coins[index].symbol = reference.symbol.lowercased() }
      } else {
        indices[reference.id] = coins.count
        coins.append(CoinIdentity(key: reference.id, symbol: reference.symbol))
      }
    }
  }

  // MARK: Sources

  /// Looks up a coin's ID in a source.
  public func lookUp(_ id: String, in source: String) -> CoinLookup {
    guard let coin = self[id] else {
      let prefix = Self.prefix(of: source)
      return id.hasPrefix(prefix) ? .id(String(id.dropFirst(prefix.count))) : .unknown
    }
    if let id = coin.ids[source] { return .id(id) }
    if coin.absentSources.contains(source) { return .absent(coin) }
    if let choices = coin.choices[source] { return .ambiguous(coin, choices: choices) }
    return .unresolved(coin)
  }

  /// Returns a map from a source's coin IDs to coin keys, without the coins whose key equals the ID.
  ///
  /// If a source's ID is another coin's key or alias, the key is the ID prefixed with the source's name. This includes
  /// coins that the user has to choose or that the source lacks, so they don't get another coin's price.
  public func keys(in source: String) -> [String: String] {
    var keys: [String: String] = [:]
    for coin in coins
    where coin.ids[source] != nil || coin.choices[source] != nil || coin.absentSources.contains(source) {
      for id in [coin.key] + coin.aliases { keys[id] = Self.key(ofSourceID: id, in: source) }
    }
    for coin in coins { if let id = coin.ids[source] { keys[id] = coin.key } }
    return keys.filter { $0.key != $0.value }
  }

  /// Returns the key for a source's ID that is also another coin's key or alias.
  public static func key(ofSourceID id: String, in source: String) -> String { prefix(of: source) + id }

  private static func prefix(of source: String) -> String {
    source.lowercased().replacing(" ", with: "-") + ":"
  }

  /// Updates IDs, symbols and names from the coins listed by a source.
  ///
  /// A list is representative if it contains every coin that a symbol alone may refer to, such as the coins with the
  /// highest market cap. Other lists, such as a single coin, only confirm IDs.
  mutating func learn(_ listed: [SourceCoin], from source: String, isRepresentative: Bool) {
    guard !coins.isEmpty else { return }
    let symbols = Set(coins.map { $0.symbol.isEmpty ? $0.key : $0.symbol })
    var bySymbol: [String: [SourceCoin]] = [:]
    for coin in listed where symbols.contains(coin.symbol) { bySymbol[coin.symbol, default: []].append(coin) }
    var owners: [String: Int] = [:]
    for (index, coin) in coins.enumerated() { if let id = coin.ids[source] { owners[id] = index } }
    for coin in listed {
      let isOnlyOne = isRepresentative && bySymbol[coin.symbol]?.count == 1
      guard let index = owners[coin.id] ?? claimant(of: coin, in: source, isOnlyOne: isOnlyOne) else { continue }
      if coins[index].isReplaced(by: coin, in: source) {
        // The source gave the ID to another coin, so the user has to confirm it.
        coins[index].ids[source] = nil
        coins[index].addChoices([coin], in: source)
      } else {
        coins[index].confirm(coin, in: source)
      }
    }
    reindex()
    guard isRepresentative else { return }
    for (symbol, listed) in bySymbol.sorted(by: { $0.key < $1.key }) {
      // Favorites have no symbols, but a source without its own IDs stores symbols as IDs.
      if let index = indices[symbol], coins[index].symbol.isEmpty { coins[index].symbol = symbol }
      match(symbol, with: listed, in: source)
    }
  }

  /// Returns the index of the coin whose key or alias is a listed coin's ID.
  private func claimant(of listed: SourceCoin, in source: String, isOnlyOne: Bool) -> Int? {
    if let index = indices[Self.key(ofSourceID: listed.id, in: source)] { return index }
    guard let index = indices[listed.id], coins[index].ids[source] == nil, coins[index].choices[source] == nil,
      !coins[index].absentSources.contains(source)
    else { return nil }
    // An ID that is only a symbol may come from another source. That source may use the symbol for another coin.
    guard coins[index].isNamedBySymbol else { return index }
    return coins[index].symbol == listed.symbol && isOnlyOne ? index : nil
  }

  private mutating func match(_ symbol: String, with listed: [SourceCoin], in source: String) {
    let sharing = coins.indices.filter { coins[$0].symbol == symbol }
    for index in sharing where coins[index].ids[source] != nil {
      if listed.contains(where: { $0.id != coins[index].ids[source] }) { coins[index].isSymbolShared = true }
    }
    let open = sharing.filter { coins[$0].ids[source] == nil && !coins[$0].absentSources.contains(source) }
    var candidates = listed
    for index in sharing {
      guard let id = coins[index].ids[source], !candidates.contains(where: { $0.id == id }) else { continue }
      candidates.append(SourceCoin(id: id, symbol: symbol, name: coins[index].name ?? symbol))
    }
    if open.count == 1, candidates.count == 1, canMatch(coins[open[0]], candidates[0], in: source) {
      join(open[0], candidates[0], in: source)
    } else {
      for index in open { coins[index].addChoices(candidates, in: source) }
    }
  }

  // MARK: Links

  /// Links a coin to the source's coin that the user chose, and replaces any earlier link.
  mutating func link(_ id: String, to listed: SourceCoin, in source: String) throws(CoinLinkError) {
    guard let index = indices[id] else { throw .unknownCoin(id) }
    coins[index].ids[source] = nil
    for other in coins.indices where other != index && coins[other].ids[source] == listed.id {
      for third in coins[index].ids.keys.sorted() where third != source {
        guard coins[other].ids[third] == nil || coins[other].ids[third] == coins[index].ids[third] else {
          throw .differentCoins(coins[index], coins[other], source: third)
        }
      }
    }
    join(index, listed, in: source)
    // The source's coin is now linked, so other coins can't be linked to it.
    for other in coins.indices {
      coins[other].choices[source]?.removeAll { $0.id == listed.id }
      if coins[other].choices[source]?.isEmpty == true { coins[other].choices[source] = nil }
    }
  }

  mutating func separate(_ id: String, from source: String) throws(CoinLinkError) {
    guard let index = indices[id] else { throw .unknownCoin(id) }
    coins[index].ids[source] = nil
    coins[index].choices[source] = nil
    if !coins[index].absentSources.contains(source) { coins[index].absentSources.append(source) }
  }

  /// Restores the link that a coin had in a source before a change, unless the link has changed since.
  ///
  /// - Parameters:
  ///   - id: The key or an alias of the coin after the change.
  ///   - source: The name of the source.
  ///   - before: The coins before the change.
  ///   - after: The coins after the change.
  /// - Returns: Whether the link was restored.
  mutating func restoreLink(
    of id: String,
    in source: String,
    from before: CoinIdentities,
    changedTo after: CoinIdentities
  ) -> Bool {
    guard self != after else {
      self = before
      return true
    }
    guard let changed = after[id], let index = indices[id], coins[index].hasSameLink(as: changed, in: source) else {
      return false
    }
    // A link can merge two coins into one.
    var restored = before.coins.filter { after.key(of: $0.key) == changed.key }
    if restored.count == 1 { restored = [coins[index].withLink(of: restored[0], insteadOf: changed, in: source)] }
    let others = coins.indices.filter { $0 != index }.map { coins[$0] }
    let linked = Set(others.compactMap { $0.ids[source] })
    guard !restored.isEmpty,
      !restored.contains(where: { coin in others.contains { $0.key == coin.key } }),
      linked.isDisjoint(with: restored.compactMap { $0.ids[source] })
    else { return false }
    for index in restored.indices { restored[index].removeChoices(linked, in: source) }
    coins.replaceSubrange(index...index, with: restored)
    reindex()
    restoreChoices(in: source, from: before, changedTo: after)
    return true
  }

  /// Restores the choices that a link removed from other coins, unless the user has linked those coins since.
  private mutating func restoreChoices(in source: String, from before: CoinIdentities, changedTo after: CoinIdentities)
  {
    for coin in before.coins where after[coin.key]?.choices[source] != coin.choices[source] {
      guard let index = indices[coin.key], coins[index].ids[source] == nil,
        !coins[index].absentSources.contains(source)
      else { continue }
      coins[index].addChoices(coin.choices[source] ?? [], in: source)
    }
  }

  /// Returns whether a coin can be linked by its symbol without asking the user.
  ///
  /// At least one side must use the symbol as its ID. Two different IDs, neither of which is only a symbol, count as
  /// two coins until the user confirms that the source changed the ID.
  private func canMatch(_ coin: CoinIdentity, _ listed: SourceCoin, in source: String) -> Bool {
    guard coin.isNamedBySymbol || listed.id == listed.symbol, !coin.isSymbolShared, coin.choices[source] == nil else {
      return false
    }
    guard let owner = coins.first(where: { $0.ids[source] == listed.id }) else { return true }
    return coin.ids.allSatisfy { owner.ids[$0.key] == nil || owner.ids[$0.key] == $0.value }
  }

  /// Sets a coin's ID in a source, and merges the coin with any other coin that has the ID.
  private mutating func join(_ index: Int, _ listed: SourceCoin, in source: String) {
    let owner = coins.indices.first { $0 != index && coins[$0].ids[source] == listed.id }
    coins[index].confirm(listed, in: source)
    if let owner {
      coins[owner].absorb(coins[index])
      coins.remove(at: index)
    }
    reindex()
  }

  private mutating func reindex() {
    indices = [:]
    for (index, coin) in coins.enumerated() {
      for id in coin.aliases where indices[id] == nil { indices[id] = index }
    }
    for (index, coin) in coins.enumerated() { indices[coin.key] = index }
  }
}

extension CoinIdentities: Codable {
  /// Decodes the coins from a list.
  public init(from decoder: any Decoder) throws { self.init(try [CoinIdentity](from: decoder)) }

  /// Encodes the coins as a list.
  public func encode(to encoder: any Encoder) throws { try coins.encode(to: encoder) }
}

extension CoinIdentity {
  /// Adopts a source's ID, symbol and name; the ID replaces a key that was only a symbol.
  fileprivate mutating func confirm(_ listed: SourceCoin, in source: String) {
    ids[source] = listed.id
    choices[source] = nil
    absentSources.removeAll { $0 == source }
    if isNamedBySymbol, listed.id != key, listed.id != listed.symbol {
      aliases.append(key)
      aliases.removeAll { $0 == listed.id }
      key = listed.id
    }
    symbol = listed.symbol
    // Sources without names send the symbol as the name.
    if listed.name.lowercased() != listed.symbol { name = listed.name }
  }

  /// Returns whether a source now lists a coin with another symbol and another name under this coin's ID.
  fileprivate func isReplaced(by listed: SourceCoin, in source: String) -> Bool {
    guard ids[source] == listed.id, !symbol.isEmpty else { return false }
    return symbol != listed.symbol && (name ?? symbol).lowercased() != listed.name.lowercased()
  }

  /// Returns whether both coins have the same keys and the same link in a source.
  fileprivate func hasSameLink(as other: CoinIdentity, in source: String) -> Bool {
    key == other.key && aliases == other.aliases && ids[source] == other.ids[source]
      && choices[source] == other.choices[source]
      && absentSources.contains(source) == other.absentSources.contains(source)
  }

  /// Returns the coin with the keys and the source link that it had before a change.
  ///
  /// The symbol and the name are restored unless they have changed since.
  fileprivate func withLink(of original: CoinIdentity, insteadOf changed: CoinIdentity, in source: String) -> Self {
    var coin = self
    (coin.key, coin.aliases) = (original.key, original.aliases)
    coin.ids[source] = original.ids[source]
    coin.choices[source] = original.choices[source]
    coin.absentSources.removeAll { $0 == source }
    if original.absentSources.contains(source) { coin.absentSources.append(source) }
    if symbol == changed.symbol { coin.symbol = original.symbol }
    if name == changed.name { coin.name = original.name }
    return coin
  }

  fileprivate mutating func addChoices(_ added: [SourceCoin], in source: String) {
    let known = choices[source] ?? []
    let all = known + added.filter { coin in !known.contains { $0.id == coin.id } }
    choices[source] = all.isEmpty ? nil : all
  }

  fileprivate mutating func removeChoices(_ ids: Set<String>, in source: String) {
    let remaining = (choices[source] ?? []).filter { !ids.contains($0.id) }
    choices[source] = remaining.isEmpty ? nil : remaining
  }

  fileprivate mutating func absorb(_ other: CoinIdentity) {
    for id in [other.key] + other.aliases where id != key && !aliases.contains(id) { aliases.append(id) }
    ids.merge(other.ids) { mine, _ in mine }
    choices.merge(other.choices) { mine, _ in mine }
    for source in ids.keys { choices[source] = nil }
    absentSources.removeAll { ids[$0] != nil }
    name = name ?? other.name
    if isNamedBySymbol, !other.isNamedBySymbol {
      aliases.append(key)
      key = other.key
      aliases.removeAll { $0 == key }
    }
  }
}
