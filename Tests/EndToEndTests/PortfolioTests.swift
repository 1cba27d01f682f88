import Foundation
import Testing

@Suite("Portfolio commands")
struct PortfolioTests {
  private let program: ProgramUnderTest

  init() throws { program = ProgramUnderTest(in: try TemporaryFolder()) }

  private var ledgerFile: URL { program.sampleFolder.appending(path: "ledger.jsonl") }

  private func portfolio(_ arguments: String..., input: String = "") async throws -> ProgramUnderTest.Outcome {
    try await program.start(["markets", "portfolio"] + arguments, input: input).outcome()
  }

  private func records(_ outcome: ProgramUnderTest.Outcome) -> [[String]] {
    outcome.output.split(separator: "\n").map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  @Test("shows a bought coin at cost until it is sold, and lists both entries in the history, newest first")
  func buyAndSell() async throws {
    // Given
    #expect(try await portfolio("buy", "bitcoin", "2", "--price", "100", "--fee", "1").exitCode == 0)
    // When
    let bought = records(try await portfolio("show"))
    // For a coin that is held, the symbol is enough.
    let sale = try await portfolio("sell", "btc", "0.5", "--price", "120", "--note", "for the bicycle")
    let sold = records(try await portfolio("show"))
    let history = records(try await portfolio("history"))
    // Then
    #expect(bought.map { $0[0] } == ["bitcoin"])
    #expect(bought.first?[2] == "2")
    #expect(bought.first?[5] == "201")
    #expect(sale.exitCode == 0)
    #expect(sold.first?[2] == "1.5")
    #expect(sold.first?[5] == "150.75")
    #expect(sold.first?[7] == "9.75")
    #expect(sold.first?[8] == "1")
    #expect(history.map { $0[2] } == ["sell", "buy"])
    #expect(history.first?[14] == "for the bicycle")
    #expect(records(try await portfolio("history", "--limit", "1", "--coin", "bitcoin")).map { $0[2] } == ["sell"])
  }

  @Test("sells at average cost with the average method, and sells the oldest lots first otherwise")
  func methods() async throws {
    let text = """
      time,kind,coin,symbol,amount,price,currency
      2026-01-01T00:00:00Z,buy,bitcoin,BTC,1,100,aud
      2026-01-02T00:00:00Z,buy,bitcoin,BTC,1,300,aud
      2026-01-03T00:00:00Z,sell,bitcoin,BTC,1,400,aud
      """
    _ = try await portfolio("import", "-", input: text)
    #expect(records(try await portfolio("show")).first?[7] == "300")
    #expect(records(try await portfolio("show", "--method", "average")).first?[7] == "200")
  }

  @Test("records the current price if no price is given")
  func currentPrice() async throws {
    // Given, When
    let document = try await portfolio("buy", "bitcoin", "0.1", "--json").document()
    // Then
    let entry = try #require(document["entry"] as? [String: Any])
    #expect((entry["price"] as? Double).map { $0 > 1_000 } == true)
    #expect(entry["currency"] as? String == "aud")
    let shown = try await portfolio("show", "--json").document()
    #expect(shown["missing_prices"] as? [String] == [])
    #expect((shown["total"] as? Double).map { $0 > 100 } == true)
  }

  @Test("prints all digits of ledger numbers in JSON")
  func exactNumbers() async throws {
    // Given
    let amount = "123456789012345678.000000000000000001"
    _ = try await portfolio("buy", "bitcoin", amount, "--price", "0.000000000000000003")
    // When
    let shown = try await portfolio("show", "--json").output
    let history = try await portfolio("history", "--json").output
    // Then
    #expect(history.contains("\"amount\":\(amount),"))
    #expect(history.contains("\"price\":0.000000000000000003,"))
    #expect(shown.contains("\"amount\":\(amount),"))
    #expect(shown.contains("\"cost\":0.370370367037037034,"))
  }

  @Test("rejects a sale of more coins than are held (exit code 1), and leaves the ledger unchanged")
  func tooMuch() async throws {
    // Given
    _ = try await portfolio("buy", "bitcoin", "1", "--price", "100")
    let before = try Data(contentsOf: ledgerFile)
    // When
    let outcome = try await portfolio("sell", "bitcoin", "1.5", "--price", "100")
    let failure = try await portfolio("sell", "bitcoin", "1.5", "--price", "100", "--json").failure()
    // Then
    #expect(outcome.exitCode == 1)
    #expect(outcome.messages.contains("You hold only 1 BTC, but 1.5 are needed"))
    #expect(failure["kind"] as? String == "insufficient")
    #expect(try Data(contentsOf: ledgerFile) == before)
  }

  @Test("rejects an unknown coin in a purchase, and suggests the closest match")
  func unknownCoin() async throws {
    let outcome = try await portfolio("buy", "bitcon", "1")
    #expect(outcome.exitCode == 1)
    #expect(outcome.messages.contains("Did you mean bitcoin?"))
    #expect(!FileManager.default.fileExists(atPath: ledgerFile.path))
  }

  @Test("rejects a purchase whose cost the ledger can't store exactly")
  func tooLarge() async throws {
    // Each factor is small enough, but their product isn't.
    let product = try await portfolio("buy", "bitcoin", "1000000000000", "--price", "1000000000000", "--json")
    #expect(product.exitCode == 2)
    #expect(try product.failure()["kind"] as? String == "usage")
    #expect(try Data(contentsOf: ledgerFile).isEmpty)
  }

  @Test("records received coins, swaps with a given or the current price, and sent coins")
  func otherEntries() async throws {
    // Given
    _ = try await portfolio("receive", "bitcoin", "3")
    // When
    let swap = try await portfolio("swap", "bitcoin", "1", "ethereum", "--received", "20", "--price", "100")
    let current = try await portfolio("swap", "btc", "1", "dogecoin", "--json").document()
    _ = try await portfolio("send", "eth", "5")
    // Then
    #expect(swap.exitCode == 0)
    let received = try #require((current["entry"] as? [String: Any])?["to_amount"] as? Double)
    #expect(received > 1)
    let rows = records(try await portfolio("show"))
    #expect(Set(rows.map { $0[0] }) == ["bitcoin", "ethereum", "dogecoin"])
    #expect(rows.first { $0[0] == "bitcoin" }?[2] == "1")
    #expect(rows.first { $0[0] == "ethereum" }?[2] == "15")
    // The cost of received coins is unknown.
    #expect(rows.first { $0[0] == "bitcoin" }?[5] == "")
    #expect(rows.first { $0[0] == "ethereum" }?[5] == "75")
  }

  @Test("undoes an entry specified by the first digits of its ID or by the word last")
  func undo() async throws {
    // Given
    _ = try await portfolio("buy", "bitcoin", "1", "--price", "100")
    _ = try await portfolio("buy", "ethereum", "3", "--price", "10")
    let bitcoin = try #require(records(try await portfolio("history")).last?.first)
    // When
    let last = try await portfolio("undo", "last")
    let byID = try await portfolio("undo", String(bitcoin.prefix(8)))
    let again = try await portfolio("undo", bitcoin)
    // Then
    #expect(last.exitCode == 0)
    #expect(byID.exitCode == 0)
    #expect(again.exitCode == 1)
    #expect(again.messages.contains("already been reversed"))
    let history = records(try await portfolio("history"))
    #expect(history.map { $0[2] } == ["reversal", "reversal", "buy", "buy"])
    #expect(history.first?[12] == bitcoin)
    #expect(try await portfolio("undo", "last").messages.contains("nothing to undo"))
  }

  @Test("imports an exported ledger exactly, and only once, whatever the format")
  func roundTrip() async throws {
    // Given
    _ = try await portfolio("buy", "bitcoin", "1.000000000000000001", "--price", "99.5", "--note", "a \"b\", c\nd")
    _ = try await portfolio("swap", "bitcoin", "0.25", "ethereum", "--received", "4", "--price", "100", "--fee", "0.1")
    _ = try await portfolio("undo", "last")
    let csv = try await portfolio("export", "--format", "csv").output
    let json = try await portfolio("export", "--format", "json").output
    let other = ProgramUnderTest(in: try TemporaryFolder())
    let file = other.folder.url.appending(path: "ledger.csv")
    try Data(csv.utf8).write(to: file)
    // When
    let first = try await other.run("markets", "portfolio", "import", file.path, "--json").document()
    let second = try await other.run("markets", "portfolio", "import", "-", "--json", input: json).document()
    // Then
    #expect(first["added"] as? Int == 3)
    #expect(second["added"] as? Int == 0)
    #expect(second["skipped"] as? Int == 3)
    #expect(try await other.run("markets", "portfolio", "export", "--format", "json").output == json)
  }

  @Test("imports nothing from a file with an invalid entry, and reports the entry's line")
  func wrongImport() async throws {
    let text = """
      time,kind,coin,symbol,amount,price,currency
      2026-01-01T00:00:00Z,buy,bitcoin,BTC,1,100,aud
      2026-01-02T00:00:00Z,sell,bitcoin,BTC,2,100,aud
      """
    let outcome = try await portfolio("import", "-", "--format", "csv", input: text)
    #expect(outcome.exitCode == 1)
    #expect(outcome.messages.contains("Line 3"))
    #expect(try await portfolio("history").output == "")
    let unread = try await portfolio("import", "/")
    #expect(unread.exitCode == 1)
    #expect(unread.messages.contains("Couldn't read '/': it is a folder.\n"), "\(unread.messages)")
  }

  @Test("exports the ledger to a private file")
  func exportToFile() async throws {
    _ = try await portfolio("buy", "bitcoin", "1", "--price", "1")
    let file = program.folder.url.appending(path: "out.csv")
    let outcome = try await portfolio("export", "-o", file.path)
    #expect(outcome.output == "")
    #expect(outcome.messages.contains("Exported 1 entry"))
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try await portfolio("export", "--json").exitCode == 2)
  }

