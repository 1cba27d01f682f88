import BasicsTesting
import Components
import Foundation
import Portfolio
import Testing

@testable import Markets

@Suite("Entry form")
struct EntryFormTests {
  private static let date = FakeRepository.date

  private func form(_ action: CoinAction = .buy) -> EntryForm {
    EntryForm(action, currency: "AUD", timeZone: .gmt, now: { Self.date })
  }

  private func form(_ action: CoinAction = .buy, _ texts: [(EntryForm.Field, String)]) -> EntryForm {
    var form = form(action)
    for (field, text) in texts {
      form.select(field)
      form.paste(text)
    }
    return form
  }

  private func form(replacing entry: LedgerEntry) -> EntryForm? {
    EntryForm(replacing: entry, currency: "AUD", timeZone: .gmt, now: { Self.date })
  }

  private func refusal(_ form: EntryForm) -> EntryForm.Problem? {
    do {
      _ = try form.values()
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "accepts only exact numbers above zero as amounts",
    arguments: [
      ("", false), ("0", false), ("-1", false), ("1e3", false), ("1,5", false), ("0x10", false), ("12abc", false),
      (".5", false), ("1.", false), (" 1 ", true), ("0.000000000000000001", true), ("123456789.5", true),
      ("١٢", false), ("nan", false),
    ]
  )
  func amounts(text: String, isTaken: Bool) {
    let problem = refusal(form(.buy, [(.price, "3"), (.amount, text)]))
    #expect((problem == nil) == isTaken)
    #expect(isTaken || problem?.field == .amount)
  }

  @Test(
    "accepts current and earlier dates in the user's time zone",
    arguments: [
      ("", nil), ("2026-01-31", "2026-01-31T00:00:00Z"), ("2026-01-31 11:59", "2026-01-31T11:59:00Z"),
      ("2026-01-31T12:00:00Z", "2026-01-31T12:00:00Z"), ("2026-01-31T13:00+10:00", "2026-01-31T03:00:00Z"),
      ("yesterday", "2026-01-30T00:00:00Z"), ("last week", "2026-01-24T00:00:00Z"), ("-7d", "2026-01-24T00:00:00Z"),
    ] as [(String, String?)]
  )
  func dates(text: String, expected: String?) throws {
    let values = try form(.buy, [(.amount, "1"), (.price, "3"), (.date, text)]).values()
    #expect(values.time?.formatted(.iso8601) == expected)
  }

  @Test(
    "refuses an invalid date, and gives an example of a valid one",
    arguments: [
      "2026-01-31 12:01", "2027-01-01", "tomorrow", "31.1.2026", "2026/01/31", "2026-02-30", "1969-12-31", "2026-01-3",
    ]
  )
  func wrongDates(text: String) throws {
    let problem = try #require(refusal(form(.buy, [(.amount, "1"), (.price, "3"), (.date, text)])))
    #expect(problem.field == .date)
    #expect(problem.message.hasPrefix("Enter "), "\(problem.message)")
  }

  @Test("shows an error when a field loses focus, and removes the error once the field is corrected")
  func validation() {
    var form = self.form(.buy, [(.amount, "1.")])
    #expect(form.state.problems.isEmpty)
    form.move(by: 1)
    #expect(form.state.problems[.amount] == "Enter a number above zero, such as 0.25.")
    form.move(by: -1)
    form.paste("5")
    #expect(form.state.problems.isEmpty)
  }

  @Test("calculates the exact total from the price, or the exact price from a typed total")
  func total() throws {
    var form = self.form(.buy, [(.amount, "3"), (.price, "2.5")])
    #expect(form.state.text(.total).text == "7.5")
    form.select(.total)
    for _ in 0..<3 { _ = form.handle(KeyPress(.backspace)) }
    form.paste("10")
    #expect(form.state.text(.price).text == "3.33333333")
    #expect(try form.values().price == Decimal(string: "3.333333333333333333"))
    // A typed price determines the total again.
    form.select(.price)
    _ = form.handle(.control("u"))
    form.paste("4")
    #expect(form.state.text(.total).text == "12")
    #expect(try form.values().price == 4)
  }

  @Test("keeps a typed price when later suggestions arrive")
  func proposals() throws {
    var form = self.form()
    form.propose(100)
    #expect(form.state.text(.price).text == "100")
    #expect(!form.state.hasInput)
    form.propose(nil)
    #expect(form.state.text(.price).isEmpty)
    form.select(.price)
    form.paste("7")
    form.propose(100)
    #expect(form.state.text(.price).text == "7")
    #expect(form.state.hasInput)
  }

  @Test("never uses the suggested price of a purchase as the cost of received coins")
  func receipts() throws {
    var form = self.form(.buy, [(.amount, "2")])
    form.propose(100)
    form.choose(.receive)
    #expect(try form.values().price == nil)
    form.propose(100)
    #expect(try form.values().price == nil)
  }

  @Test("requires a price for trades and for entries with a fee")
  func prices() {
    #expect(refusal(form(.sell, [(.amount, "1")]))?.field == .price)
    #expect(refusal(form(.send, [(.amount, "1")])) == nil)
    #expect(refusal(form(.send, [(.amount, "1"), (.fee, "2")]))?.field == .fee)
    #expect(refusal(form(.send, [(.amount, "1"), (.fee, "2"), (.price, "5")])) == nil)
    #expect(refusal(form(.swap, [(.amount, "1"), (.otherCoin, "eth")]))?.field == .otherAmount)
  }

  @Test("keeps an entry's exact time until the date text is changed")
  func editing() throws {
    let time = Self.date.addingTimeInterval(-90.5)
    let trade = Trade(coin: CoinReference(id: "coin-0", symbol: "c0"), amount: 2, price: UnitPrice(5, "usd"), fee: 1)
    let entry = LedgerEntry(time: time, action: .sell(trade), note: "for the bicycle")
    var form = try #require(self.form(replacing: entry))
    let values = try form.values()
    #expect(form.currency == "USD")
    #expect(!form.state.hasInput)
    #expect(values.amount == 2)
    #expect(values.price == 5)
    #expect(values.fee == 1)
    #expect(values.note == "for the bicycle")
    #expect(values.time == time)
    form.select(.date)
    _ = form.handle(KeyPress(.end))
    form.paste(":00")
    #expect(try form.values().time?.formatted(.iso8601) == "2026-01-31T11:58:00Z")
    let reversal = LedgerEntry(time: time, action: .reversal(of: UUID()))
    #expect(self.form(replacing: reversal)?.title == nil)
  }

  @Test("returns values within the limits, or an error, for any form input")
  func fuzz() {
    var random = SeededGenerator(seed: 17)
    let pieces = ["1", "0", ".", "9999999999", "-", "é", " ", "2026-01-3", "1", ":", "T", "Z", "\u{1B}[31m", "e", ","]
    var taken = 0
    for _ in 0..<LongTests.rounds(byDay: 600, byNight: 30_000) {
      var form = self.form(CoinAction.allCases.randomElement(using: &random) ?? .buy)
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: form.move(by: Bool.random(using: &random) ? 1 : -1)
        case 1: form.choose(CoinAction.allCases.randomElement(using: &random) ?? .sell)
        case 2: form.propose(Bool.random(using: &random) ? 12.5 : nil)
        case 3: _ = form.handle(KeyPress(.backspace))
        default: form.paste(pieces.randomElement(using: &random) ?? "")
        }
      }
      guard let values = try? form.values() else { continue }
      taken += 1
      let (price, time) = (values.price ?? 0, values.time ?? Self.date)
      #expect(values.amount > 0 && values.fee >= 0 && price >= 0)
      #expect(time <= Self.date)
      #expect(!form.needsPrice || values.price != nil)
    }
    #expect(taken > 0)
  }
}
