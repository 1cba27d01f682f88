import BasicsTesting
import Foundation
import Testing

@testable import Portfolio

private func file(_ text: String) throws(ImportError) -> LedgerImportFile {
  try LedgerImportFile(csv: Data(text.utf8))
}

private func coin(_ symbol: String) -> CoinReference { CoinReference(id: symbol, symbol: symbol) }

private func actions(_ file: LedgerImportFile) -> [LedgerAction] { file.rows.map(\.entry.action) }

/// Returns the time at an hour (UTC) on 2026-01-31.
private func hour(_ hour: Int, _ seconds: Double = 0) -> Date { noon + Double(hour - 12) * 3_600 + seconds }

@Suite("Coinbase transaction history")
struct CoinbaseFileTests {
  private static let preamble = "\nTransactions\nUser,Jo Example,00000000-0000-0000-0000-000000000000\n"
  private static let header = """
    ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,\
    Total (inclusive of fees and/or spread),Fees and/or Spread,Notes

    """

  private func read(_ lines: String) throws(ImportError) -> LedgerImportFile {
    try file(Self.preamble + Self.header + lines)
  }

  @Test("reads purchases, sales, transfers and income from Coinbase")
  func kinds() throws {
    let history = try read(
      """
      a1,2026-01-31 08:00:00 UTC,Buy,BTC,0.5,USD,"$80,000.00","$40,000.00","$40,100.00",$100.00,Bought 0.5 BTC
      a2,2026-01-31 09:00:00 UTC,Advanced Trade Sell,BTC,-0.1,USD,$90000.00,$9000.00,$8990.00,$10.00,Sold
      a3,2026-01-31 10:00:00 UTC,Send,BTC,-0.05,USD,$90000.00,-$4500.00,-$4500.00,$0.00,
      a4,2026-01-31 11:00:00 UTC,Receive,ETH,2,USD,$3000.00,$6000.00,$6000.00,$0.00,
      a5,2026-01-31 12:00:00 UTC,Staking Income,ETH,0.01,USD,$3000.00,$30.00,$30.00,$0.00,
      a6,2026-01-31 13:00:00 UTC,Deposit,USD,500,USD,$1.00,$500.00,$500.00,$0.00,
      """
    )
    #expect(history.layout == "Coinbase transaction history")
    #expect(
      actions(history) == [
        buy("0.5", coin("btc"), at: "80000", "usd", fee: "100"),
        sell("0.1", coin("btc"), at: "90000", "usd", fee: "10"),
        send("0.05", coin("btc")),
        receive("2", coin("eth")),
        .receive(Transfer(coin: coin("eth"), amount: number("0.01"), price: UnitPrice(3_000, "usd"))),
      ]
    )
    #expect(history.rows.map(\.entry.time) == (8...12).map { hour($0) })
    #expect(history.rows.map(\.position) == (5...9).map { .line($0) })
    #expect(history.ignored == [.init(line: 10, reason: "it moves money, not coins")])
    #expect(history.rows.last?.entry.note == "Staking Income")
  }

  @Test("reads each Coinbase conversion once, with the value of both coins")
  func conversions() throws {
    let history = try read(
      """
      a1,2026-01-31 08:00:00 UTC,Convert,BTC,-0.5,USD,$80000,$39900.00,$40000.00,$100.00,Converted 0.5 BTC to 12.5 ETH
      a2,2026-01-31 08:00:00 UTC,Convert,ETH,12.5,USD,$3200,$40000.00,$40000.00,$0.00,Converted 0.5 BTC to 12.5 ETH
      """
    )
    let swap = Swap(
      given: coin("btc"),
      givenAmount: 0.5,
      received: coin("eth"),
      receivedAmount: 12.5,
      price: UnitPrice(80_000, "usd"),
      fee: 100
    )
    #expect(actions(history) == [.swap(swap)])
    #expect(history.ignored.map(\.line) == [6])
  }

  @Test("accepts Coinbase's column names from 2021 and missing IDs")
  func formerColumns() throws {
    let history = try file(
      """
      Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,Spot Price at Transaction,Subtotal,\
      Total (inclusive of fees and/or spread),Fees and/or Spread,Notes
      2026-01-31T08:00:00Z,Buy,BTC,0.5,EUR,80000.00,40000.00,40100.00,100.00,Bought
      """
    )
    #expect(actions(history) == [buy("0.5", coin("btc"), at: "80000", "eur", fee: "100")])
    #expect(history.rows.map(\.hasIdentity) == [false])
  }

  @Test("adds every Coinbase transaction only once, even if a later file contains it again")
  func repeated() throws {
    let ledger = memoryLedger(now: { noon + 100_000 })
    let first = "a1,2026-01-31 08:00:00 UTC,Buy,BTC,0.5,USD,$80000,$40000,$40100,$100,\n"
    let second = "a2,2026-01-31 09:00:00 UTC,Buy,BTC,0.5,USD,$80000,$40000,$40100,$100,\n"
    #expect(try ledger.add(try read(first).rows).summary.added == 1)
    #expect(
      try ledger.add(try read(second + first).rows).summary == LedgerImportSummary(added: 1, skipped: 1, differing: [])
    )
  }

  @Test(
    "rejects a Coinbase file with an invalid line, and reports the line and the reason",
    arguments: [
      ("a1,2026-01-31 08:00:00 UTC,Margin Call,BTC,1,USD,$1,$1,$1,$0,", "“Margin Call”"),
      ("a1,31/01/2026 08:00,Buy,BTC,1,USD,$1,$1,$1,$0,", "its timestamp must be a time"),
      ("a1,2026-01-31 08:00:00 UTC,Buy,BTC,,USD,$1,$1,$1,$0,", "it has no quantity transacted"),
      ("a1,2026-01-31 08:00:00 UTC,Buy,BTC,\"1,5\",USD,$1,$1,$1,$0,", "its quantity transacted must be a number"),
      ("a1,2026-01-31 08:00:00 UTC,Buy,BTC,1,USD,,,,,", "it has no price"),
      ("a1,2026-01-31 08:00:00 UTC,Convert,BTC,1,USD,$1,$1,$1,$0,Something else", "its notes must have the form"),
    ]
  )
  func mistakes(line: String, reason: String) throws {
    let error = #expect(throws: ImportError.self) { try read(line) }
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    #expect(error?.description.contains("Line 5") == true)
  }
}

