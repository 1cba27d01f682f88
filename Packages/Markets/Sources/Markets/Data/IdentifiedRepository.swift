import Portfolio

/// A repository that wraps a source and uses identity keys as coin IDs, so a coin has the same ID in every source.
///
/// Only this repository uses the source's own IDs. Every loaded list adds information to the identities of the user's
/// coins. If the source's ID for a coin isn't known yet, the coins with the highest market cap are loaded in order to
/// find the ID.
struct IdentifiedRepository: MarketsRepository {
  private let base: any MarketsRepository
  private let identities: CoinIdentityStore

  init(_ base: any MarketsRepository, identities: CoinIdentityStore) {
    self.base = base
    self.identities = identities
  }

  var capabilities: MarketsCapabilities { base.capabilities }

  private var source: String { base.capabilities.name }

  func coins(_ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    let page = try await base.coins(query)
    // A first page with fewer coins than requested is the whole list.
    return identified(page, isRepresentative: query.page <= 1 && (query.isLarge || !page.hasMore))
  }

  func coin(_ word: String, _ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    do throws(MarketsError) {
      return try await listedCoin(word, query)
    } catch {
      guard case .priceMissing(let match) = error else { throw error }
      throw .priceMissing(identified(match, keys: identities.known.keys(in: source)))
    }
  }

  private func listedCoin(_ word: String, _ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    switch try await lookUp(word.lowercased(), query) {
    case .id(let id):
      if let known = CoinID(id), let page = try await self.page(of: known, query) { return page }
      let page = try await base.coin(id, query)
      // If the source no longer lists the ID, it may return another coin with the same symbol.
      guard page.coins.first?.id.description == id else { throw .coinNotFound(word, suggestions: []) }
      return identified(page, isRepresentative: false)
    case .unknown:
      if let id = try await known(word), let page = try await page(of: id, query) { return page }
      return identified(try await base.coin(word, query), isRepresentative: false)
    case .ambiguous(let coin, let choices): throw .undecidedCoin(coin, choices: choices, source: source)
    case .absent, .unresolved: throw .coinNotFound(word, suggestions: [])
    }
  }

  /// Returns the source's ID for a coin's symbol or name, without sending a request; `nil` if the ID isn't known.
  ///
  /// - Throws: ``MarketsError/ambiguousCoin(_:choices:)`` if several of the user's coins have the symbol.
  private func known(_ word: String) async throws(MarketsError) -> CoinID? {
    let identities = identities.known
    let kept = identities.coins.filter { coin in
      guard coin.symbol == word.lowercased() else { return false }
      switch identities.lookUp(coin.key, in: source) {
      case .id, .unresolved: return true
      case .ambiguous, .absent, .unknown: return false
      }
    }
    guard kept.count < 2 else { throw .ambiguousCoin(word, choices: kept.map(\.key)) }
    // Sources without histories list all coins on one page, which already contains all the names.
    guard !capabilities.hasSinglePage else { return nil }
    // A cached search may contain the ID. Otherwise the source decides.
    let matches = try? await base.matches(word, policy: .storedOnly)
    let match = try? matches?.match(named: word)
    return match.flatMap { $0.id.description == word.lowercased() ? nil : $0.id }
  }

  private func page(of id: CoinID, _ query: CoinQuery) async throws(MarketsError) -> CoinPage? {
    let page = identified(try await base.coins(withIDs: [id], query), isRepresentative: false)
    return page.coins.count == 1 ? page : nil
  }

  /// Loads coins and returns them with the requested IDs, even if the coins' keys have changed.
  func coins(withIDs ids: [CoinID], _ query: CoinQuery) async throws(MarketsError) -> CoinPage {
    let keys = try await keysByID(ids, query)
    var page = try await base.coins(withIDs: keys.keys.sorted(), query)
    learn(page, isRepresentative: false)
    page.coins = page.coins.flatMap { coin in
      (keys[coin.id] ?? []).map { key in
        var coin = coin
        coin.id = key
        return coin
      }
    }
    return page
  }

  func matches(_ text: String, policy: LoadPolicy) async throws(MarketsError) -> [CoinMatch] {
    let matches = try await base.matches(text, policy: policy)
    let keys = identities.known.keys(in: source)
    guard !keys.isEmpty else { return matches }
    return matches.map { identified($0, keys: keys) }
  }

