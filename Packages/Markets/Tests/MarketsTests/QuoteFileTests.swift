import BasicsTesting
import Foundation
import Persistence
import PersistenceTesting
import Portfolio
import Testing

@testable import Markets

@Suite("Quote file")
struct QuoteFileTests {
  private static let noon = FakeRepository.date
  private static let path = "/cache/quotes.json"

  private let files = InMemoryFileSystem()

  private func file(_ service: String = "a", at now: Date = noon) -> QuoteFile {
    QuoteFile(path: Self.path, service: .test(service), writtenBy: "tests", fileSystem: files, now: { now })
  }

  private func quote(_ price: Decimal, _ seconds: TimeInterval = 0) throws -> Quote {
    try #require(Quote(price: price, dayChange: -1, time: Self.noon + seconds + 0.123, source: "Test"))
  }

  @Test("restores the quotes from the previous run")
  func restart() async throws {
    let quote = try quote(5)
    let first = QuoteStore(keeper: file(), now: { Self.noon })
    first.record([coinID("a"): [.aud: quote]])
    await first.save()
    let second = QuoteStore(keeper: file(), now: { Self.noon })
    #expect(second.quote(of: coinID("a"), in: .aud) == quote)
    #expect(!second.record([coinID("a"): [.aud: quote]]))
  }

  @Test("restores the names and ranks of coins, by rank")
  func names() async throws {
    let coins = ["c": 3, "a": 2, "b": nil].map { id, rank in
      Coin(id: coinID(id), symbol: "S\(id)", name: "Name \(id)", rank: rank)
    }
    let first = QuoteStore(keeper: file(), now: { Self.noon })
    first.learn(coins)
    for coin in coins { first.record([coin.id: [.aud: try quote(5)]]) }
    await first.save()
    let second = QuoteStore(keeper: file(), now: { Self.noon })
    #expect(second.coins().map(\.name) == ["Name a", "Name c", "Name b"])
    #expect(second.coins().map(\.symbol) == ["SA", "SC", "SB"])
    #expect(second.coins().map(\.rank) == [2, 3, nil])
  }

  @Test("merges the quotes from two processes, and keeps each coin's newer quote")
  func merging() async throws {
    let (old, new) = (try quote(1, -60), try quote(2))
    await file().save(QuoteRecords(quotes: [coinID("a"): [.aud: new]]))
    await file().save(QuoteRecords(quotes: [coinID("a"): [.aud: old, .usd: old], coinID("b"): [.aud: old]]))
    #expect(file().load().quotes == [coinID("a"): [.aud: new, .usd: old], coinID("b"): [.aud: old]])
  }

  @Test("replaces stored quotes that are in the future because the clock was set back")
  func clockSetBack() async throws {
    await file().save(QuoteRecords(quotes: [coinID("a"): [.aud: try quote(1)]]))
    let late = try quote(2, -7_200)
    await file(at: Self.noon - 7_200).save(QuoteRecords(quotes: [coinID("a"): [.aud: late]]))
    #expect(file().load().quotes == [coinID("a"): [.aud: late]])
  }

  @Test("stores quotes separately for each service")
  func services() async throws {
    await file("a").save(QuoteRecords(quotes: [coinID("a"): [.aud: try quote(1)]]))
    await file("b").save(QuoteRecords(quotes: [coinID("a"): [.aud: try quote(2)]]))
    #expect(file("a").load().quotes[coinID("a")]?[.aud]?.price == 1)
    #expect(file("b").load().quotes[coinID("a")]?[.aud]?.price == 2)
    #expect(file("c").load().quotes.isEmpty)
  }

  @Test("drops services whose newest quote is older than 30 days")
  func unusedServices() async throws {
    for (service, day) in [("used", -31.0), ("old", -31), ("recent", -29)] {
      let time = day * 86_400
      await file(service, at: Self.noon + time).save(QuoteRecords(quotes: [coinID("a"): [.aud: try quote(1, time)]]))
    }
    await file("ahead", at: Self.noon + 86_400).save(QuoteRecords(quotes: [coinID("a"): [.aud: try quote(1, 86_400)]]))
    await file("used").save(QuoteRecords(quotes: [coinID("b"): [.aud: try quote(2)]]))
    #expect(["used", "recent", "old", "ahead"].map { file($0).load().quotes.count } == [1, 1, 0, 0])
  }

  @Test("drops old quotes, and limits stored coins to those with the newest quotes")
  func limits() async throws {
    await file(at: Self.noon - 8 * 86_400).save(
      QuoteRecords(quotes: [coinID("old"): [.aud: try quote(1, -8 * 86_400)]])
    )
    var many: [CoinID: [CurrencyCode: Quote]] = [:]
    for number in 0..<(QuoteFile.maximumCoins + 5) {
      many[coinID("c\(number)")] = [.aud: try quote(1, -TimeInterval(number))]
    }
    await file().save(QuoteRecords(quotes: many))
    let kept = file().load().quotes
    #expect(kept.count == QuoteFile.maximumCoins)
    #expect(kept[coinID("c0")] != nil)
    #expect(kept[coinID("c\(QuoteFile.maximumCoins)")] == nil)
    #expect(kept[coinID("old")] == nil)
  }

  @Test("treats a damaged quote file as empty, and replaces it")
  func damage() async throws {
    files.place(Array(#"{"schema":1,"#.utf8), at: Self.path)
    #expect(file().load().quotes.isEmpty)
    let quote = try quote(5)
    await file().save(QuoteRecords(quotes: [coinID("a"): [.aud: quote]]))
    #expect(file().load().quotes == [coinID("a"): [.aud: quote]])
  }

  @Test(
    "skips invalid quotes in a quote file",
    arguments: [
      #""": {"aud": {"price": 1, "time": 1769860800000, "source": "x"}}"#,
      #""a b": {"aud": {"price": 1, "time": 1769860800000, "source": "x"}}"#,
      #""a": {"au": {"price": 1, "time": 1769860800000, "source": "x"}}"#,
      #""a": {"aud": {"price": 0, "time": 1769860800000, "source": "x"}}"#,
      #""a": {"aud": {"price": -1, "time": 1769860800000, "source": "x"}}"#,
      #""a": {"aud": {"price": 1e30, "time": 1769860800000, "source": "x"}}"#,
    ]
  )
  func nonsense(entry: String) throws {
    let good = #""good": {"aud": {"price": 2, "time": 1769860800000, "source": "x"}}"#
    files.place(Array(#"{"schema":1,"payload":{"test a":{\#(entry),\#(good)}}}"#.utf8), at: Self.path)
    #expect(
      file().load().quotes.mapValues { $0.mapValues(\.price) }.filter { !$0.value.isEmpty } == [
        coinID("good"): [.aud: 2]
      ]
    )
  }

  @Test("reads a quote file with random bytes without crashing")
  func fuzz() throws {
    var generator = SeededGenerator(seed: 17)
    let good = Array(
      #"{"schema":1,"payload":{"test a":{"good":{"aud":{"price":2,"time":1769860800000,"change":-1.5,"source":"x"}}}}}"#
        .utf8
    )
    for _ in 0..<500 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      let files = InMemoryFileSystem()
      files.place(bytes, at: Self.path)
      let file = QuoteFile(
        path: Self.path,
        service: .test("a"),
        writtenBy: "tests",
        fileSystem: files,
        now: { Self.noon }
      )
      for quote in file.load().quotes.values.flatMap(\.values) { #expect(quote.price > 0) }
    }
  }
}
