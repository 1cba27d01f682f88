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
    return try LoopbackServer { _ in
      let time = (Date() - age).formatted(.iso8601)
      let coin = #""id":"bitcoin","symbol":"btc","name":"Bitcoin","current_price":\#(100 + count.next())"#
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
    let file = program.countFile.deletingLastPathComponent().appending(path: "preferences.json")
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
    let file = program.countFile.deletingLastPathComponent().appending(path: "\(name).json")
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
