import Components
import Foundation
import Testing

@testable import Markets
@testable import Portfolio

@Suite("Alert form")
struct AlertFormTests {
  private static let coin = CoinReference(id: "coin-0", symbol: "c0")

  private static func alert(_ condition: AlertCondition, _ repetition: AlertRepetition = .once) -> PriceAlert {
    let request = AlertRequest(coin: coin, condition: condition, currency: "aud", repetition: repetition)
    return PriceAlert(id: 3, request: request, created: FakeRepository.date, state: .armed)
  }

  private static func price(_ price: Decimal, age: TimeInterval = 0) throws -> AlertForm.LatestPrice {
    let time = FakeRepository.date - age
    let quote = try #require(Quote(price: price, dayChange: 6, time: time, source: "Fake"))
    return AlertForm.LatestPrice(quote: quote, provenance: Provenance(asOf: time))
  }

  @Test(
    "chooses the next or the previous condition with keys, around both ends, and ignores other keys",
    arguments: [
      ([.right], .below, true), ([.right, .right], .rises, true), ([.left], .falls, true),
      ([.left, .right], .above, true),
      ([.character(" ")], .below, true), ([.right, .right, .right, .right], .above, true), ([.up], .above, false),
      ([.character("x")], .above, false),
    ] as [([Key], AlertForm.Kind, Bool)]
  )
  func conditions(keys: [Key], kind: AlertForm.Kind, isHandled: Bool) {
    var form = AlertForm(currency: .aud)
    form.move(by: 1)
    #expect(form.state.selected == .condition)
    #expect(!form.isInText)
    let reactions = keys.map { form.handle(KeyPress($0)) }
    #expect(reactions.allSatisfy { $0 == isHandled })
    #expect(form.kind == kind)
    #expect(!form.isOnce)
  }

  @Test("turns the repetition on and off with keys, without changing the condition")
  func repetition() {
    var form = AlertForm(currency: .aud)
    form.move(by: -1)
    #expect(form.state.selected == .repetition)
    _ = form.handle(KeyPress(.left))
    #expect(form.isOnce)
    _ = form.handle(.character(" "))
    #expect(!form.isOnce)
    #expect(form.kind == .above)
  }

  @Test("selects a clicked field, and changes a choice field that is clicked again")
  func clicks() {
    var form = AlertForm(currency: .aud)
    form.select(1)
    #expect(form.state.selected == .condition)
    #expect(form.kind == .above)
    form.select(1)
    #expect(form.kind == .below)
    form.select(3)
    #expect(form.state.selected == .repetition)
    #expect(!form.isOnce)
    form.select(3)
    #expect(form.isOnce)
    form.select(4)
    form.select(-1)
    #expect(form.state.selected == .repetition)
    form.choose(3)
    #expect(form.kind == .falls)
    #expect(form.state.selected == .condition)
    form.choose(4)
    #expect(form.kind == .falls)
    form.paste("5")
    #expect(form.state.text(.limit).text.isEmpty)
  }

