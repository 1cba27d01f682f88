import Basics
public import Foundation
public import Portfolio

/// A place that keeps quotes between runs of the program.
public protocol QuoteKeeping: Sendable {
  /// Returns the kept quotes; none if they can't be read.
  func load() -> [CoinID: [CurrencyCode: Quote]]

  /// Keeps quotes in addition to those of other processes.
  func save(_ quotes: [CoinID: [CurrencyCode: Quote]]) async

  /// Removes the quotes of a coin.
  func remove(_ coin: CoinID) async
}

/// The newest known quote of every coin and currency of one source, shared by all screens and commands.
///
/// The newest time wins, wherever a quote came from; of equal times, the later arrival. Observers learn that something
/// changed and read the quotes that they show.
public final class QuoteStore: Sendable {
  private struct State {
    var quotes: [CoinID: [CurrencyCode: Quote]] = [:]
    var observers: [Int: AsyncStream<Void>.Continuation] = [:]
    var nextObserver = 0
    /// Whether the kept quotes were read.
    var isLoaded = false
    /// The coins whose quotes changed since the last save.
    var unsaved: Set<CoinID> = []
  }

  private let state = Locked(State())
  private let keeper: (any QuoteKeeping)?
  private let now: @Sendable () -> Date

  /// Creates a store of kept quotes, which are read when they are first needed, or an empty one.
  public init(keeper: (any QuoteKeeping)? = nil, now: @escaping @Sendable () -> Date = { Date() }) {
    self.keeper = keeper
    self.now = now
  }

  /// Returns the newest quote of a coin; `nil` without one.
  public func quote(of coin: CoinID, in currency: CurrencyCode) -> Quote? {
    withState { $0.quotes[coin]?[currency] }
  }

  /// Returns the newest quotes of several coins, by coin and currency.
  public func quotes(
    of coins: some Sequence<CoinID>,
    in currencies: [CurrencyCode]
  ) -> [CoinID: [CurrencyCode: Quote]] {
    withState { state in
      var found: [CoinID: [CurrencyCode: Quote]] = [:]
      for coin in coins {
        guard let known = state.quotes[coin] else { continue }
        for currency in currencies {
          if let quote = known[currency] { found[coin, default: [:]][currency] = quote }
        }
      }
      return found
    }
  }

  /// Takes in the quotes of a response that are newer than the known ones.
  ///
  /// A quote from the future counts as of now. A known quote from the future, which a clock that was set back leaves,
  /// gives way to every other one.
  ///
  /// - Returns: Whether a quote changed; the observers know already.
  @discardableResult
  public func record(_ quotes: [CoinID: [CurrencyCode: Quote]]) -> Bool {
    let now = now()
    return withState { state in
      var hasChanged = false
      for (coin, prices) in quotes {
        var known = state.quotes[coin] ?? [:]
        var isNewer = false
        for (currency, quote) in prices {
          let quote = quote.age(at: now).isFinite ? quote : quote.at(now)
          if let previous = known[currency] {
            let isReliable = previous.age(at: now).isFinite
            guard quote != previous, !isReliable || quote.time >= previous.time else { continue }
          }
          known[currency] = quote
          isNewer = true
        }
        guard isNewer else { continue }
        state.quotes[coin] = known
        if keeper != nil { state.unsaved.insert(coin) }
        hasChanged = true
      }
      if hasChanged { for observer in state.observers.values { observer.yield() } }
      return hasChanged
    }
  }

  /// Keeps the quotes that changed since the last save for the next run of the program.
  func save() async {
    guard let keeper else { return }
    let quotes = state.withLock { state in
      defer { state.unsaved = [] }
      return state.quotes.filter { state.unsaved.contains($0.key) }
    }
    if !quotes.isEmpty { await keeper.save(quotes) }
  }

  /// Forgets the quotes of a coin, such as one that now denotes another coin of the source.
  public func remove(_ coin: CoinID) async {
    withState { $0.quotes[coin] = nil }
    await keeper?.remove(coin)
  }

  private func withState<Result>(_ body: (inout State) -> Result) -> Result {
    state.withLock { state in
      if !state.isLoaded {
        state.isLoaded = true
        if let keeper { state.quotes = keeper.load() }
      }
      return body(&state)
    }
  }

  /// Returns an element after every change; several changes that an observer didn't await are one element.
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
  /// Returns the same price as of another time.
  fileprivate func at(_ time: Date) -> Quote {
    Quote(price: price, dayChange: dayChange, time: time, source: source) ?? self
  }
}
