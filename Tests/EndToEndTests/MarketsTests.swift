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

@Suite("Markets commands")
struct MarketsTests {
  private let program: ProgramUnderTest

  init() throws { program = ProgramUnderTest(in: try TemporaryFolder()) }

  @Test("lists five coins, one per line with exact numbers, and lists the same coins in JSON")
  func list() async throws {
    // When
    let records = try await program.run("markets", "list")
    let document = try await program.run("markets", "list", "--json").document()

    // Then
    let lines = records.output.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)
    }
    #expect(lines.count == 5)
    #expect(lines.allSatisfy { $0.count == 11 })
    #expect(lines.first?[1] == "bitcoin")
    #expect(lines.first?[9] == "deposit,withdrawal")
    let coins = try #require(document["coins"] as? [[String: Any]])
    #expect(document["currency"] as? String == "aud")
    #expect(document["stale"] as? Bool == false)
    #expect(
      Set(["id", "symbol", "name", "price", "change_24h_percent", "market_cap", "volume", "tags", "prices"])
        .isSubset(of: Set(coins[0].keys))
    )
    #expect(coins[0]["price"] is NSNumber)
    #expect(coins[0]["price_text"] is String)
    #expect((coins[0]["prices"] as? [String: Any])?["eur"] is NSNull)
  }

  @Test("shows euro prices, where available, when the flag is on")
  func flag() async throws {
    let document = try await program.run("markets", "list", "--top", "50", "--json", "--flag", "supportEUR=on")
      .document()
    let coins = try #require(document["coins"] as? [[String: Any]])
    #expect(coins.count == 50)
    #expect(coins.count { !(($0["prices"] as? [String: Any])?["eur"] is NSNull) } == 10)
  }

  @Test("searches coins, filters coins by tag and sorts coins")
  func selection() async throws {
    let found = try await program.run("markets", "list", "--search", "BITCOIN", "--sort", "name", "--reverse")
    #expect(found.output.split(separator: "\n").count == 3)
    let names = found.output.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)[3].lowercased()
    }
    #expect(names.allSatisfy { $0.contains("bitcoin") })
    #expect(names == names.sorted(by: >))
    let tagged = try await program.run(
      "markets",
      "list",
      "--tag",
      "withdrawal",
      "--tag",
      "deposit",
      "--top",
      "3",
      "--sort",
      "price"
    )
    #expect(tagged.output.split(separator: "\n").count == 3)
  }

  @Test("shows a coin by its ID, symbol or name, and suggests the closest name")
  func show() async throws {
    for word in ["bitcoin", "BTC", "Bitcoin"] {
      let document = try await program.run("markets", "show", word, "--json").document()
      #expect((document["coin"] as? [String: Any])?["id"] as? String == "bitcoin")
    }
    let unknown = try await program.run("markets", "show", "bitcoyn")
    #expect(unknown.exitCode == 1)
    #expect(unknown.messages.contains("Did you mean bitcoin"))
  }

  @Test("prints a chart as points when piped and in JSON, for a range or a number of days")
  func chart() async throws {
    let points = try await program.run("markets", "chart", "btc", "--days", "2")
    #expect(points.output.split(separator: "\n").count == 49)
    let document = try await program.run("markets", "chart", "bitcoin", "--range", "all", "--json").document()
    #expect((document["points"] as? [Any])?.count == 3_651)
    #expect(document["days"] is NSNull)
  }

  @Test("rejects features that the source lacks, and makes a useful suggestion")
  func missingCapabilities() async throws {
    let tags = try await program.run("markets", "list", "--tag", "deposit", "--markets-url", "http://markets.example")
    #expect(tags.exitCode == 2)
    #expect(tags.messages.contains("“CoinGecko” has no tags"))
    var other = program
    other.environment["FETCH_COUNTER_MARKETS_SOURCE"] = "price-list"
    let chart = try await other.run("markets", "chart", "btc")
    #expect(chart.exitCode == 4)
    #expect(
      chart.messages.contains(
        "Choose CoinGecko as the price source in the settings, or set markets_source to coingecko."
      )
    )
    #expect(!chart.messages.contains("shorter"))
    #expect(try await other.run("markets", "list", "--tag", "deposit").exitCode == 0)
  }

  @Test("values coins outside the coin list, and checks alerts for them")
  func beyondTheList() async throws {
    #expect(try await program.run("markets", "portfolio", "buy", "quoll", "1000", "--price", "0.01").exitCode == 0)
    let portfolio = try await program.run("markets", "portfolio", "show", "--json").document()
    let holding = try #require((portfolio["holdings"] as? [[String: Any]])?.first)
    #expect(holding["value"] as? Double ?? 0 > 0)
    let alert = try await program.run("markets", "alerts", "add", "QUO", "above", "0.000001")
    #expect(alert.exitCode == 0)
  }

  @Test("compares two coins' percentage changes since the same time")
  func comparison() async throws {
    let points = try await program.run("markets", "chart", "btc", "--compare", "eth", "--days", "2")
    let lines = points.output.split(separator: "\n").map { $0.split(separator: "\t") }
    #expect(lines.count == 49)
    #expect(lines.allSatisfy { $0.count == 5 })
    #expect(lines.first.map { [$0[2], $0[4]] } == ["0", "0"])
    let document = try await program.run("markets", "chart", "btc", "--compare", "eth", "--json").document()
    let comparison = try #require(document["comparison"] as? [String: Any])
    let coins = (comparison["lines"] as? [[String: Any]])?.compactMap { $0["coin"] as? String }
    #expect(coins == ["bitcoin", "ethereum"])
    #expect((document["points"] as? [Any])?.count == 169)
    let unknown = try await program.run("markets", "chart", "btc", "--compare", "bitcoyn")
    #expect(unknown.exitCode == 1)
    #expect(unknown.messages.contains("Did you mean bitcoin"))
  }

  @Test("uses the price list if it is the configured source")
  func priceList() async throws {
    var other = program
    other.environment["FETCH_COUNTER_MARKETS_SOURCE"] = "price-list"
    let document = try await other.run("markets", "list", "--json").document()
    #expect(document["currency"] as? String == "usd")
  }

  @Test(
    "rejects an unsupported currency from any source, and lists the supported currencies",
    arguments: ["10MB", "sek"]
  )
  func unknownCurrency(code: String) async throws {
    var other = program
    other.environment["FETCH_COUNTER_CURRENCY"] = code
    let outcomes = [
      try await program.run("markets", "list", "--currency", code), try await other.run("markets", "list"),
      try await program.run("config", "set", "currency", code),
    ]
    for outcome in outcomes {
      #expect(outcome.exitCode == 2)
      #expect(outcome.messages.contains("aud, usd, eur, gbp, jpy, chf, cad, nzd, inr"), "\(outcome.messages)")
    }
    let doctor = try await other.run("doctor", "--json")
    #expect(doctor.exitCode == 1)
    #expect(doctor.output.contains("FETCH_COUNTER_CURRENCY"))
  }

  @Test("rejects an unsupported --currency, but replaces an unsupported stored currency and shows a notice")
  func currencyOfAnotherSource() async throws {
    // Given
    var other = program
    other.environment["FETCH_COUNTER_MARKETS_SOURCE"] = "price-list"
    // When
    let explicit = try await other.run("markets", "list", "--currency", "EUR")
    let file = program.dataFolder.appending(path: "preferences.json")
    try program.folder.write(#"{"schema": 1, "payload": {"currency": "eur"}}"#, to: file)
    let stored = try await other.run("markets", "list", "--json")
    // Then
    #expect(explicit.exitCode == 2)
    #expect(explicit.messages.contains("has no prices in EUR, the currency set by the option --currency"))
    #expect(try stored.document()["currency"] as? String == "usd")
    #expect(stored.messages.contains("The source “price list” has no prices in EUR, so amounts are in USD."))
    #expect(try await program.run("markets", "list", "--json").document()["currency"] as? String == "eur")
  }

  @Test("reports a rate limit with the time of the next retry")
  func rateLimit() async throws {
    let server = try LoopbackServer { _ in
      .json(Data(#"{"status":{"error_code":429,"error_message":"Slow down."}}"#.utf8), status: 429)
        .header("Retry-After", "3600")
    }
    defer { server.stop() }
    let outcome = try await program.run("markets", "list", "--json", "--markets-url", server.url.absoluteString)
    let error = try #require(try outcome.document()["error"] as? [String: Any])
    #expect(outcome.exitCode == 4)
    #expect(error["kind"] as? String == "rate_limited")
    #expect(error["hint"] as? String == "Next try in 60 min.")
    #expect(server.statistics.requests == 1)
  }

  @Test("watches the specified coins")
  func watchedCoins() async throws {
    let watch = try program.start(["markets", "watch", "btc", "ethereum", "--every", "1s"])
    try await watch.waitForOutput { $0.hasSuffix("\n") && $0.contains("\tbitcoin\t") && $0.contains("\tethereum\t") }
    watch.send(signal: SIGTERM)
    let rows = await watch.outcome().output.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)
    }
    #expect(Set(rows.map { $0[1] }) == ["bitcoin", "ethereum"])
    #expect(rows.allSatisfy { $0.count == 9 && $0[8] == "CoinGecko (sample)" })
  }

  @Test("ends a watch after the timeout, with exit code 1 if it was waiting for an alert")
  func endedWatch() async throws {
    let waiting = try await program.run("markets", "alerts", "add", "btc", "above", "100000000")
    let watch = try await program.run("markets", "watch", "btc", "--every", "1h", "--timeout", "100ms")
    let alert = try await program.run("markets", "watch", "btc", "--until-alert", "--timeout", "100ms")
    #expect(!waiting.messages.contains("already met"))
    #expect(watch.exitCode == 0)
    #expect(alert.exitCode == 1)
    #expect(alert.messages.contains("No alert was triggered within 100ms."))
  }

  @Test("reports that a new alert's condition is already met")
  func holdsAlready() async throws {
    let added = try await program.run("markets", "alerts", "add", "btc", "above", "1")
    let document = try await program.run("markets", "alerts", "add", "btc", "above", "1", "--json").document()
    #expect(added.messages.contains("The condition is already met: $"))
    #expect(document["holds"] as? Bool == true)
    #expect(document["source"] as? String == "CoinGecko (sample)")
  }
}