  @Test("edits an alert without losing its baseline and its margin")
  func replacing() throws {
    let margin = AlertRepetition.recurring(margin: Decimal(string: "0.05") ?? 0)
    let alert = Self.alert(.rises(percent: 5, since: .price(100)), margin)
    var form = try #require(AlertForm(replacing: alert))
    #expect(form.state.selected == .limit)
    #expect(!form.hasInput)
    #expect(
      try form.request()
        == AlertForm.Request(
          coin: "coin-0",
          condition: .rises(percent: 5, since: .price(100)),
          currency: .aud,
          repetition: margin
        )
    )
    form.choose(3)
    #expect(form.hasInput)
    #expect(try form.request().condition == .falls(percent: 5, since: .price(100)))
    form.choose(2)
    #expect(!form.hasInput)
    form.select(3)
    form.select(3)
    #expect(form.hasInput)
    #expect(try form.request().repetition == .once)
    let once = try #require(AlertForm(replacing: Self.alert(.below(5))))
    #expect(once.kind == .below)
    #expect(once.isOnce)
    #expect(try once.request().repetition == .once)
    let unknown = AlertRequest(coin: Self.coin, condition: .above(1), currency: "coins")
    #expect(
      AlertForm(replacing: PriceAlert(id: 1, request: unknown, created: .distantPast, state: .armed)) == nil
    )
  }

  @Test("makes an edited one-time alert recurring with the default margin")
  func recurring() throws {
    var form = try #require(AlertForm(replacing: Self.alert(.above(5))))
    form.select(3)
    form.select(3)
    #expect(try form.request().repetition == .recurring())
    form.choose(2)
    #expect(try form.request().condition == .rises(percent: 5, since: .day))
  }

  @Test(
    "explains the threshold with the baseline, the latest price, and a warning if the condition already holds",
    arguments: [
      (AlertCondition.above(900), nil, ""), (.above(900), 0.0, "Now $800.00 AUD"),
      (.above(800), 0, "! Now $800.00 AUD: condition already met"), (.below(799), 0, "Now $800.00 AUD"),
      (.rises(percent: 7, since: .day), nil, "Within 24 hours"),
      (.rises(percent: 7, since: .day), 0, "Within 24 hours; now $800.00 AUD"),
      (.rises(percent: 6, since: .day), 0, "! Within 24 hours; now $800.00 AUD: condition already met"),
      (
        .falls(percent: 5, since: .price(1_000)), 7_200,
        "! Since $1,000.00 AUD; $800.00 AUD 2 h ago: condition already met"
      ),
      (.above(900), 300, "Now $800.00 AUD"), (.above(900), 301, "$800.00 AUD 5 min ago"),
      (.above(900), -61, "$800.00 AUD of unknown age"),
    ] as [(AlertCondition, TimeInterval?, String)]
  )
  func notes(condition: AlertCondition, age: TimeInterval?, note: String) throws {
    var form = try #require(AlertForm(replacing: Self.alert(condition)))
    if let age { form.show(try Self.price(800, age: age), of: "coin-0") }
    #expect(form.limitNote(now: FakeRepository.date, .ascii) == note)
  }

  @Test("shows a price only for the form's coin, and forgets it when the coin is edited")
  func priceOfCoin() throws {
    var form = AlertForm(coin: "coin-0", currency: .aud)
    #expect(form.state.selected == .limit)
    #expect(form.coin == "coin-0")
    form.show(try Self.price(800), of: "coin-1")
    #expect(form.price == nil)
    form.show(try Self.price(800), of: "coin-0")
    #expect(form.price != nil)
    form.paste("5")
    #expect(form.price != nil)
    form.select(0)
    form.paste("x")
    #expect(form.price == nil)
    form.choose(FakeRepository.coins(1)[0])
    #expect(form.chosenCoin == "coin-0")
    #expect(form.hasInput)
    form.show(try Self.price(800), of: "coin-0")
    #expect(form.price != nil)
    _ = form.handle(.character("y"))
    #expect(form.chosenCoin == nil)
    #expect(AlertForm(currency: .aud).coin == nil)
    #expect(!AlertForm(coin: "coin-0", currency: .aud).hasInput)
  }

  @Test("shows an invalid threshold's error when the field is left, and removes it when the text is corrected")
  func errors() {
    var form = AlertForm(coin: "coin-0", currency: .aud)
    form.paste("0")
    #expect(form.state.problems.isEmpty)
    form.move(by: 1)
    #expect(form.state.problems == [.limit: "Enter a number above zero, such as 0.25."])
    form.move(by: -1)
    form.paste(".5")
    #expect(form.state.problems.isEmpty)
    form.refuse(AlertForm.Problem(field: .coin, message: "No coin."))
    #expect(form.state.problems == [.coin: "No coin."])
    #expect(form.state.selected == .coin)
    form.choose(FakeRepository.coins(1)[0])
    #expect(form.state.problems.isEmpty)
  }
}

@Suite("Coin suggestions")
struct CoinSuggestionsTests {
  private static let coins = [("aab", "xab", "Cab"), ("ab", "yy", "Ya"), ("c", "abc", "Abba"), ("d", "dd", "AB")]
    .compactMap { id, symbol, name in CoinID(id).map { Coin(id: $0, symbol: symbol.uppercased(), name: name) } }

  @Test(
    "lists exact matches of a symbol, ID or name first, then prefixes, then other matches",
    arguments: [
      ("ab", 5, ["ab", "d", "c", "aab"]), ("AB", 5, ["ab", "d", "c", "aab"]), ("ab", 2, ["ab", "d"]), ("", 5, []),
      ("zz", 5, []), ("dd", 5, ["d"]), ("ca", 5, ["aab"]),
    ]
  )
  func order(text: String, limit: Int, ids: [String]) {
    #expect(CoinSuggestions(text, in: Self.coins, limit: limit).coins.map(\.id.description) == ids)
  }

  @Test("highlights a suggestion with keys or the mouse, and stays within the suggestions")
  func highlight() {
    var suggestions = CoinSuggestions("ab", in: Self.coins)
    #expect(suggestions.choice?.id.description == "ab")
    suggestions.move(by: 1)
    #expect(suggestions.choice?.id.description == "d")
    suggestions.move(by: 9)
    #expect(suggestions.highlighted == 3)
    suggestions.move(by: -9)
    #expect(suggestions.highlighted == 0)
    suggestions.highlight(2)
    suggestions.highlight(4)
    suggestions.highlight(-1)
    #expect(suggestions.choice?.id.description == "c")
    var none = CoinSuggestions()
    none.move(by: 1)
    none.highlight(0)
    #expect(none.choice == nil)
    #expect(none.isEmpty)
    #expect(none.highlighted == 0)
  }
}
