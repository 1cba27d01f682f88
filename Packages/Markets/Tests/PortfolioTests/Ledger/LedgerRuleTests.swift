import BasicsTesting
import Foundation
import Testing

@testable import Portfolio

@Suite("Ledger rules")
struct LedgerRuleTests {
  enum Kind: CaseIterable {
    case memory
    case file
  }

  private let folder: TemporaryFolder
  private let clock = TestClock()

  init() throws {
    folder = try TemporaryFolder()
  }

  private func makeLedger(_ kind: Kind) -> any LedgerStoring {
    switch kind {
    case .memory: memoryLedger(now: clock.now)
    case .file: FileLedger(path: folder.path("ledger.jsonl"), now: clock.now)
    }
  }

  @Test("returns a ledger entry exactly as it was recorded", arguments: Kind.allCases)
  func entering(kind: Kind) throws {
    // Given
    let ledger = makeLedger(kind)

    // When
    let entry = try ledger.enter(buy("0.123456789012345678", at: "88047.57", "AUD", fee: "1.5"), note: "first")

    // Then
    #expect(entry.action == buy("0.123456789012345678", at: "88047.57", "aud", fee: "1.5"))
    #expect(entry.time == noon)
    let snapshot = try ledger.snapshot()
    #expect(snapshot.entries() == [entry])
    #expect(snapshot.entry(entry.id) == entry)
    #expect(snapshot.amount(ofCoin: "bitcoin") == number("0.123456789012345678"))
    #expect(snapshot.amount(ofCoin: "nothing") == 0)
    #expect(snapshot.balances == [CoinBalance(coin: bitcoin, amount: number("0.123456789012345678"))])
    #expect(snapshot.problems.isEmpty)
  }

