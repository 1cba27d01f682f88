import Foundation
import Testing

@Suite("Portfolio imports and gains")
struct PortfolioImportTests {
  private static let trades = """
    sep=;
    Account of J. Doe
    Date;Type;Asset;Size;Price;Fee
    05.01.2025 08:00:00;DEPOSIT;EUR;1.000,00;;
    31.01.2025 08:00:00;BUY;BTC;0,0020000000;50.000,00 €;0,18
    30.11.2025 09:00:00;SELL;BTC;-0,0010000000;60.000,00 €;0,10

    """
  private static let mapping = [
    "--columns", "date=Date,kind=Type,coin=Asset,amount=Size,price=Price,fee=Fee", "--kinds", "DEPOSIT=skip",
    "--decimal", ",", "--zone", "UTC", "--currency", "eur",
  ]
  private static let withoutIDs = """
    time,kind,coin,symbol,amount,price,currency
    2026-01-01T00:00:00Z,buy,bitcoin,btc,1,100,aud
    2026-01-02T00:00:00Z,buy,bitcoin,btc,1,100,aud

    """

  private let program: ProgramUnderTest

  init() throws { program = ProgramUnderTest(in: try TemporaryFolder()) }

  private func portfolio(_ arguments: String..., input: String = "") async throws -> ProgramUnderTest.Outcome {
    try await program.start(["markets", "portfolio"] + arguments, input: input).outcome()
  }

  private func importTrades(_ arguments: String...) async throws -> ProgramUnderTest.Outcome {
    try await program.start(["markets", "portfolio", "import", "-"] + arguments, input: Self.trades).outcome()
  }

  @Test("imports rows without an ID only once, and reports rows that already exist")
  func rowsWithoutIDs() async throws {
    let first = try await portfolio("import", "-", input: Self.withoutIDs)
    let second = try await portfolio("import", "-", "--json", input: Self.withoutIDs).document()
    #expect(first.output == "2\t0\t0\t0\t0\n")
    #expect(second["added"] as? Int == 0)
    #expect(second["recognized"] as? Int == 2)
    #expect(try await portfolio("history").output.split(separator: "\n").count == 2)
  }

  @Test("reads another program's file with a mapping, saves the mapping, and changes nothing in a dry run")
  func mappings() async throws {
    let options = Self.mapping + ["--mapping", "bank"]
    let plan = ["markets", "portfolio", "import", "-", "--dry-run"] + options
    let document = try await program.start(plan + ["--json"], input: Self.trades).outcome().document()
    let plain = try await program.start(plan + ["--plain"], input: Self.trades).outcome()
    let unsaved = try await importTrades("--mapping", "bank")
    let imported = try await program.start(["markets", "portfolio", "import", "-"] + options, input: Self.trades)
      .outcome()
    let again = try await importTrades("--mapping", "bank", "--json").document()

    #expect(document["layout"] as? String == "bank")
    #expect(document["added"] as? Int == 2)
    #expect((document["entries"] as? [[String: Any]])?.map { $0["kind"] as? String } == ["buy", "sell"])
    #expect((document["ignored"] as? [[String: Any]])?.map { $0["line"] as? Int } == [4])
    #expect(plain.output.contains("Would add 2 entries. Nothing was changed."))
    #expect(plain.messages.contains("Line 4 was skipped: its kind is “DEPOSIT”."))
    #expect(unsaved.exitCode == 2)
    #expect(unsaved.messages.contains("There is no mapping 'bank'."))
    #expect(imported.output == "2\t0\t0\t0\t1\n")
    #expect(again["recognized"] as? Int == 2)
    let file = program.folder.url.appending(path: "data/fetch-counter/imports.json")
    #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
  }

  @Test("lists all lines that can't be read, and imports nothing")
  func unreadableLines() async throws {
    let outcome = try await importTrades(
      "--columns",
      "date=Date,kind=Type,coin=Asset,amount=Size",
      "--kinds",
      "DEPOSIT=skip"
    )
    #expect(outcome.exitCode == 1)
    #expect(outcome.messages.contains("2 lines can't be read."))
    #expect(outcome.messages.contains("Lines 5–6: its amount must be a number"))
    #expect(outcome.messages.contains("--decimal"))
    #expect(try await portfolio("history").output == "")
  }

