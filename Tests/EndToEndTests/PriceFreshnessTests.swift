import Foundation
import LoopbackServer
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite("Price freshness")
struct PriceFreshnessTests {
  private let program: ProgramUnderTest

  init() throws { program = ProgramUnderTest(in: try TemporaryFolder()) }

  /// Starts a service with CoinGecko's API; its prices have a given age and rise with every request.
  private static func service(age: TimeInterval) throws -> LoopbackServer {
    let count = RequestNumber()
    return try LoopbackServer { request in
      let time = (Date() - age).formatted(.iso8601)
      guard !request.target.contains("/simple/price") else {
        return .json(Data(#"{"bitcoin":{"aud":\#(100 + count.next())}}"#.utf8))
      }
      let coin =
        #""id":"bitcoin","symbol":"btc","name":"Bitcoin","market_cap_rank":1,"current_price":\#(100 + count.next())"#
      return .json(Data(#"[{\#(coin),"last_updated":"\#(time)"}]"#.utf8))
    }
  }

  private func run(
    _ words: [String],
    _ server: LoopbackServer,
    freshness: String? = nil
  ) async throws -> ProgramUnderTest.Outcome {
    var program = program
    program.environment["FETCH_COUNTER_MARKETS_FRESHNESS"] = freshness
    return try await program.start(["markets"] + words + ["--markets-url", server.url.absoluteString]).outcome()
  }

  @Test("reports the age of a price that is no longer fresh", arguments: [["list"], ["show", "bitcoin"]])
  func age(words: [String]) async throws {
    // Given a service whose newest price is 20 hours old
    let server = try Self.service(age: 72_000)
    defer { server.stop() }

    // When
    let start = Date()
    let document = try await run(words + ["--json"], server).document()
    let elapsed = Int(Date().timeIntervalSince(start).rounded(.up))
    let text = try await run(words, server)

    // Then
    #expect(document["stale"] as? Bool == true)
    #expect((72_000...72_001 + elapsed).contains(try #require(document["age_seconds"] as? Int)))
    #expect(text.messages.contains("20 h"), "\(text.messages)")
  }

  @Test("answers from stored prices with --offline, and finds coins by their symbols")
  func offline() async throws {
    // Given a list of two coins
    let server = try LoopbackServer { _ in
      let coins = [("bitcoin", "btc", 1), ("ethereum", "eth", 2)].map { id, symbol, rank in
        #"{"id":"\#(id)","symbol":"\#(symbol)","name":"\#(id)","market_cap_rank":\#(rank),"current_price":\#(300 / rank)}"#
      }
      return .json(Data("[\(coins.joined(separator: ","))]".utf8))
    }
    defer { server.stop() }
    let first = try await run(["list"], server)
    #expect(first.exitCode == 0)

    // When
    let list = try await run(["list", "--offline"], server)
    let one = try await run(["list", "--top", "1", "--offline"], server)
    let coin = try await run(["show", "eth", "--offline", "--json"], server).document()
    let check = try await run(["check", "btc", "above", "299", "--offline"], server)
    let unknown = try await run(["show", "doge", "--offline"], server)
    let other = try await run(["list", "--currency", "usd", "--offline"], server)

    // Then
    #expect(list.output == first.output)
    #expect(one.output.split(separator: "\n").count == 1)
    #expect((coin["coin"] as? [String: Any])?["price"] as? Int == 150)
    #expect(check.exitCode == 0)
    #expect([unknown, other].map(\.exitCode) == [3, 3])
    #expect(server.statistics.requests == 1)
  }

  @Test("loads a chart by symbol without a request that fails, and asks for a chart again only when it is old")
  func chartBySymbol() async throws {
    // Given
    let server = try LoopbackServer { request in
      if request.target.contains("/market_chart") {
        guard request.target.contains("/bitcoin/") else {
          return .json(Data(#"{"error":"coin not found"}"#.utf8), status: 404)
        }
        let now = Int(Date().timeIntervalSince1970) * 1_000
        return .json(Data(#"{"prices":[[\#(now - 3_600_000),100],[\#(now),110]]}"#.utf8))
      }
      let coin = #"{"id":"bitcoin","symbol":"btc","name":"Bitcoin","market_cap_rank":1,"current_price":110}"#
      if request.target.contains("/search") { return .json(Data(#"{"coins":[\#(coin)]}"#.utf8)) }
      return .json(Data((request.target.contains("ids=btc") ? "[]" : "[\(coin)]").utf8))
    }
    defer { server.stop() }

    // When
    let outcome = try await run(["chart", "btc", "--verbose"], server)
    let count = server.statistics.requests
    let again = try await run(["chart", "btc"], server)

    // Then
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.split(separator: "\n").count == 2)
    #expect(!outcome.messages.contains("→ 404"), "\(outcome.messages)")
    #expect(again.output == outcome.output)
    #expect(server.statistics.requests == count)
  }

  @Test(
    "refuses a word that is a coin's ID and a far larger coin's symbol",
    arguments: [
      ["show", "uni"], ["chart", "uni"], ["check", "uni", "above", "1"], ["alerts", "add", "uni", "above", "1"],
      ["portfolio", "buy", "uni", "1"],
    ]
  )
  func mistakableID(words: [String]) async throws {
    // Given
    let server = try LoopbackServer { request in
      let small = #"{"id":"uni","symbol":"uni","name":"Uni","market_cap_rank":4000,"current_price":0.0001}"#
      let large = #"{"id":"uniswap","symbol":"uni","name":"Uniswap","market_cap_rank":25,"current_price":10}"#
      if request.target.contains("/search") { return .json(Data(#"{"coins":[\#(large),\#(small)]}"#.utf8)) }
      return .json(Data((request.target.contains("ids=uniswap") ? "[\(large)]" : "[\(small)]").utf8))
    }
    defer { server.stop() }

    // When
    let outcome = try await run(words + ["--json"], server)
    let larger = try await run(["show", "uniswap"], server)
    let smaller = try await run(["show", "coingecko:uni"], server)

    // Then
    #expect(outcome.exitCode == 2)
    #expect(try outcome.failure()["kind"] as? String == "ambiguous_coin")
    #expect(try outcome.failure()["hint"] as? String == "Use one of their IDs: uniswap or coingecko:uni.")
    #expect(larger.output.contains("Uniswap"))
    #expect(smaller.output.contains("0.0001"))
    #expect(try await run(["portfolio", "history"], server).output.isEmpty)
  }

  @Test("says that a refresh was refused, and shows the age of the prices", arguments: [429, 500])
  func refusedRefresh(status: Int) async throws {
    let count = RequestNumber()
    let server = try LoopbackServer { _ in
      let coin = #"{"id":"bitcoin","symbol":"btc","name":"Bitcoin","current_price":5}"#
      return count.next() == 1
        ? .json(Data("[\(coin)]".utf8)) : .json(Data("{}".utf8), status: status)
    }
    defer { server.stop() }
    #expect(try await run(["list"], server).messages.isEmpty)
    let outcome = try await run(["list", "--refresh", "--json"], server)
    #expect(outcome.exitCode == 0)
    #expect(outcome.messages.contains("Couldn't refresh prices"), "\(outcome.messages)")
    #expect(try outcome.document()["stale"] as? Bool == true)
  }

  @Test("watches prices even if the alerts are damaged")
  func watchWithDamagedAlerts() async throws {
    let server = try Self.service(age: 0)
    defer { server.stop() }
    let file = program.dataFolder.appending(path: "alerts.json")
    try program.folder.write("{", to: file)
    let watch = try program.start([
      "markets", "watch", "bitcoin", "--every", "1s", "--markets-url", server.url.absoluteString,
    ])
    // The second price is printed after the problem with the alerts.
    try await watch.waitForOutput { $0.count { $0 == "\n" } == 2 }
    watch.send(signal: SIGTERM)
    #expect(await watch.outcome().messages.contains("alerts.json"))
  }

  @Test(
    "shows the age of prices within a long configured freshness without a request",
    arguments: [["list"], ["show", "bitcoin"]]
  )
  func documentedFreshness(words: [String]) async throws {
    let server = try Self.service(age: 600)
    defer { server.stop() }
    for _ in 0..<2 {
      let outcome = try await run(words + ["--json"], server, freshness: "1h")
      #expect(try outcome.document()["stale"] as? Bool == true)
      #expect(outcome.messages.contains("10 min ago"), "\(outcome.messages)")
    }
  }

  @Test("doesn't report a price as stale within the configured freshness", arguments: [["list"], ["show", "bitcoin"]])
  func freshPrice(words: [String]) async throws {
    let server = try Self.service(age: 60)
    defer { server.stop() }
    let outcome = try await run(words + ["--json"], server, freshness: "1h")
    #expect(try outcome.document()["stale"] as? Bool == false)
    #expect(outcome.messages.isEmpty)
  }

  @Test("compares a price of at most 15 minutes, however long prices count as fresh, unless --max-age allows more")
  func checkedAge() async throws {
    let check = ["check", "bitcoin", "above", "1"]
    for (age, words, exitCode) in [(840.0, [], 0), (960, [], 4), (960, ["--max-age", "1h"], 0)]
      as [(_, [String], Int32)]
    {
      let time = Date() - age
      let server = try LoopbackServer { request in
        guard !request.target.contains("/simple/price") else {
          return .json(Data(#"{"bitcoin":{"aud":101,"last_updated_at":\#(Int(time.timeIntervalSince1970))}}"#.utf8))
        }
        let coin = #""id":"bitcoin","symbol":"btc","name":"Bitcoin","current_price":101"#
        return .json(Data(#"[{\#(coin),"last_updated":"\#(time.formatted(.iso8601))"}]"#.utf8))
      }
      defer { server.stop() }
      let outcome = try await run(check + words, server, freshness: "1h")
      #expect(outcome.exitCode == exitCode, "\(age) \(words) \(outcome.messages)")
    }
  }

  @Test("prints the same price and time in list and show after either command refreshes")
  func agreement() async throws {
    // Given
    let server = try Self.service(age: 0)
    defer { server.stop() }
    func list(_ words: String...) async throws -> [String] {
      let document = try await run(["list", "--json"] + words, server, freshness: "1h").document()
      let coin = try #require((document["coins"] as? [[String: Any]])?.first)
      return ["\(coin["price"] ?? "")", "\(document["as_of"] ?? "")"]
    }
    func show(_ words: String...) async throws -> [String] {
      let document = try await run(["show", "bitcoin", "--json"] + words, server, freshness: "1h").document()
      let coin = try #require(document["coin"] as? [String: Any])
      return ["\(coin["price"] ?? "")", "\(document["as_of"] ?? "")"]
    }

    // When
    let first = try await (list(), show())
    let second = try await (show("--refresh"), list())
    let third = try await (list("--refresh"), show())

    // Then
    #expect(first.0[0] == "101")
    for (refreshed, other) in [second, third] { #expect(other == refreshed) }
    #expect(second.0[0] != first.0[0])
    #expect(third.0[0] != second.0[0])
  }

  @Test(
    "refuses to use the last price before an outage as a current price",
    arguments: [
      ["portfolio", "buy", "bitcoin", "1"], ["alerts", "add", "bitcoin", "falls", "5%", "--since", "now"],
    ]
  )
  func outage(words: [String]) async throws {
    // Given a service that responds once, with a price from 20 hours ago
    let count = RequestNumber()
    let time = (Date() - 72_000).formatted(.iso8601)
    let coin = #"{"id":"bitcoin","symbol":"btc","name":"Bitcoin","current_price":5,"last_updated":"\#(time)"}"#
    let server = try LoopbackServer { _ in
      count.next() == 1 ? .json(Data("[\(coin)]".utf8)) : .json(Data("{}".utf8), status: 500)
    }
    defer { server.stop() }
    _ = try await run(["show", "bitcoin"], server)

    // When
    let outcome = try await run(words, server)

    // Then
    #expect(outcome.exitCode == 1)
    #expect(outcome.messages.contains("There is no current price for BTC: the last known price is from 20 h ago."))
    #expect(try await run([words[0], words[0] == "alerts" ? "list" : "history"], server).output.isEmpty)
  }

  @Test("warns about a stored currency from an earlier version, and uses the default")
  func storedCurrency() async throws {
    // Given
    let file = program.dataFolder.appending(path: "preferences.json")
    try program.folder.write(#"{"schema": 1, "payload": {"currency": "HELLO"}}"#, to: file)

    // When
    let list = try await program.run("markets", "list", "--json")
    let buy = try await program.run("markets", "portfolio", "buy", "btc", "1")

    // Then
    #expect(list.exitCode == 0)
    #expect(try list.document()["currency"] as? String == "aud")
    #expect(list.messages.contains("The stored currency “HELLO” can't be used"))
    #expect(list.messages.contains("'fetch-counter config set currency VALUE'"))
    #expect(list.messages.ranges(of: "HELLO").count == 1)
    #expect(buy.exitCode == 0)
  }

  @Test("reports unreadable coin and call count files in doctor", arguments: ["coins", "calls"])
  func doctor(name: String) async throws {
    let file = (name == "coins" ? program.sampleFolder : program.dataFolder).appending(path: "\(name).json")
    try program.folder.write("{", to: file)
    let outcome = try await program.run("doctor", "--json")
    let checks = try #require(try outcome.document()["checks"] as? [[String: Any]])
    let check = name == "coins" ? "coins" : "counted requests"
    let finding = try #require(checks.first { $0["check"] as? String == check })
    #expect(finding["state"] as? String == "bad")
    #expect((finding["message"] as? String)?.contains("\(name).json") == true)
    #expect(outcome.exitCode == 1)
  }

  @Test("values the portfolio with stored prices up to the age given with --max-age")
  func maximumAge() async throws {
    // Given stored prices
    let text = "time,kind,coin,symbol,amount\n2026-01-01T00:00:00Z,receive,bitcoin,BTC,1\n"
    let importing = ["markets", "portfolio", "import", "-", "--format", "csv"]
    #expect(try await program.start(importing, input: text).outcome().exitCode == 0)
    let value = ["markets", "portfolio", "value", "--verbose", "--max-age"]
    #expect(try await program.start(value + ["1h"]).outcome().messages.contains("; fwd="))
    // When, Then
    #expect(!(try await program.start(value + ["1h"]).outcome().messages.contains("; fwd=")))
    #expect(try await program.start(value + ["0s"]).outcome().messages.contains("; fwd="))
  }

  @Test("begins a watch with stored prices up to the age given with --max-age")
  func maximumAgeOfWatch() async throws {
    // Given a stored price of 101
    let server = try Self.service(age: 0)
    defer { server.stop() }
    #expect(try await run(["show", "bitcoin"], server).exitCode == 0)
    // When
    let watch = try program.start([
      "markets", "watch", "bitcoin", "--every", "1h", "--max-age", "1h", "--markets-url", server.url.absoluteString,
    ])
    try await watch.waitForOutput { $0.hasSuffix("\n") }
    watch.send(signal: SIGTERM)
    // Then
    #expect(await watch.outcome().output.contains("\tBTC\t101\t"))
    #expect(server.statistics.requests == 1)
  }
}

/// `@unchecked Sendable`: `count` is guarded by `lock`.
private final class RequestNumber: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  func next() -> Int {
    lock.withLock {
      count += 1
      return count
    }
  }
}