  private func identified(_ match: CoinMatch, keys: [String: String]) -> CoinMatch {
    var match = match
    if let key = keys[match.id.description].flatMap({ CoinID($0) }) { match.id = key }
    return match
  }

  func history(
    of coin: CoinID,
    range: PriceRange,
    currency: CurrencyCode,
    policy: LoadPolicy
  ) async throws(MarketsError) -> PriceHistory {
    let id: CoinID?
    switch try await lookUp(coin.description, CoinQuery(currency: currency, policy: policy)) {
    case .id(let known): id = CoinID(known)
    case .unknown: id = coin
    case .ambiguous(let coin, let choices): throw .undecidedCoin(coin, choices: choices, source: source)
    case .absent, .unresolved: id = nil
    }
    guard let id else { throw .coinNotFound(coin.description, suggestions: []) }
    var history = try await base.history(of: id, range: range, currency: currency, policy: policy)
    history.coin = coin
    return history
  }

  func quotes(
    of coins: [CoinID],
    in currencies: [CurrencyCode],
    policy: LoadPolicy
  ) async throws(MarketsError) -> [CoinID: [CurrencyCode: Quote]] {
    let keys = try await keysByID(coins, CoinQuery(currency: currencies.first ?? .usd, policy: policy))
    guard !keys.isEmpty else { return [:] }
    let quotes = try await base.quotes(of: keys.keys.sorted(), in: currencies, policy: policy)
    var found: [CoinID: [CurrencyCode: Quote]] = [:]
    for (id, quote) in quotes { for key in keys[id] ?? [] { found[key] = quote } }
    return found
  }

  /// Returns the coins' keys by source ID, omitting coins without an ID in the source or with an undecided match.
  private func keysByID(_ coins: [CoinID], _ query: CoinQuery) async throws(MarketsError) -> [CoinID: [CoinID]] {
    var failure: MarketsError?
    var keys: [CoinID: [CoinID]] = [:]
    for coin in coins {
      do throws(MarketsError) {
        switch try await lookUp(coin.description, query) {
        case .id(let known): if let id = CoinID(known) { keys[id, default: []].append(coin) }
        case .unknown: keys[coin, default: []].append(coin)
        case .ambiguous, .absent, .unresolved: break
        }
      } catch {
        failure = error
      }
    }
    if keys.isEmpty, let failure { throw failure }
    return keys
  }

  private func lookUp(_ id: String, _ query: CoinQuery) async throws(MarketsError) -> CoinLookup {
    guard case .unresolved = identities.known.lookUp(id, in: source) else {
      return identities.known.lookUp(id, in: source)
    }
    var list = query
    list.page = 1
    list.pageSize = CoinsMarketsEndpoint.maximumPageSize
    list.includesEUR = false
    // IDs rarely change, so a response from the last day is recent enough.
    if list.policy != .storedOnly { list.policy = .maxAge(.seconds(86_400)) }
    _ = try await coins(list)
    guard case .unresolved(let coin) = identities.known.lookUp(id, in: source), !coin.symbol.isEmpty else {
      return identities.known.lookUp(id, in: source)
    }
    let matches = try await base.matches(coin.symbol, policy: list.policy)
    let listed = matches.map { SourceCoin(id: $0.id.description, symbol: $0.symbol, name: $0.name) }
    identities.learn(listed.filter { $0.symbol == coin.symbol }, from: source, isRepresentative: true)
    return identities.known.lookUp(id, in: source)
  }

  private func identified(_ page: CoinPage, isRepresentative: Bool) -> CoinPage {
    learn(page, isRepresentative: isRepresentative)
    let keys = identities.known.keys(in: source)
    guard !keys.isEmpty else { return page }
    var page = page
    for index in page.coins.indices {
      if let key = keys[page.coins[index].id.description].flatMap({ CoinID($0) }) { page.coins[index].id = key }
    }
    return page
  }

  private func learn(_ page: CoinPage, isRepresentative: Bool) {
    guard !identities.known.coins.isEmpty else { return }
    let listed = page.coins.map { SourceCoin(id: $0.id.description, symbol: $0.symbol, name: $0.name) }
    identities.learn(listed, from: source, isRepresentative: isRepresentative)
  }
}

extension CoinQuery {
  /// Whether the first page is large enough to contain every coin that may be identified by its symbol alone.
  fileprivate var isLarge: Bool { pageSize >= CoinsMarketsEndpoint.maximumPageSize }
}
