import Foundation
import Testing

@Suite("Portfolio imports and gains")
struct PortfolioImportTests {
  private static let ledger = """
    "txid","refid","time","type","subtype","aclass","asset","amount","fee","balance"
    "L0","T0","2025-01-05 08:00:00","deposit","","currency","ZEUR",1000,0,0
    "L1","T1","2025-01-31 08:00:00","trade","","currency","ZEUR",-100.00,0.18,0
    "L2","T1","2025-01-31 08:00:00","trade","","currency","XXBT",0.0020000000,0,0
    "L3","T2","2025-11-30 09:00:00","trade","","currency","XXBT",-0.0010000000,0,0
    "L4","T2","2025-11-30 09:00:00","trade","","currency","ZEUR",60.00,0.10,0

    """
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

  @Test("imports rows without an ID only once, and reports rows that already exist")
  func rowsWithoutIDs() async throws {
    let first = try await portfolio("import", "-", input: Self.withoutIDs)
    let second = try await portfolio("import", "-", "--json", input: Self.withoutIDs).document()
    #expect(first.output == "2\t0\t0\t0\t0\n")
    #expect(second["added"] as? Int == 0)
    #expect(second["recognized"] as? Int == 2)
    #expect(try await portfolio("history").output.split(separator: "\n").count == 2)
  }

  @Test("lists the entries from an exchange's file in a dry run, and changes nothing")
  func dryRun() async throws {
    let document = try await portfolio("import", "-", "--dry-run", "--json", input: Self.ledger).document()
    #expect(document["layout"] as? String == "Kraken ledger")
    #expect(document["added"] as? Int == 2)
    #expect((document["entries"] as? [[String: Any]])?.map { $0["kind"] as? String } == ["buy", "sell"])
    #expect((document["ignored"] as? [[String: Any]])?.map { $0["line"] as? Int } == [2])
    #expect(try await portfolio("history").output == "")
    let plain = try await portfolio("import", "-", "--dry-run", "--plain", input: Self.ledger)
    #expect(plain.output.contains("Would add 2 entries from the Kraken ledger. Nothing was changed."))
    #expect(plain.messages.contains("Line 2 isn't an entry: it moves money, not coins."))
  }

  @Test("lists the gains of imported trades by year as text, JSON and CSV")
  func gains() async throws {
    // Given
    #expect(try await portfolio("import", "-", input: Self.ledger).exitCode == 0)
    // When
    let records = try await portfolio("tax", "--currency", "eur").output
    let csv = try await portfolio("tax", "--currency", "eur", "--format", "csv").output
    let document = try await portfolio("tax", "--currency", "eur", "--year", "2025", "--json").document()
    let file = program.folder.url.appending(path: "tax.csv")
    let written = try await portfolio("tax", "--currency", "eur", "--format", "csv", "-o", file.path)
    // Then
    let fields = ["2025-01-31T08:00:00Z", "2025-11-30T09:00:00Z", "0.001", "59.9", "50.09", "9.81", "303"]
    #expect(records == "bitcoin\t" + fields.joined(separator: "\t") + "\tBTC\teur\t2025\n")
    #expect(csv.hasPrefix("coin,symbol,acquired,sold,amount,proceeds,cost,gain,currency,days_held,year\r\n"))
    #expect(csv.contains("bitcoin,BTC,2025-01-31,2025-11-30,0.001,59.9,50.09,9.81,eur,303,2025\r\n"))
    let year = try #require((document["years"] as? [[String: Any]])?.first)
    #expect(year["gain"] as? Double == 9.81)
    #expect(written.messages.contains("Exported 1 sale"))
    #expect(try String(contentsOf: file, encoding: .utf8) == csv)
  }

  @Test("reports a year without sales, and rejects contradictory options")
  func nothingSold() async throws {
    let outcome = try await portfolio("tax", "--year", "2020")
    #expect(outcome.exitCode == 0)
    #expect(outcome.output == "")
    #expect(outcome.messages.contains("Nothing was sold in 2020."))
    #expect(try await portfolio("tax", "--json", "--format", "csv").exitCode == 2)
    #expect(try await portfolio("tax", "-o", "x.csv").exitCode == 2)
  }

  @Test("rejects unknown columns, lists the known file formats and imports nothing")
  func unknownColumns() async throws {
    let failure = try await portfolio("import", "-", "--json", input: "Datum,Typ\n2026-01-01,Kauf\n").failure()
    #expect(failure["kind"] as? String == "import_refused")
    #expect((failure["message"] as? String)?.contains("Known formats: exports from this program, Coinbase") == true)
    #expect(try await portfolio("history").output == "")
  }
}