  @Test("lets only one of several processes sell the last coin")
  func twoProcesses() async throws {
    // Given
    _ = try await portfolio("buy", "bitcoin", "1", "--price", "100")
    // When
    let sale = ["markets", "portfolio", "sell", "bitcoin", "1", "--price", "100"]
    let runs = try (0..<4).map { _ in try program.start(sale) }
    var codes: [Int32] = []
    for run in runs { codes.append(await run.outcome().exitCode) }
    // Then
    #expect(codes.sorted() == [0, 1, 1, 1])
    #expect(records(try await portfolio("history")).count == 2)
  }

  @Test("reports and skips a corrupt ledger line")
  func damagedLine() async throws {
    // Given
    _ = try await portfolio("buy", "bitcoin", "1", "--price", "100")
    let whole = try String(contentsOf: ledgerFile, encoding: .utf8)
    try program.folder.write(whole + "{\"v\":1,\"id\":\u{1}damage\n", to: ledgerFile)
    // When
    let outcome = try await portfolio("show")
    let purchase = try await portfolio("buy", "bitcoin", "1", "--price", "200")
    // Then
    #expect(outcome.exitCode == 0)
    #expect(outcome.messages.contains("Line 2 is not counted"))
    #expect(records(outcome).first?[2] == "1")
    #expect(purchase.exitCode == 0)
    #expect(try String(contentsOf: ledgerFile, encoding: .utf8).contains("damage"))
    #expect(records(try await portfolio("show")).first?[2] == "2")
  }