  @Test("exports a journal for hledger")
  func journal() async throws {
    _ = try await program.start(["markets", "portfolio", "import", "-"] + Self.mapping, input: Self.trades).outcome()
    let outcome = try await portfolio("export", "--format", "hledger", "--currency", "eur")
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.contains("P 2025-11-30 BTC 60000 EUR\n"))
    #expect(outcome.output.contains("    assets:coins  -0.001 BTC @@ 50.09 EUR\n    income:gains  -9.81 EUR\n"))
    #expect(try await portfolio("export", "--format", "hledger", "--json").exitCode == 2)
  }

  @Test("lists the gains of imported trades by year as text, JSON and CSV")
  func gains() async throws {
    // Given
    _ = try await program.start(["markets", "portfolio", "import", "-"] + Self.mapping, input: Self.trades).outcome()
    // When
    let records = try await portfolio("gains", "--currency", "eur").output
    let csv = try await portfolio("gains", "--currency", "eur", "--format", "csv").output
    let document = try await portfolio("gains", "--currency", "eur", "--year", "2025", "--json").document()
    let file = program.folder.url.appending(path: "gains.csv")
    let written = try await portfolio("gains", "--currency", "eur", "--format", "csv", "-o", file.path)
    // Then
    let fields = ["2025-01-31T08:00:00Z", "2025-11-30T09:00:00Z", "0.001", "59.9", "50.09", "9.81", "303"]
    #expect(records == "bitcoin\t" + fields.joined(separator: "\t") + "\tBTC\teur\t2025\n")
    #expect(csv.hasPrefix("coin,symbol,acquired,sold,amount,proceeds,cost,gain,currency,days_held,year\r\n"))
    #expect(csv.contains("bitcoin,BTC,2025-01-31,2025-11-30,0.001,59.9,50.09,9.81,eur,303,2025\r\n"))
    let year = try #require((document["years"] as? [[String: Any]])?.first)
    #expect(year["gain"] as? Double == 9.81)
    #expect(written.messages.contains("Exported 1 sale"))
    #expect(try String(contentsOf: file, encoding: .utf8) == csv)
    #expect(try await portfolio("tax", "--currency", "eur").output == records)
  }

  @Test("names a swap without a value instead of saying that nothing was sold")
  func unvaluedSwap() async throws {
    let swap = """
      id,time,kind,coin,symbol,amount,to_coin,to_symbol,to_amount
      ,2026-01-01T00:00:00Z,receive,bitcoin,btc,1,,,
      1a2b3c4d-0000-4000-8000-000000000000,2026-01-02T12:00:00Z,swap,bitcoin,btc,1,ethereum,eth,9

      """
    #expect(try await portfolio("import", "-", input: swap).exitCode == 0)
    let outcome = try await portfolio("gains")
    #expect(outcome.messages.contains("“Swapped 1 BTC for 9 ETH” (entry 1a2b3c4d) has no value"))
    #expect(!outcome.messages.contains("Nothing was sold"))
  }

  @Test("reports a year without sales, and rejects contradictory options")
  func nothingSold() async throws {
    let outcome = try await portfolio("gains", "--year", "2020")
    #expect(outcome.exitCode == 0)
    #expect(outcome.output == "")
    #expect(outcome.messages.contains("Nothing was sold in 2020."))
    #expect(try await portfolio("gains", "--json", "--format", "csv").exitCode == 2)
    #expect(try await portfolio("gains", "-o", "x.csv").exitCode == 2)
  }

  @Test("rejects unknown columns, names the option for other files and imports nothing")
  func unknownColumns() async throws {
    let failure = try await portfolio("import", "-", "--json", input: "Datum,Typ\n2026-01-01,Kauf\n").failure()
    #expect(failure["kind"] as? String == "import_refused")
    #expect((failure["message"] as? String)?.contains("--columns") == true)
    #expect(try await portfolio("history").output == "")
  }
}