@Suite("Kraken files")
struct KrakenFileTests {
  private static let header =
    "\"txid\",\"refid\",\"time\",\"type\",\"subtype\",\"aclass\",\"asset\",\"amount\",\"fee\",\"balance\"\n"

  private func ledger(_ lines: String) throws(ImportError) -> LedgerImportFile { try file(Self.header + lines) }

  @Test("reads purchases, sales and swaps from Kraken's ledger, with fees in either asset")
  func trades() throws {
    let history = try ledger(
      """
      "L1","T1","2026-01-31 08:00:00","trade","","currency","ZEUR",-100.00,0.18,0
      "L2","T1","2026-01-31 08:00:00","trade","","currency","XXBT",0.0020000000,0,0
      "L3","T2","2026-01-31 09:00:00","trade","","currency","XXBT",-0.0010000000,0.0000100000,0
      "L4","T2","2026-01-31 09:00:00","trade","","currency","ZEUR",60.60,0.10,0
      "L5","T3","2026-01-31 10:00:00","spend","","currency","XXBT",-0.0005000000,0,0
      "L6","T3","2026-01-31 10:00:00","receive","","currency","XETH",0.0110000000,0.0010000000,0
      """
    )
    #expect(history.layout == "Kraken ledger")
    #expect(
      actions(history) == [
        buy("0.002", coin("btc"), at: "50000", "eur", fee: "0.18"),
        sell("0.00101", coin("btc"), at: "60000", "eur", fee: "0.1"),
        swap("0.0005", coin("btc"), "0.01", coin("eth")),
      ]
    )
    #expect(history.rows.map(\.position) == [.line(2), .line(4), .line(6)])
  }

  @Test(
    "reads Kraken deposits, withdrawals and rewards, ignoring pending rows, money and internal transfers"
  )
  func transfers() throws {
    let history = try ledger(
      """
      "","A1","2026-01-31 07:00:00","deposit","","currency","XXBT",1,0,""
      "L1","A1","2026-01-31 08:00:00","deposit","","currency","XXBT",1,0,1
      "L2","A2","2026-01-31 09:00:00","withdrawal","","currency","XXBT",-0.5,0.0001,0.4999
      "L3","A3","2026-01-31 10:00:00","earn","reward","currency","DOT28.S",0.2,0.05,0
      "L4","A4","2026-01-31 11:00:00","earn","allocation","currency","DOT",-5,0,0
      "L5","A5","2026-01-31 11:30:00","transfer","spottostaking","currency","DOT",-5,0,0
      "L6","A6","2026-01-31 12:00:00","deposit","","currency","ZEUR",100,0,0
      "L7","A7","2026-01-31 13:00:00","deposit","","currency","KFEE",100,0,0
      """
    )
    #expect(
      actions(history) == [receive("1", coin("btc")), send("0.5001", coin("btc")), receive("0.15", coin("dot"))]
    )
    #expect(history.ignored.map(\.line) == [2, 6, 7, 8, 9])
  }

  @Test("reads Kraken trades with fees in the quote asset, and adds a trade only once if both files contain it")
  func tradesFile() throws {
    let trades = try file(
      """
      "txid","ordertxid","pair","time","type","ordertype","price","cost","fee","vol","margin","misc","ledgers"
      "T1","O1","XXBTZEUR","2026-01-31 08:00:00.4321","buy","limit",50000,100.00,0.18,0.002,0,"","L1,L2"
      "T2","O2","ETH/EUR","2026-01-31 09:00:00","sell","market",3000,3000.00,5,1,0,"",""
      "T3","O3","ETHXBT","2026-01-31 10:00:00","buy","market",0.05,0.05,0.001,1,0,"",""
      """
    )
    #expect(
      actions(trades) == [
        buy("0.002", coin("btc"), at: "50000", "eur", fee: "0.18"),
        sell("1", coin("eth"), at: "3000", "eur", fee: "5"),
        swap("0.051", coin("btc"), "1", coin("eth")),
      ]
    )
    #expect(trades.rows.first.flatMap { Timestamp($0.entry.time) } == Timestamp(hour(8, 0.432)))
    let balances = try ledger(
      """
      "L1","T1","2026-01-31 08:00:00","trade","","currency","ZEUR",-100.00,0.18,0
      "L2","T1","2026-01-31 08:00:00","trade","","currency","XXBT",0.002,0,0
      """
    )
    #expect(balances.rows.map(\.entry.id) == [trades.rows[0].entry.id])
  }

  @Test(
    "converts Kraken's asset names to common symbols",
    arguments: [
      ("XXBT", "btc"), ("XBT.M", "btc"), ("ETH2.S", "eth"), ("XXDG", "doge"), ("ZEUR", "eur"), ("EUR.HOLD", "eur"),
      ("DOT28.S", "dot"), ("XTZ", "xtz"), ("XLM", "xlm"), ("LUNA2", "luna2"), ("", ""),
    ]
  )
  func assets(name: String, symbol: String) {
    #expect(KrakenAsset.symbol(name) == symbol)
  }

  @Test(
    "rejects a Kraken file with an invalid line, and reports the line and the reason",
    arguments: [
      ("\"L1\",\"T1\",\"2026-01-31 08:00:00\",\"margin\",\"\",\"currency\",\"ZEUR\",-1,0,0", "“margin”"),
      (
        "\"L1\",\"T1\",\"2026-01-31 08:00:00\",\"trade\",\"\",\"currency\",\"ZEUR\",-1,0,0",
        "its refid T1 needs one line"
      ),
      ("\"L1\",\"T1\",\"2026-13-31 08:00:00\",\"trade\",\"\",\"currency\",\"ZEUR\",-1,0,0", "its time must be a time"),
      (
        "\"L1\",\"T1\",\"2026-01-31 08:00:00\",\"deposit\",\"\",\"currency\",\"XXBT\",x,0,0",
        "its amount must be a number"
      ),
    ]
  )
  func mistakes(line: String, reason: String) {
    let error = #expect(throws: ImportError.self) { try ledger(line) }
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    #expect(error?.description.contains("Line 2") == true)
  }
}

