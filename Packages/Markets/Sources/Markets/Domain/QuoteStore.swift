import Basics
public import Foundation
public import Portfolio

/// The newest known quote of every coin and currency of one source, shared by all screens and commands.
///
/// The newest time wins, wherever a quote came from; of equal times, the later arrival. Observers learn that something
/// changed and read the quotes that they show.
public final class QuoteStore: Sendable {
  private struct State {
    var quotes: [CoinID: [CurrencyCode: Quote]] = [:]
    var observers: [Int: AsyncStream<Void>.Continuation] = [:]
    var nextObserver = 0
  }

  private let state = Locked(State())
  private let now: @Sendable () -> Date

  /// Creates an empty store; `now` returns the current time.
  public init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }

  /// Returns the newest quote of a coin; `nil` without one.
  public func quote(of coin: CoinID, in currency: CurrencyCode) -> Quote? {
    state.withLock { $0.quotes[coin]?[currency] }
  }

  /// Returns the newest quotes of several coins, by coin and currency.
  public func quotes(
    of coins: some Sequence<CoinID>,
    in currencies: [CurrencyCode]
  ) -> [CoinID: [CurrencyCode: Quote]] {
    state.withLock { state in
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
    return state.withLock { state in
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
        hasChanged = true
      }
      if hasChanged { for observer in state.observers.values { observer.yield() } }
      return hasChanged
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