  @Test("exits with 6 if the ledger can't be read")
  func unreadable() async throws {
    try FileManager.default.createDirectory(at: ledgerFile, withIntermediateDirectories: true)
    let outcome = try await portfolio("show")
    #expect(outcome.exitCode == 6)
    #expect(try await portfolio("history", "--json").failure()["kind"] as? String == "data_unreadable")
  }

  @Test("reads a ledger with entries from a newer version, but refuses to add entries (exit code 6)")
  func newer() async throws {
    _ = try await portfolio("buy", "bitcoin", "1", "--price", "100")
    let whole = try String(contentsOf: ledgerFile, encoding: .utf8)
    try program.folder.write(whole + "{\"v\":2,\"what\":\"new\"}\n", to: ledgerFile)
    #expect(records(try await portfolio("show")).first?[2] == "1")
    #expect(try await portfolio("buy", "bitcoin", "1", "--price", "100").exitCode == 6)
  }

  @Test("sanitizes notes and coin names for the terminal")
  func hostileText() async throws {
    let text = """
      time,kind,coin,symbol,amount,price,currency,note
      2026-01-01T00:00:00Z,buy,bitcoin,BTC,1,100,aud,"a\u{1B}[2Jb"
      """
    let imported = try await portfolio("import", "-", "--format", "csv", input: text)
    let history = try await portfolio("history")
    #expect(!(history.output + history.messages + imported.messages).contains("\u{1B}"))
  }