@Suite("Binance files")
struct BinanceFileTests {
  private static let header = "User_ID,UTC_Time,Account,Operation,Coin,Change,Remark\n"

  private func history(_ lines: String) throws(ImportError) -> LedgerImportFile { try file(Self.header + lines) }

  @Test("combines Binance lines from the same second into trades, and records fees in a third coin separately")
  func trades() throws {
    let history = try history(
      """
      1,2026-01-31 07:00:00,Spot,Deposit,BNB,1,
      1,2026-01-31 08:00:00,Spot,Transaction Buy,BTC,0.001,
      1,2026-01-31 08:00:00,Spot,Transaction Spend,EUR,-50,
      1,2026-01-31 08:00:00,Spot,Transaction Buy,BTC,0.002,
      1,2026-01-31 08:00:00,Spot,Transaction Spend,EUR,-100,
      1,2026-01-31 08:00:00,Spot,Transaction Fee,BNB,-0.0001,
      1,2026-01-31 09:00:00,Spot,Transaction Sold,BTC,-0.001,
      1,2026-01-31 09:00:00,Spot,Transaction Revenue,EUR,60,
      1,2026-01-31 09:00:00,Spot,Transaction Fee,EUR,-0.06,
      1,2026-01-31 10:00:00,Spot,Binance Convert,BTC,-0.001,
      1,2026-01-31 10:00:00,Spot,Binance Convert,ETH,0.02,
      """
    )
    #expect(history.layout == "Binance transaction history")
    #expect(
      actions(history) == [
        receive("1", coin("bnb")),
        buy("0.003", coin("btc"), at: "50000", "eur"),
        send("0.0001", coin("bnb")),
        sell("0.001", coin("btc"), at: "60000", "eur", fee: "0.06"),
        swap("0.001", coin("btc"), "0.02", coin("eth")),
      ]
    )
    #expect(history.rows[2].entry.note == "Fee")
  }

  @Test(
    "reads Binance income, transfers and two-digit years, ignoring money and internal transfers"
  )
  func transfers() throws {
    let history = try file(
      """
      User ID,Time,Account,Operation,Coin,Change,Remark
      1,26-01-31 08:00:00,Earn,Simple Earn Flexible Interest,SOL,0.01,
      1,26-01-31 09:00:00,Spot,Withdraw,SOL,-0.005,Withdraw fee is included
      1,26-01-31 10:00:00,Spot,Simple Earn Flexible Subscription,SOL,-0.001,
      1,26-01-31 11:00:00,Spot,Deposit,EUR,100,
      1,26-01-31 12:00:00,Spot,Airdrop Assets,LUNA,1E-7,
      """
    )
    #expect(
      actions(history) == [
        receive("0.01", coin("sol")), send("0.005", coin("sol")), receive("0.0000001", coin("luna")),
      ]
    )
    #expect(history.rows.first?.entry.time == hour(8))
    #expect(history.ignored.map(\.line) == [4, 5])
    #expect(history.rows.first?.entry.note == "Simple Earn Flexible Interest")
  }

  @Test("pairs Binance lines for several coins that are converted to the same coin in the same second")
  func smallAmounts() throws {
    let history = try history(
      """
      1,2026-01-31 08:00:00,Spot,Small Assets Exchange BNB,XRP,-1,
      1,2026-01-31 08:00:00,Spot,Small Assets Exchange BNB,BNB,0.002,
      1,2026-01-31 08:00:00,Spot,Small Assets Exchange BNB,ADA,-2,
      1,2026-01-31 08:00:00,Spot,Small Assets Exchange BNB,BNB,0.003,
      """
    )
    #expect(
      actions(history) == [
        swap("1", coin("xrp"), "0.002", coin("bnb")), swap("2", coin("ada"), "0.003", coin("bnb")),
      ]
    )
  }

  @Test("reads amounts with asset names from Binance's trade history, which lists the latest trade first")
  func tradesFile() throws {
    let trades = try file(
      """
      \u{FEFF}Date(UTC),Pair,Side,Price,Executed,Amount,Fee
      2026-01-31 10:00:00,1INCHUSDT,SELL,0.5,2001INCH,100USDT,0.1USDT
      2026-01-31 09:00:00,BTCEUR,SELL,60000,0.0010000000BTC,60.00000000EUR,0.0600000000EUR
      2026-01-31 08:00:00,BTCEUR,BUY,50000,0.0020000000BTC,100.00000000EUR,0.0000100000BTC
      """
    )
    #expect(trades.layout == "Binance trade history")
    let purchase = try #require(trades.rows.first?.entry.action)
    guard case .buy(let trade) = purchase else {
      Issue.record("The first trade isn't a purchase.")
      return
    }
    #expect(trade.amount == number("0.00199"))
    #expect((trade.amount * trade.price.value).rounded(toPlaces: 12) == 100)
    #expect(
      actions(trades).dropFirst() == [
        sell("0.001", coin("btc"), at: "60000", "eur", fee: "0.06"), swap("200", coin("1inch"), "99.9", coin("usdt")),
      ]
    )
  }

  @Test("accepts the earlier columns in Binance's trade history")
  func formerColumns() throws {
    let trades = try file(
      """
      Date(UTC),Market,Type,Price,Amount,Total,Fee,Fee Coin
      2026-01-31 08:00:00,BTCEUR,BUY,50000,0.002,100,0.1,EUR
      """
    )
    #expect(actions(trades) == [buy("0.002", coin("btc"), at: "50000", "eur", fee: "0.1")])
  }

  @Test("ignores Binance lines that don't change a balance, just like Coinbase and Kraken lines")
  func noChange() throws {
    let binance = try history("1,2026-01-31 08:00:00,Spot,Deposit,BTC,0.00000000,\n")
    let coinbase = try file(
      "Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total,Fees\n"
        + "2026-01-31 08:00:00 UTC,Receive,BTC,0,USD,$1,$0,$0,$0\n"
    )
    let kraken = try file("txid,refid,time,type,asset,amount,fee\nL1,T1,2026-01-31 08:00:00,deposit,XXBT,0,0\n")
    for file in [binance, coinbase, kraken] {
      #expect(file.rows.isEmpty)
      #expect(file.ignored.map(\.reason) == ["it doesn't change a balance"])
    }
  }

  @Test("recognizes Binance rows without IDs when they are imported again")
  func repeated() throws {
    let ledger = memoryLedger(now: { noon + 100_000 })
    let lines = "1,2026-01-31 08:00:00,Spot,Deposit,BTC,1,\n1,2026-01-31 08:00:00,Spot,Deposit,BTC,1,\n"
    #expect(try ledger.add(try history(lines).rows).summary.added == 2)
    #expect(try ledger.add(try history(lines).rows).summary.recognized == 2)
  }

  @Test(
    "rejects a Binance file with an invalid line, and reports the line and the reason",
    arguments: [
      ("1,2026-01-31 08:00:00,Spot,Something New,BTC,1,", "“Something New”"),
      ("1,2026-01-31 08:00:00,USDT-Futures,Deposit,BTC,1,", "“USDT-Futures”"),
      ("1,2026-01-31 08:00:00,Spot,Buy,BTC,1,", "don't show which coin"),
      ("1,2026-01-31 08:00:00,Spot,Deposit,BTC,one,", "its change must be a number"),
      ("1,yesterday,Spot,Deposit,BTC,1,", "its utc_time must be a time"),
    ]
  )
  func mistakes(line: String, reason: String) {
    let error = #expect(throws: ImportError.self) { try history(line) }
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    #expect(error?.description.contains("Line 2") == true)
  }
}

