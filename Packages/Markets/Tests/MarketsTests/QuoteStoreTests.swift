import Foundation
import Portfolio
import Testing

@testable import Markets

@Suite("Quote store")
struct QuoteStoreTests {
  private static let noon = FakeRepository.date
  private static let bitcoin = coinID("bitcoin")
  private static let ether = coinID("ethereum")

  private static func quote(_ price: Decimal, _ seconds: TimeInterval = 0, change: Decimal? = nil) -> Quote? {
    Quote(price: price, dayChange: change, time: noon + seconds, source: "Test")
  }

  private static func record(_ quote: Quote?, in store: QuoteStore) throws -> Bool {
    store.record([bitcoin: [.aud: try #require(quote)]])
  }

  @Test(
    "rejects quotes with implausible prices",
    arguments: [
      ("0", false), ("-1", false), ("1e30", false), ("1000000000000001", false), ("NaN", false),
      ("0.000000000000000001", true), ("1000000000000000", true), ("139220.02", true),
    ]
  )
  func plausiblePrices(text: String, isPlausible: Bool) throws {
    let price = text == "NaN" ? Decimal.nan : try #require(Decimal(string: text))
    #expect((Quote(price: price, time: Self.noon, source: "Test") != nil) == isPlausible)
  }

  @Test(
    "clamps quote times to the years from 1970 to 9999",
    arguments: [-1e300, -.infinity, .nan, -1, 1e300, .infinity, 1_769_860_800]
  )
  func times(seconds: Double) throws {
    let quote = try #require(Quote(price: 1, time: Date(timeIntervalSince1970: seconds), source: "Test"))
    #expect((0...253_402_300_800).contains(quote.time.timeIntervalSince1970))
    if (0...1e10).contains(seconds) { #expect(quote.time.timeIntervalSince1970 == seconds) }
  }

  @Test("drops a quote's 24-hour change if it isn't a number")
  func change() {
    #expect(Self.quote(1, change: .nan)?.dayChange == nil)
    #expect(Self.quote(1, change: -3)?.dayChange == -3)
  }

  @Test(
    "keeps the newest quote, or the later arrival if two quotes have the same time",
    arguments: [
      // The times of two quotes, in seconds from now, and whether the second quote wins.
      (-60.0, -30.0, true), (-30, -60, false), (-30, -30, true), (0, 30, true),
      // A quote from the future has an unknown age, so any other quote wins.
      (-1, 86_400, false), (86_400, -1, true),
    ]
  )
  func order(first: TimeInterval, second: TimeInterval, secondWins: Bool) throws {
    let store = QuoteStore(now: { Self.noon })
    #expect(try Self.record(Self.quote(1, first), in: store))
    #expect(try Self.record(Self.quote(2, second), in: store) == secondWins)
    #expect(store.quote(of: Self.bitcoin, in: .aud)?.price == (secondWins ? 2 : 1))
  }

  @Test("never dates a quote from the future as current, and tolerates small clock differences")
  func future() throws {
    let store = QuoteStore(now: { Self.noon })
    _ = try Self.record(Self.quote(1, 60), in: store)
    #expect(store.quote(of: Self.bitcoin, in: .aud)?.time == Self.noon + 60)
    _ = try Self.record(Self.quote(1, 61), in: store)
    #expect(store.quote(of: Self.bitcoin, in: .aud)?.time == Self.noon + 60)
    let other = QuoteStore(now: { Self.noon })
    _ = try Self.record(Self.quote(1, 61), in: other)
    #expect(other.quote(of: Self.bitcoin, in: .aud)?.time == Quote.unknownTime)
    #expect(other.quote(of: Self.bitcoin, in: .aud)?.age(at: Self.noon) == .infinity)
  }

  @Test("replaces quotes that are in the future because the clock was set back, and never treats them as current")
  func clockSetBack() throws {
    let clock = MovableDate(Self.noon)
    let store = QuoteStore(now: { clock.date })
    _ = try Self.record(Self.quote(1), in: store)
    clock.date -= 3_600
    let stale = try #require(store.quote(of: Self.bitcoin, in: .aud))
    #expect(stale.age(at: clock.date) == .infinity)
    #expect(try Self.record(Self.quote(2, -3_600), in: store))
    #expect(store.quote(of: Self.bitcoin, in: .aud)?.price == 2)
  }

  @Test("treats quotes as old after the clock is set forward, and accepts the next quotes")
  func clockPutForward() throws {
    let clock = MovableDate(Self.noon)
    let store = QuoteStore(now: { clock.date })
    _ = try Self.record(Self.quote(1), in: store)
    clock.date += 86_400
    #expect(store.quote(of: Self.bitcoin, in: .aud)?.age(at: clock.date) == 86_400)
    #expect(try Self.record(Self.quote(2, 86_400), in: store))
  }

  @Test("keeps separate quotes for each currency and coin")
  func separation() throws {
    let store = QuoteStore(now: { Self.noon })
    let (one, two, three) = (
      try #require(Self.quote(1)), try #require(Self.quote(2, -9)), try #require(Self.quote(3))
    )
    store.record([Self.bitcoin: [.aud: one, .usd: two], Self.ether: [.aud: three]])
    #expect(store.quotes(of: [Self.bitcoin, Self.ether], in: [.usd]) == [Self.bitcoin: [.usd: two]])
    #expect(store.quote(of: Self.ether, in: .aud) == three)
    #expect(store.quote(of: Self.ether, in: .eur) == nil)
  }

  @Test("notifies each observer once about several changed quotes, but not about repeated quotes")
  func observation() async throws {
    let store = QuoteStore(now: { Self.noon })
    let observers = (0..<3).map { _ in store.changes() }
    #expect(try Self.record(Self.quote(1), in: store))
    #expect(try Self.record(Self.quote(2), in: store))
    for changes in observers {
      var iterator = changes.makeAsyncIterator()
      await iterator.next()
    }
    #expect(try !Self.record(Self.quote(2), in: store))
    #expect(try !Self.record(Self.quote(1, -5), in: store))
  }
}

func coinID(_ text: String) -> CoinID {
  guard let id = CoinID(text) else { preconditionFailure("“\(text)” isn't a valid id") }
  return id
}
