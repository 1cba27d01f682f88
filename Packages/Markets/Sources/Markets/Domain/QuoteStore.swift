import Basics
public import Foundation
public import Portfolio

/// Quotes with the names of their coins.
public struct QuoteRecords: Sendable {
  var quotes: [CoinID: [CurrencyCode: Quote]] = [:]
  /// The coins whose names are known.
  var coins: [CoinID: CoinMatch] = [:]
}

/// A persistent store that keeps quotes between runs of the program.
public protocol QuoteKeeping: Sendable {
  /// Returns the stored quotes, or no quotes if they can't be read.
  func load() -> QuoteRecords

  /// Stores quotes, keeping the quotes from other processes.
  func save(_ records: QuoteRecords) async

  /// Removes a coin's quotes.
  func remove(_ coin: CoinID) async
}

/// A source's newest known quotes in all currencies, shared by all screens and commands.
///
/// The quote with the newest time wins, regardless of its origin. If two times are equal, the quote that arrived later
/// wins, unless it comes from a cached response. Observers are notified of changes and then read the quotes they
/// display.
public final class QuoteStore: Sendable {
  /// A key that combines a coin and a currency, so a lookup computes only one hash.
  private struct Key: Hashable {
    let coin: CoinID
    let currency: CurrencyCode
  }

  private struct State {
    var quotes: [Key: Quote] = [:]
    var coins: [CoinID: CoinMatch] = [:]
    var observers: [Int: AsyncStream<Void>.Continuation] = [:]
    var nextObserver = 0
    var isLoaded = false
    var unsaved: [Key] = []
  }

  private let state = Locked(State())
  private let keeper: (any QuoteKeeping)?
  private let now: @Sendable () -> Date

  /// Creates a store that reads the keeper's quotes when they are first needed.
  public init(keeper: (any QuoteKeeping)? = nil, now: @escaping @Sendable () -> Date = { Date() }) {
    self.keeper = keeper
    self.now = now
  }

  /// Returns the newest quote for a coin; `nil` if no quote is known.
  public func quote(of coin: CoinID, in currency: CurrencyCode) -> Quote? {
    withState { $0.quotes[Key(coin: coin, currency: currency)] }
  }

  /// Returns the newest quotes for several coins, by coin and currency.
  public func quotes(
    of coins: some Sequence<CoinID>,
    in currencies: [CurrencyCode]
  ) -> [CoinID: [CurrencyCode: Quote]] {
    withState { state in
      var found: [CoinID: [CurrencyCode: Quote]] = [:]
      for coin in coins {
        for currency in currencies {
          guard let quote = state.quotes[Key(coin: coin, currency: currency)] else { continue }
          found[coin, default: [:]][currency] = quote
        }
      }
      return found
    }
  }

  /// Returns the coins whose names are known, by rank.
  func coins() -> [CoinMatch] { withState { Array($0.coins.values) }.sorted { $0.id < $1.id }.rankedFirst() }

  /// Remembers the names of listed coins, which are stored with their next quotes.
  func learn(_ coins: [Coin]) {
    withState { state in
      for coin in coins {
        state.coins[coin.id] = CoinMatch(id: coin.id, symbol: coin.symbol, name: coin.name, rank: coin.rank)
      }
    }
  }

  /// Records a response's quotes that are newer than the known quotes.
  ///
  /// A quote from the future has an unknown age. It is recorded with `Quote.unknownTime`, and only if no other quote
  /// is known. If a known quote is in the future because the clock was set back, any quote with a known age replaces it.
  ///
  /// - Returns: Whether a quote changed. In that case, the observers have been notified.
  @discardableResult
  public func record(_ quotes: [CoinID: [CurrencyCode: Quote]]) -> Bool {
    recording(quotes.count) { newest in
      for (coin, prices) in quotes { for (currency, quote) in prices { _ = newest(coin, currency, quote) } }
    }
  }

  /// Records quotes one at a time by the same rules as ``record(_:)``.
  ///
  /// Quotes from a cached response never replace quotes with the same time. `count` is the expected number of quotes.
  /// `body` receives a function that records a quote and returns the newest quote if it differs from the recorded one.
  func recording(
    _ count: Int,
    isStored: Bool = false,
    _ body: (_ newest: (CoinID, CurrencyCode, Quote) -> Quote?) -> Void
  ) -> Bool {
    let (now, keepsQuotes) = (now(), keeper != nil)
    return withState { state in
      if state.quotes.isEmpty { state.quotes.reserveCapacity(count) }
      var hasChanged = false
      body { coin, currency, quote in
        let key = Key(coin: coin, currency: currency)
        var recorded = quote
        if quote.age(at: now).isInfinite {
          if let known = state.quotes[key] { return known == quote ? nil : known }
          recorded = quote.at(Quote.unknownTime)
        }
        switch Self.replace(&state.quotes[key], by: recorded, isStored: isStored, now: now) {
        case .newer(let known): return known
        case .equal: return nil
        case nil:
          if keepsQuotes { state.unsaved.append(key) }
          hasChanged = true
          return recorded == quote ? nil : recorded
        }
      }
      if hasChanged { for observer in state.observers.values { observer.yield() } }
      return hasChanged
    }
  }

  private enum Refusal {
    case equal
    case newer(Quote)
  }

  private static func replace(_ known: inout Quote?, by quote: Quote, isStored: Bool, now: Date) -> Refusal? {
    if let known {
      // Times are compared first, because comparing prices takes longer.
      if known.time == quote.time {
        if known == quote { return .equal }
        if isStored { return .newer(known) }
      } else if known.time > quote.time, known.age(at: now).isFinite {
        return .newer(known)
      }
    }
    known = quote
    return nil
  }

  func save() async {
    guard let keeper else { return }
    let records = state.withLock { state in
      defer { state.unsaved = [] }
      var records = QuoteRecords()
      for key in state.unsaved {
        records.quotes[key.coin, default: [:]][key.currency] = state.quotes[key]
        records.coins[key.coin] = state.coins[key.coin]
      }
      return records
    }
    if !records.quotes.isEmpty { await keeper.save(records) }
  }

  /// Removes a coin's quotes, for example because the ID now denotes another coin in the source.
  public func remove(_ coin: CoinID) async {
    withState { state in state.quotes = state.quotes.filter { $0.key.coin != coin } }
    await keeper?.remove(coin)
  }

  private func withState<Result>(_ body: (inout State) -> Result) -> Result {
    state.withLock { state in
      if !state.isLoaded {
        state.isLoaded = true
        let stored = keeper?.load() ?? QuoteRecords()
        state.coins = stored.coins
        for (coin, prices) in stored.quotes {
          for (currency, quote) in prices { state.quotes[Key(coin: coin, currency: currency)] = quote }
        }
      }
      return body(&state)
    }
  }

  /// Returns a stream that emits an element after every change.
  ///
  /// Changes that occur before the observer awaits the next element are merged into one.
  public func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.nextObserver += 1
      state.observers[state.nextObserver] = continuation
      return state.nextObserver
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.observers[number] = nil }
    }
    return stream
  }
}

extension Quote {
  fileprivate func at(_ time: Date) -> Quote {
    Quote(price: price, dayChange: dayChange, time: time, source: source) ?? self
  }
}
