import Foundation
import LoopbackServer
import Testing

@Suite("Markets commands", .timeLimit(.minutes(3)))
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

  @Test("uses cached prices offline, but not for another currency")
  func cache() async throws {
    let first = try await program.run("markets", "list")
    let second = try await program.run("markets", "list", "--offline")
    let other = try await program.run("markets", "list", "--offline", "--currency", "usd")
    #expect(second.output == first.output)
    #expect(second.exitCode == 0)
    #expect(other.exitCode == 3)
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
    #expect(found.output.hasPrefix("16\t") || found.output.contains("Bitcoin Cash"))
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
    #expect(try await program.run("markets", "list", "--sort", "weight").exitCode == 2)
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
    #expect(chart.messages.contains("Use CoinGecko as the source for charts."))
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
    arguments: ["10MB", "HELLO", "xyz", "sek"]
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
    let file = program.countFile.deletingLastPathComponent().appending(path: "preferences.json")
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
        .header("Retry-After", "119")
    }
    defer { server.stop() }
    let outcome = try await program.run("markets", "list", "--json", "--markets-url", server.url.absoluteString)
    let error = try #require(try outcome.document()["error"] as? [String: Any])
    #expect(outcome.exitCode == 4)
    #expect(error["kind"] as? String == "rate_limited")
    #expect(error["hint"] as? String == "Next try in 119 s.")
    #expect(server.statistics.requests == 1)
  }

  @Test("records purchases, sales and swaps, rejects sales of unheld coins, and values the remaining coins")
  func portfolio() async throws {
    // When
    let bought = try await program.run("markets", "portfolio", "buy", "bitcoin", "0.5", "--price", "88000.10")
    let sold = try await program.run("markets", "portfolio", "sell", "btc", "0.1")
    let refused = try await program.run("markets", "portfolio", "sell", "btc", "5")
    let swapped = try await program.run("markets", "portfolio", "swap", "btc", "0.1", "eth", "--received", "2")
    let document = try await program.run("markets", "portfolio", "show", "--json").document()
    let history = try await program.run("markets", "portfolio", "history")

    // Then
    #expect([bought, sold, swapped].allSatisfy { $0.exitCode == 0 })
    #expect(refused.exitCode == 1)
    #expect(refused.messages.contains("You hold only 0.4 BTC, but"))
    let coins = try #require(document["holdings"] as? [[String: Any]])
    #expect(coins.map { "\($0["symbol"] ?? "") \($0["amount"] ?? "")" }.sorted() == ["BTC 0.3", "ETH 2"])
    #expect(history.output.split(separator: "\n").count == 3)
  }

  @Test("watches the specified coins until the timeout")
  func watchedCoins() async throws {
    let watch = try await program.run("markets", "watch", "btc", "ethereum", "--every", "1s", "--timeout", "2s")
    let waiting = try await program.run("markets", "alerts", "add", "btc", "above", "100000000")
    let alert = try await program.run("markets", "watch", "btc", "--until-alert", "--every", "1s", "--timeout", "1s")
    let rows = watch.output.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    #expect(watch.exitCode == 0)
    #expect(Set(rows.map { $0[1] }) == ["bitcoin", "ethereum"])
    #expect(rows.allSatisfy { $0.count == 9 && $0[8] == "CoinGecko (sample)" })
    #expect(!waiting.messages.contains("holds already"))
    #expect(alert.exitCode == 1)
    #expect(alert.messages.contains("No alert was triggered within 1s."))
  }

  @Test("checks a price against a threshold, with exit codes for scripts")
  func check() async throws {
    let yes = try await program.run("markets", "check", "btc", "above", "1")
    let no = try await program.run("markets", "check", "btc", "below", "1", "--json")
    let unknown = try await program.run("markets", "check", "nothing", "below", "1")
    let unreachable = try await program.run(
      "markets",
      "check",
      "btc",
      "above",
      "1",
      "--markets-url",
      "http://127.0.0.1:9"
    )
    #expect(yes.exitCode == 0)
    #expect(yes.output.hasPrefix("yes\t"))
    #expect(no.exitCode == 1)
    #expect(try no.document()["holds"] as? Bool == false)
    #expect(unknown.exitCode == 4)
    #expect(unreachable.exitCode == 3)
  }

  @Test("reports that a new alert's condition is already met")
  func holdsAlready() async throws {
    let added = try await program.run("markets", "alerts", "add", "btc", "above", "1")
    let document = try await program.run("markets", "alerts", "add", "btc", "above", "1", "--json").document()
    #expect(added.messages.contains("The condition is already met: $"))
    #expect(document["holds"] as? Bool == true)
    #expect(document["source"] as? String == "CoinGecko (sample)")
  }

  @Test("ends a watch with --until-alert when an alert is triggered")
  func alerts() async throws {
    _ = try await program.run("markets", "alerts", "add", "bitcoin", "above", "1", "--once")
    let watch = try await program.run("markets", "watch", "--until-alert", "--every", "1s")
    let list = try await program.run("markets", "alerts", "list", "--json").document()
    #expect(watch.exitCode == 0)
    #expect(watch.output.contains("alert 1\tBTC above $1.00 AUD"))
    #expect((list["alerts"] as? [[String: Any]])?.first?["state"] as? String == "off")
    #expect(try await program.run("markets", "alerts", "remove", "1").exitCode == 0)
    #expect(try await program.run("markets", "alerts", "remove", "1").exitCode == 1)
  }
}