  @Test("refuses to remove more coins than are held", arguments: Kind.allCases)
  func insufficient(kind: Kind) throws {
    // Given
    let ledger = makeLedger(kind)
    try ledger.enter(buy("2"))
    let actions = [
      sell("2.000000000000000001"), send("2.000000000000000001"), swap("2.000000000000000001", bitcoin, "1", ethereum),
    ]

    for action in actions {
      // Then
      let needed = number("2.000000000000000001")
      #expect(throws: LedgerError.refused(.insufficient(coin: bitcoin, held: 2, needed: needed))) {
        try ledger.enter(action)
      }
    }
    #expect(throws: LedgerError.refused(.insufficient(coin: ethereum, held: 0, needed: 1))) {
      try ledger.enter(sell("1", ethereum))
    }
    try ledger.enter(sell("2"))
    #expect(try ledger.snapshot().balances.isEmpty)
    #expect(try ledger.snapshot().count == 2)
  }

  @Test(
    "refuses invalid entries and reports the invalid field",
    arguments: [
      (buy("0"), InvalidEntry.notPositive(.amount)), (buy("-1"), .negative(.amount)),
      (buy("1", at: "-1"), .negative(.price)),
      (buy("1", fee: "-0.01"), .negative(.fee)), (buy("1e18"), .outOfRange(.amount)),
      (buy("1e-19"), .outOfRange(.amount)),
      (buy("1", at: "1e18"), .outOfRange(.price)), (buy("1e10", at: "1e10"), .outOfRange(.amount)),
      (buy("1", CoinReference(id: "", symbol: "x")), .empty(.coin)),
      (buy("1", CoinReference(id: "x", symbol: "")), .empty(.symbol)),
      (buy("1", CoinReference(id: "a\nb", symbol: "x")), .malformed(.coin)),
      (buy("1", CoinReference(id: "x", symbol: "\u{1B}[2J")), .malformed(.symbol)),
      (buy("1", CoinReference(id: String(repeating: "é", count: 101), symbol: "x")), .tooLong(.coin, limit: 200)),
      (buy("1", at: "1", "a"), .malformed(.currency)), (buy("1", at: "1", "a$d"), .malformed(.currency)),
      (buy("1", at: "1", "abcdefghijklm"), .malformed(.currency)), (buy("1", at: "1", "a{"), .malformed(.currency)),
      (buy("1", at: "1", "a:"), .malformed(.currency)), (buy("1", at: "1", "a/"), .malformed(.currency)),
      (buy("1", CoinReference(id: "a\u{1F}", symbol: "x")), .malformed(.coin)),
      (buy("1", CoinReference(id: "x", symbol: "\u{7F}")), .malformed(.symbol)),
      (buy("1", CoinReference(id: "x", symbol: String(repeating: "x", count: 201))), .tooLong(.symbol, limit: 200)),
      (swap("1", bitcoin, "1", bitcoin), .sameCoin), (swap("1", bitcoin, "0", ethereum), .notPositive(.receivedAmount)),
      (receive("1", fee: "1"), .feeWithoutPrice), (buy("NaN"), .negative(.amount)),
    ]
  )
  func invalid(action: LedgerAction, reason: InvalidEntry) throws {
    for kind in Kind.allCases {
      let ledger = makeLedger(kind)
      #expect(throws: LedgerError.refused(.invalid(reason))) { try ledger.enter(action) }
      #expect(try ledger.snapshot().count == 0)
      #expect(reason.description.hasSuffix("."))
    }
  }

  @Test(
    "accepts the longest and shortest names, currencies and numbers",
    arguments: [
      buy("1", CoinReference(id: String(repeating: "x", count: 200), symbol: " ")),
      buy("1", CoinReference(id: "~", symbol: String(repeating: "é", count: 100))),
      buy("999999999999999999.999999999999999999", at: "0"), buy("0.000000000000000001", at: "0", "az"),
      buy("1", at: "989999999999999000", "09"), buy("1", at: "0.000000000000000001", "abcdefghijkl"),
      buy("1", at: "0", fee: "999999999999999999"),
    ]
  )
  func longestNames(action: LedgerAction) throws {
    let ledger = makeLedger(.file)
    let entry = try ledger.enter(action)
    #expect(entry.action == action)
    #expect(try ledger.snapshot().entries() == [entry])
  }

  @Test("limits the length of ledger notes", arguments: Kind.allCases)
  func notes(kind: Kind) throws {
    let ledger = makeLedger(kind)
    let entry = try ledger.enter(buy("1"), note: String(repeating: "\u{1}", count: 4_000))
    #expect(try ledger.snapshot().entries() == [entry])
    #expect(throws: LedgerError.refused(.invalid(.tooLong(.note, limit: 4_000)))) {
      try ledger.enter(buy("1"), note: String(repeating: "x", count: 4_001))
    }
    #expect(try ledger.enter(buy("1"), note: "").note == nil)
  }

  @Test("excludes a reversed entry from the balance, but keeps it in the ledger", arguments: Kind.allCases)
  func reversing(kind: Kind) throws {
    // Given
    let ledger = makeLedger(kind)
    let first = try ledger.enter(buy("2"))
    let sale = try ledger.enter(swap("1", bitcoin, "10", ethereum))

    // When
    let reversal = try ledger.reverse(sale.id, note: "mistake")

    // Then
    let snapshot = try ledger.snapshot()
    #expect(snapshot.entries() == [first, sale, reversal])
    #expect(snapshot.reversal(of: sale.id) == reversal.id)
    #expect(snapshot.reversal(of: first.id) == nil)
    #expect(snapshot.balances == [CoinBalance(coin: bitcoin, amount: 2)])
    #expect(throws: LedgerError.refused(.alreadyReversed(sale.id, by: reversal.id))) { try ledger.reverse(sale.id) }
    #expect(throws: LedgerError.refused(.notReversible(reversal.id))) { try ledger.reverse(reversal.id) }
    #expect(throws: LedgerError.refused(.unknownEntry(.numbered(7)))) { try ledger.reverse(.numbered(7)) }
  }

  @Test("refuses to reverse a purchase whose coins are no longer held", arguments: Kind.allCases)
  func reversingSoldCoins(kind: Kind) throws {
    // Given
    let ledger = makeLedger(kind)
    let first = try ledger.enter(buy("2"))
    let sale = try ledger.enter(sell("2"))

    // Then
    #expect(throws: LedgerError.refused(.insufficient(coin: bitcoin, held: 0, needed: 2))) {
      try ledger.reverse(first.id)
    }

    // When more coins are bought later, the sale would still precede them
    try ledger.enter(buy("2"))
    #expect(throws: LedgerError.refused(.neededLater(coin: bitcoin, by: sale.id))) { try ledger.reverse(first.id) }

    // When the sale is undone first
    try ledger.reverse(sale.id)
    try ledger.reverse(first.id)
    #expect(try ledger.snapshot().amount(ofCoin: "bitcoin") == 2)
  }

  @Test("never places a sale before its purchase if the clock is set back", arguments: Kind.allCases)
  func clockGoingBack(kind: Kind) throws {
    // Given
    let ledger = makeLedger(kind)
    clock.set(noon.addingTimeInterval(1_000_000))
    let purchase = try ledger.enter(buy("1"))

    // When
    clock.set(noon)
    let sale = try ledger.enter(sell("1"))

    // Then
    #expect(sale.time == purchase.time)
    #expect(try ledger.snapshot().holdings(method: .fifo, in: "aud").holdings.first?.uncovered == 0)

    // When the entries with the wrong time are undone, new entries use the current time again
    try ledger.reverse(sale.id)
    try ledger.reverse(purchase.id)
    clock.set(noon)
    #expect(try ledger.enter(buy("1")).time == noon)
  }

  @Test(
    "records an entry at the time of the latest effective entry if the clock was set back, and otherwise now",
    arguments: [
      // The seconds of earlier entries, the number of the entry that is reversed, and the seconds of now and the entry.
      ([0, 100], nil, 50, 100), ([100, 0], nil, 50, 100), ([0, 100], nil, 100, 100), ([0, 100], nil, 150, 150),
      ([0, 100], 1, 50, 50), ([0, 40, 100], 2, 50, 50), ([0, 60, 100], 2, 50, 60),
    ] as [([Double], Int?, Double, Double)]
  )
  func clockSetBack(times: [Double], reversed: Int?, now: Double, expected: Double) throws {
    // Given
    let ledger = makeLedger(.memory)
    clock.set(noon + 1_000)
    let entries = times.map { LedgerEntry(time: noon + $0, action: buy("1")) }
    try ledger.add(entries.enumerated().map { LedgerImportRow(position: .entry($0.offset + 1), entry: $0.element) })
    if let reversed { try ledger.reverse(entries[reversed].id) }

    // When
    clock.set(noon + now)

    // Then
    #expect(try ledger.enter(buy("1")).time == noon + expected)
  }

  @Test("refuses amounts that can't be added up exactly", arguments: Kind.allCases)
  func turnover(kind: Kind) throws {
    let ledger = makeLedger(kind)
    let most = "999999999999999999.999999999999999999"
    let rows = (1...99).map {
      LedgerImportRow(position: .line($0), entry: LedgerEntry(time: noon, action: receive(most)))
    }
    try ledger.add(rows)
    #expect(try ledger.snapshot().amount(ofCoin: "bitcoin") == number("98999999999999999999.999999999999999901"))
    for action in [receive(most), swap("1", bitcoin, most, ethereum)] {
      #expect(throws: LedgerError.refused(.invalid(.outOfRange(.amount)))) {
        try ledger.enter(action)
        try ledger.enter(swap("1", ethereum, most, bitcoin))
      }
    }
    try ledger.enter(receive("5", dogecoin))
    #expect(try ledger.snapshot().amount(ofCoin: "dogecoin") == 5)
  }

  @Test("refuses money that can't be added up exactly in a currency")
  func moneyTurnover() throws {
    let ledger = makeLedger(.memory)
    let rows = (1...100).map {
      LedgerImportRow(position: .line($0), entry: LedgerEntry(time: noon, action: buy("1", at: "980000000000000000")))
    }
    try ledger.add(rows)
    let refused = LedgerError.refused(.invalid(.outOfRange(.amount)))
    try ledger.enter(buy("1", at: "980000000000000000", fee: "980000000000000000"))
    // The total is 0.4 × 10¹⁷ below the limit.
    #expect(throws: refused) { try ledger.enter(buy("1", at: "40000000000000000")) }
    #expect(throws: refused) { try ledger.enter(buy("1", at: "0", fee: "40000000000000000")) }
    try ledger.enter(buy("1", at: "980000000000000000", "usd"))
    try ledger.enter(buy("1", at: "20000000000000000", fee: "19000000000000000"))
    // A single value has to be below 0.99 × 10¹⁸.
    try ledger.enter(buy("10", ethereum, at: "98999999999999000", "eur"))
    #expect(throws: refused) { try ledger.enter(buy("10", ethereum, at: "99000000000000000", "gbp")) }
  }

  @Test("imports all rows or nothing, in chronological order", arguments: Kind.allCases)
  func importing(kind: Kind) throws {
    // Given
    let ledger = makeLedger(kind)
    let sale = LedgerEntry(id: .numbered(2), time: noon - 50, action: sell("1"))
    let purchase = LedgerEntry(id: .numbered(1), time: noon - 100, action: buy("1"))

    // When the purchase comes later in the file but earlier in time
    let rows = [sale, purchase].enumerated().map { LedgerImportRow(position: .line($0.offset + 2), entry: $0.element) }
    #expect(try ledger.add(rows).summary == LedgerImportSummary(added: 2, skipped: 0, differing: []))

    // Then
    #expect(try ledger.snapshot().entries() == [sale, purchase])
    #expect(try ledger.add(rows).summary == LedgerImportSummary(added: 0, skipped: 2, differing: []))

    // When a row has changed since the first import
    let changed = LedgerEntry(id: sale.id, time: sale.time, action: sell("0.5"))
    let summary = try ledger.add([LedgerImportRow(position: .line(2), entry: changed)]).summary
    #expect(summary == LedgerImportSummary(added: 0, skipped: 1, differing: [sale.id]))
    #expect(try ledger.snapshot().entries() == [sale, purchase])
  }

  @Test("refuses an import with a row that removes more coins than were held at its time", arguments: Kind.allCases)
  func importingTooMuch(kind: Kind) throws {
    // Given
    let ledger = makeLedger(kind)
    let present = try ledger.enter(buy("1"))
    func row(_ line: Int, _ seconds: Double, _ action: LedgerAction) -> LedgerImportRow {
      LedgerImportRow(position: .line(line), entry: LedgerEntry(time: noon + seconds, action: action))
    }
    let early = [row(2, -10, buy("1", ethereum)), row(3, -5, sell("1"))]
    let future = [row(2, 0, buy("1")), row(3, 90_000, buy("1"))]
    let twice = [row(2, 5, sell("1")), row(3, 4, .reversal(of: present.id))]

    // Then
    #expect(
      throws: LedgerError.importRefused(.line(3), .insufficient(coin: bitcoin, held: 0, needed: 1))
    ) { try ledger.add(early) }
    #expect(throws: LedgerError.importRefused(.line(3), .invalid(.impossibleTime))) { try ledger.add(future) }
    #expect(
      throws: LedgerError.importRefused(.line(2), .insufficient(coin: bitcoin, held: 0, needed: 1))
    ) { try ledger.add(twice) }
    #expect(throws: LedgerError.importRefused(.line(9), .unknownEntry(.numbered(9)))) {
      try ledger.add([row(9, 0, .reversal(of: .numbered(9)))])
    }
    #expect(try ledger.snapshot().entries() == [present])
  }

  @Test("refuses an imported row that removes coins needed by an existing entry", arguments: Kind.allCases)
  func importingBeforeOthers(kind: Kind) throws {
    // Given
    let ledger = makeLedger(kind)
    try ledger.enter(buy("1"))
    clock.set(noon + 100)
    try ledger.enter(sell("1"))

    // Then
    let row = LedgerImportRow(position: .entry(1), entry: LedgerEntry(time: noon + 50, action: send("0.5")))
    #expect(
      throws: LedgerError.importRefused(.entry(1), .insufficient(coin: bitcoin, held: number("0.5"), needed: 1))
    ) { try ledger.add([row]) }
  }

  @Test(
    "imports many coins, and identifiers that are crafted to collide in an index",
    arguments: ["coins", "identifiers"]
  )
  func importingManyRows(kind: String) throws {
    // Given. By night, an import that takes quadratic time doesn't end within hours.
    let count = LongTests.rounds(byDay: 1_000, byNight: 100_000)
    let rows = (0..<count).flatMap { number in
      let coin = CoinReference(id: kind == "coins" ? "coin-\(number)" : "coin", symbol: "c")
      return [receive("2", coin), send("1", coin)].enumerated().map { offset, action in
        let place = number * 2 + offset
        // The lower half of these identifiers equals the constant in the index's hash.
        let id =
          kind == "coins"
          ? UUID.numbered(place)
          : UUID(
            uuid: (
              0, 0, 0, 0, UInt8(place >> 16), UInt8(place >> 8 & 255), UInt8(place & 255), 0,
              0x15, 0x7C, 0x4A, 0x7F, 0xB9, 0x79, 0x37, 0x9E
            )
          )
        return LedgerImportRow(position: .line(place + 2), entry: LedgerEntry(id: id, time: noon, action: action))
      }
    }
    let ledger = memoryLedger(now: { noon })

    // When
    let summary = try ledger.add(rows).summary

    // Then
    #expect(summary.added == 2 * count)
    let balances = try ledger.snapshot().balances
    #expect(balances.map(\.amount) == (kind == "coins" ? Array(repeating: 1, count: count) : [Decimal(count)]))
    #expect(try ledger.add(rows).summary.skipped == 2 * count)
  }
}