@Suite("Derived transaction identifiers")
struct DerivedIdentityTests {
  @Test("derives reproducible version 8 UUIDs with different first digits")
  func identities() {
    let all = (0..<20_000).map { UUID.derived(from: "kraken:T\($0)").uuidString }
    #expect(UUID.derived(from: "kraken:T1").uuidString == all[1])
    #expect(all.allSatisfy { $0.dropFirst(14).first == "8" })
    #expect(Set(all.map { $0.prefix(8) }).count > 19_950)
    #expect(Set(all.map { $0.suffix(8) }).count > 19_950)
  }
}

@Suite("Import columns")
struct ImportedColumnTests {
  @Test("reports the columns of an unknown file along with the known layouts")
  func unknown() {
    let error = #expect(throws: ImportError.self) { try file("Datum,Typ,Wert\n2026-01-31,Kauf,1\n") }
    let text = error?.description ?? ""
    #expect(text.hasPrefix("Nothing was imported. The columns “Datum”, “Typ”, “Wert” don't match any known format."))
    for name in ["Coinbase transaction history", "Kraken ledger", "Kraken trades", "Binance trade history"] {
      #expect(text.contains(name))
    }
  }

  @Test("reports a column that is missing from an exchange's layout")
  func missing() {
    #expect(throws: ImportError.missingExchangeColumn("refid", layout: "Kraken ledger")) {
      try file("txid,time,type,asset,amount,fee\n")
    }
  }

  @Test("escapes control characters in column names")
  func hostile() {
    let error = #expect(throws: ImportError.self) { try file("\u{1B}[31mred,b\n1,2\n") }
    #expect(error?.description.contains("\u{1B}") == false)
  }

  @Test("recognizes this program's own export by the column named kind")
  func own() throws {
    #expect(throws: ImportError.missingColumn("symbol")) { try file("time,kind,coin,amount\n") }
    #expect(throws: ImportError.missingColumn("time")) { try file("") }
    let entry = LedgerEntry(id: .numbered(1), time: noon, action: buy("1"))
    let read = try file(LedgerCSV.text(of: [entry]))
    #expect(read.layout == nil)
    #expect(read.rows.map(\.entry) == [entry])
  }

  @Test(
    "accepts imported numbers with signs, separators and exponents",
    arguments: [
      ("1", "1"), ("-0.5", "-0.5"), ("$1,234.50", "1234.5"), ("-$7.10", "-7.1"), ("€0.5", "0.5"),
      ("1E-8", "0.00000001"),
      ("2.5e3", "2500"), (".5", "0.5"), ("+3", "3"), ("A$4", "4"), ("1,234,567", "1234567"), ("12,345", "12345"),
      ("123,456.7", "123456.7"), ("0.0000000001e27", "100000000000000000"), ("-1e-18", "-0.000000000000000001"),
      ("0e40", "0"), ("0e-40", "0"),
    ]
  )
  func numbers(text: String, value: String) {
    #expect(ExchangeValue.number(text)?.text == value)
  }

  @Test(
    "rejects imported text that isn't a number",
    arguments: [
      "", "-", "$", "1,5", "12,34", "1234,567", "1e41", "1e-41", "1e2147483648", ",123", "1.2.3", "1e", "1e99", "1e-40",
      "e5", "--1", "1 2", "٣", "∞", "1,234,56",
      "0x1",
      String(repeating: "9", count: 30),
    ]
  )
  func notNumbers(text: String) {
    #expect(ExchangeValue.number(text) == nil)
  }

  @Test(
    "orders imported entries by time, incoming coins first, and otherwise as in the file, or reversed if it is descending",
    arguments: [
      // The minutes and actions in the order of the file, and the resulting order of the lines.
      ([(0, "Deposit"), (1, "Deposit"), (2, "Deposit")], [2, 3, 4]),
      ([(2, "Deposit"), (1, "Deposit"), (0, "Deposit")], [4, 3, 2]),
      ([(0, "Withdraw"), (0, "Deposit"), (1, "Deposit")], [3, 2, 4]),
      ([(0, "Deposit"), (0, "Deposit"), (1, "Withdraw")], [2, 3, 4]),
      ([(1, "Withdraw"), (0, "Deposit"), (0, "Deposit")], [4, 3, 2]),
      ([(1, "Deposit"), (1, "Deposit"), (0, "Deposit")], [4, 3, 2]),
      ([(1, "Deposit"), (0, "Deposit"), (2, "Deposit")], [3, 2, 4]),
      ([(0, "Deposit"), (0, "Deposit")], [2, 3]), ([(0, "Withdraw")], [2]),
    ] as [([(Int, String)], [Int])]
  )
  func order(rows: [(minute: Int, operation: String)], lines: [Int]) throws {
    let text = rows.map { row in
      "1,2026-01-31 08:0\(row.minute):00,Spot,\(row.operation),BTC,\(row.operation == "Deposit" ? 1 : -1),\n"
    }
    let imported = try file("User_ID,UTC_Time,Account,Operation,Coin,Change,Remark\n" + text.joined())
    #expect(imported.rows.map(\.position) == lines.map { .line($0) })
  }

  @Test("rejects imported sums that exceed the limits instead of crashing")
  func overflow() {
    let line = "1,2026-01-31 08:00:00,Spot,Buy,BTC,999999999999999999,\n"
    let text =
      "User_ID,UTC_Time,Account,Operation,Coin,Change,Remark\n" + String(repeating: line, count: 300)
      + "1,2026-01-31 08:00:00,Spot,Sell,EUR,-1,\n"
    let error = #expect(throws: ImportError.self) { try file(text) }
    #expect(error?.description.contains("its numbers are too large") == true)
  }

  @Test("accepts or rejects randomly changed exchange rows without crashing")
  func fuzz() throws {
    let samples = [
      "ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total,Fees,Notes\n"
        + "a1,2026-01-31 08:00:00 UTC,Convert,BTC,-0.5,USD,$80000,$39900,$40000,$100,Converted 0.5 BTC to 12.5 ETH\n",
      "txid,refid,time,type,asset,amount,fee\nL1,T1,2026-01-31 08:00:00,trade,ZEUR,-100.00,0.18\n"
        + "L2,T1,2026-01-31 08:00:00,trade,XXBT,0.002,0\nL3,T2,2026-01-31 08:00:00,deposit,XXBT,1,0\n",
      "txid,ordertxid,pair,time,type,cost,fee,vol\nT1,O1,XXBTZEUR,2026-01-31 08:00:00,buy,100,0.18,0.002\n",
      "UTC_Time,Account,Operation,Coin,Change\n2026-01-31 08:00:00,Spot,Buy,BTC,1\n2026-01-31 08:00:00,Spot,Sell,EUR,-1\n"
        + "2026-01-31 08:00:00,Spot,Fee,BTC,-0.1\n",
      "Date(UTC),Pair,Side,Price,Executed,Amount,Fee\n2026-01-31 08:00:00,BTCEUR,BUY,1,0.5BTC,100EUR,0.1BNB\n",
    ]
    var random = SeededGenerator(seed: 17)
    let pieces = Array("0129-+.,eE$€\"\n BTCEUR/:".utf8)
    var read = 0
    let count = LongTests.rounds(byDay: 600, byNight: 30_000)
    for index in 0..<count {
      var bytes = Array(samples[index % samples.count].utf8)
      let start = bytes.firstIndex(of: 0x0A) ?? 0
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: (Bool.random(using: &random) ? start : 0)..<bytes.count, using: &random)
        bytes[place] = pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }
      guard let imported = try? LedgerImportFile(csv: Data(bytes)) else { continue }
      read += 1
      _ = try? memoryLedger(now: { noon + 1_000_000 }).add(imported.rows)
    }
    #expect(read > count / 30)
  }
}