  @Test("converts cost and gain to another currency at the exchange rate on each entry's date")
  func otherCurrency() async throws {
    // Given
    _ = try await portfolio("buy", "bitcoin", "1", "--price", "100000", "--currency", "aud", "--date", "2024-01-31")
    _ = try await portfolio("sell", "bitcoin", "0.5", "--price", "60000", "--date", "2025-06-01")
    // When
    let shown = try await portfolio("show", "--currency", "eur", "--json")
    let document = try shown.document()
    // Then
    let cost = try #require(document["cost"] as? Double)
    let realized = try #require(document["realised"] as? Double)
    #expect((20_000...45_000).contains(cost))
    #expect(realized < 0)
    #expect(document["unrealised_percent"] is Double)
    #expect(document["cost_complete"] as? Bool == true)
    #expect(shown.messages.isEmpty)
  }

  @Test("reports amounts without an exchange rate, and shows them as unknown")
  func missingRates() async throws {
    // Given
    let text = """
      time,kind,coin,symbol,amount,price,currency
      2026-01-01T00:00:00Z,buy,bitcoin,BTC,1,100,sek
      """
    _ = try await portfolio("import", "-", "--format", "csv", input: text)
    // When
    let table = try await portfolio("show")
    let document = try await portfolio("show", "--json").document()
    // Then
    #expect(table.messages.contains("No exchange rate from SEK to AUD for 1 entry on 2026-01-01"))
    #expect(records(table).first?[5] == "")
    #expect(document["cost"] is NSNull)
    #expect(document["unrealised"] is NSNull)
  }

  @Test("prints holdings and totals as sentences with --plain")
  func plain() async throws {
    _ = try await portfolio("buy", "bitcoin", "1", "--price", "100")
    let outcome = try await portfolio("show", "--plain")
    #expect(outcome.output.contains("Coin: BTC, Amount: 1, Price (AUD): "))
    #expect(outcome.output.contains("Cost (fifo): $100.00"))
    #expect(try await portfolio("history", "--plain").output.contains("Bought 1 BTC at $100.00 AUD"))
  }
}

@Suite("Coins from multiple sources")
struct CoinIdentityCommandTests {
  private let program: ProgramUnderTest
  private let priceList: ProgramUnderTest

  init() throws {
    program = ProgramUnderTest(in: try TemporaryFolder())
    var other = program
    other.environment["FETCH_COUNTER_MARKETS_SOURCE"] = "price-list"
    priceList = other
  }

  @Test("values and sells coins through a different source than the one used for the purchase")
  func boughtUnderPriceList() async throws {
    // Given
    let purchase = try await priceList.run(
      "markets",
      "portfolio",
      "buy",
      "btc",
      "1",
      "--price",
      "10",
      "--currency",
      "usd"
    )
    #expect(purchase.exitCode == 0)

    // When
    let shown = try await program.run("markets", "portfolio", "show", "--currency", "usd", "--json")
    let sale = try await program.run(
      "markets",
      "portfolio",
      "sell",
      "bitcoin",
      "1",
      "--price",
      "20",
      "--currency",
      "usd"
    )
    let again = try await priceList.run(
      "markets",
      "portfolio",
      "sell",
      "btc",
      "1",
      "--price",
      "20",
      "--currency",
      "usd"
    )

    // Then
    let holdings = try #require(try shown.document()["holdings"] as? [[String: Any]])
    #expect(holdings.map { $0["coin"] as? String } == ["bitcoin"])
    #expect(holdings.first?["value"] is Double)
    #expect(sale.exitCode == 0)
    #expect(again.exitCode == 1)
    #expect(again.messages.contains("You hold only 0 BTC, but"))
  }

  @Test("links coins to a source's coins, or marks them as missing from the source")
  func link() async throws {
    // Given
    _ = try await program.run("markets", "portfolio", "buy", "bitcoin", "1", "--price", "10")
    #expect(try await program.run("markets", "coins").output == "bitcoin\tBTC\tBitcoin\tbitcoin\t\n")

    // When
    let none = try await program.run("markets", "coins", "link", "btc", "none")
    let show = try await program.run("markets", "portfolio", "show")
    let linked = try await program.run("markets", "coins", "link", "btc", "bitcoin")
    let unknown = try await program.run("markets", "coins", "link", "btc", "nothing")

    // Then
    #expect(none.output == "bitcoin\tBTC\tBitcoin\t\t\n")
    #expect(show.messages.contains("No price in AUD"))
    #expect(linked.output == "bitcoin\tBTC\tBitcoin\tbitcoin\t\n")
    #expect(unknown.exitCode == 1)
    #expect(unknown.messages.contains("There is no coin"))
  }
}

@Suite("Alert commands")
struct AlertCommandTests {
  private let program: ProgramUnderTest

  init() throws { program = ProgramUnderTest(in: try TemporaryFolder()) }

  private func alerts(_ arguments: String...) async throws -> ProgramUnderTest.Outcome {
    try await program.start(["markets", "alerts"] + arguments).outcome()
  }

  @Test("adds and lists alerts, and removes alerts by number")
  func setListRemove() async throws {
    // Given
    #expect(try await alerts("list").output == "")
    #expect(try await alerts("add", "bitcoin", "above", "1000000.000000000000000001", "--once").exitCode == 0)
    #expect(try await alerts("add", "eth", "falls", "5%", "--margin", "2").exitCode == 0)
    // When
    let list = try await alerts("list", "--json")
    let removed = try await alerts("remove", "1")
    // Then
    #expect(list.output.contains("\"threshold\":1000000.000000000000000001"))
    let all = try #require(try list.document()["alerts"] as? [[String: Any]])
    #expect(all.map { $0["condition"] as? String } == ["above", "falls"])
    #expect(all.map { $0["once"] as? Bool } == [true, false])
    #expect(all[1]["margin"] as? Double == 0.02)
    #expect(removed.exitCode == 0)
    #expect(try await alerts("list").output.split(separator: "\n").count == 1)
    #expect(try await alerts("remove", "1").exitCode == 1)
  }

  @Test("rejects invalid alert conditions")
  func mistakes() async throws {
    #expect(try await alerts("add", "bitcoin", "above", "5%").exitCode == 2)
    #expect(try await alerts("add", "bitcoin", "falls", "101").exitCode == 2)
    #expect(try await alerts("add", "bitcon", "above", "5").messages.contains("Did you mean bitcoin?"))
    #expect(try await alerts("list").output == "")
  }

  @Test("prints one line for a triggered alert, and exits with 0 if --until-alert is given")
  func watch() async throws {
    // Given an alert for a coin that isn't printed
    _ = try await alerts("add", "bitcoin", "above", "1", "--once")
    _ = try await alerts("add", "dogecoin", "below", "1000000", "--once", "--currency", "usd")
    // When
    let outcome = try await program.run("markets", "watch", "--until-alert", "--top", "1")
    let again = try await program.run("markets", "watch", "--until-alert", "--top", "1")
    // Then
    #expect(outcome.exitCode == 0)
    let fired = outcome.output.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)
    }
    .filter { $0[6].hasPrefix("alert") }
    #expect(fired.map { $0[6] } == ["alert 1", "alert 2"])
    #expect(fired.map { $0[1] } == ["bitcoin", "dogecoin"])
    #expect(fired.first?[7] == "BTC above $1.00 AUD")
    #expect(try await alerts("list").output.split(separator: "\n").allSatisfy { $0.contains("\toff\t") })
    #expect(again.exitCode == 1)
    #expect(again.messages.contains("no alert to wait for"))
  }

  @Test("reports alerts for coins that no longer exist, and still checks all other alerts")
  func vanishedCoin() async throws {
    // Given
    _ = try await alerts("add", "bitcoin", "above", "1")
    let file = program.sampleFolder.appending(path: "alerts.json")
    let text = try String(contentsOf: file, encoding: .utf8)
    _ = try await alerts("add", "ethereum", "above", "1")
    let both = try String(contentsOf: file, encoding: .utf8)
    #expect(text != both)
    // A manually edited file has no checksum.
    let edited = both.replacingOccurrences(of: "\"ethereum\"", with: "\"gone-coin\"")
      .replacing(/,\s*"checksum": "[^"]*"/, with: "")
    #expect(!edited.contains("checksum"))
    try program.folder.write(edited, to: file)
    // When
    let outcome = try await program.run("markets", "watch", "--until-alert", "--top", "1")
    // Then
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.contains("alert 1"))
    #expect(outcome.messages.contains("Alert 2 was not checked"))
  }

  @Test("exits with 6 if the alert file is corrupt, and keeps the file")
  func damagedFile() async throws {
    let file = program.sampleFolder.appending(path: "alerts.json")
    try program.folder.write("damaged", to: file)
    #expect(try await alerts("list").exitCode == 6)
    #expect(try await program.run("markets", "watch", "--until-alert").exitCode == 6)
    #expect(try String(contentsOf: file, encoding: .utf8) == "damaged")
  }
}
