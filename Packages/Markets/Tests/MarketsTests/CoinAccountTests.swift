import Components
import Foundation
import Markets
import Portfolio
import Testing

@Suite("What a person has of a coin", .timeLimit(.minutes(1)))
@MainActor
struct CoinAccountTests {
  private struct Shown {
    let model: CoinDetailViewModel
    let account: CoinAccountViewModel
    let screen: CoinDetailScreen
    let effects = FakeEffects()
    let ledger: InMemoryLedger

    @MainActor
    init() async {
      ledger = InMemoryLedger(now: { FakeRepository.date })
      model = CoinDetailViewModel("coin-0", repository: FakeRepository(), now: { FakeRepository.date })
      account = CoinAccountViewModel(ledger: ledger)
      screen = CoinDetailScreen(model: model, account: account, effects: effects, timeZone: .gmt)
      screen.appear()
      await model.settle()
      if let id = CoinID("coin-0") { await account.load(id) }
    }

    /// Types into the form as the program hands keys on.
    @MainActor
    func type(_ text: String) {
      for character in text { _ = screen.handle(.key(.character(character))) }
    }

    @MainActor
    func press(_ presses: KeyPress...) {
      for press in presses where !screen.keyMap.perform(press) { _ = screen.handle(.key(press)) }
    }

    /// Waits until the form is taken or refused.
    @MainActor
    func settle() async {
      while account.isWriting { await Task.yield() }
    }
  }

  @Test("Buying fills in the price of now, and is in the ledger exactly; undoing is an entry of its own")
  func buyAndUndo() async throws {
    // Given
    let shown = await Shown()

    // When
    shown.press(.character("b"))
    #expect(shown.screen.isEnteringText)
    shown.type("0.1")
    shown.press(KeyPress(.enter))
    while shown.screen.isEnteringText { await Task.yield() }

    // Then
    let entries = try shown.ledger.snapshot().entries()
    guard case .buy(let trade)? = entries.first?.action else { Issue.record("\(entries)"); return }
    #expect(trade.amount == Decimal(string: "0.1") && trade.price.value == Decimal(string: "740.7"))
    #expect(trade.coin.id == "coin-0" && trade.price.currency == "aud")
    guard case .loaded(let amount, let activities) = shown.account.state else { Issue.record("nothing"); return }
    #expect(amount == Decimal(string: "0.1") && activities.count == 1)
    try Golden.expect(shown.screen, matches: "coin-account.txt")

    // When undoing is asked for and declined
    shown.press(.character("u"))
    try Golden.expect(shown.screen, matches: "coin-undo.txt")
    shown.press(KeyPress(.enter))

    // Then nothing happened
    #expect(try shown.ledger.snapshot().entries().count == 1)

    // When it is confirmed
    shown.press(.character("u"), KeyPress(.tab), KeyPress(.enter))
    while shown.effects.messages.count < 2 { await Task.yield() }

    // Then
    #expect(shown.effects.messages == ["It is in the ledger.", "It is undone."])
    #expect(try shown.ledger.snapshot().amount(ofCoin: "coin-0") == 0)
    #expect(try shown.ledger.snapshot().entries().count == 2)
    // What was undone, and the undoing, can't be undone.
    shown.press(.character("u"))
    #expect(shown.screen.keyMap.title == shown.screen.title)
  }

  @Test("A click answers the question, and one beside it does nothing; a refusal is told")
  func undoByMouse() async throws {
    // Given a purchase of which some was sold, before anything else
    let shown = await Shown()
    let coin = Portfolio.Coin(id: "coin-0", symbol: "c0")
    let bought = try shown.ledger.enter(.buy(Trade(coin: coin, amount: 2, price: UnitPrice(500, "aud"))))
    try shown.ledger.enter(.send(Transfer(coin: coin, amount: 1)))
    await shown.account.load(try #require(CoinID("coin-0")))

    // When, Then
    func click(_ target: String, _ index: Int) {
      _ = shown.screen.handle(.click(target: target, index: index, at: .zero, count: 1))
    }
    shown.press(.character("u"))
    click("markets.ranges", 3)
    #expect(shown.model.range == .week && shown.screen.keyMap.title == "Undo this?")
    click("markets.confirmation", 1)
    while shown.effects.messages.isEmpty { await Task.yield() }
    #expect(try shown.ledger.snapshot().amount(ofCoin: "coin-0") == 2)

    // When the activity can't be undone any more since it was undone elsewhere
    shown.press(.character("u"))
    try shown.ledger.reverse(bought.id)
    click("markets.confirmation", 1)
    while shown.effects.messages.count < 2 { await Task.yield() }

    // Then
    #expect(shown.effects.messages.last?.contains("already") == true, "\(shown.effects.messages)")
  }

  @Test("Selling more than there is stays in the form with the ledger's reason")
  func refusal() async throws {
    let shown = await Shown()
    shown.press(.character("v"))
    shown.type("5")
    shown.press(KeyPress(.enter))
    while shown.account.isWriting { await Task.yield() }
    let environment = RenderEnvironment(isAnimated: false)
    var text = ""
    for _ in 0..<100_000 {
      text = shown.screen.body(size: Size(width: 80, height: 24), in: environment)
        .frame(size: Size(width: 80, height: 24), environment: environment).buffer.lines.joined(separator: "\n")
      if text.contains("not changed") { break }
      await Task.yield()
    }
    #expect(text.contains("not changed") && shown.screen.isEnteringText)
    #expect(try shown.ledger.snapshot().count == 0)
    // What was entered is lost with the second press only, after a warning.
    shown.press(KeyPress(.escape))
    #expect(shown.screen.isEnteringText)
    shown.press(KeyPress(.escape))
    #expect(!shown.screen.isEnteringText)
  }

  @Test(
    "A form takes exact numbers above zero and nothing else",
    arguments: [
      ("", false), ("0", false), ("-1", false), ("1e3", false), ("1,5", false), ("0x10", false), ("12abc", false),
      (".5", false),
      ("1.", false), (" 1 ", true), ("0.000000000000000001", true), ("123456789.5", true), ("١٢", false),
      ("nan", false),
    ]
  )
  func numbers(text: String, isTaken: Bool) {
    var form = CoinActionForm(.buy, price: 3)
    form.paste(text)
    let entry = Result { () throws(CoinActionForm.Problem) in try form.entry() }
    #expect(((try? entry.get()) != nil) == isTaken)
  }

  @Test("A swap asks for the other coin, and what is received may have no price")
  func otherForms() {
    var swap = CoinActionForm(.swap, price: 3)
    swap.paste("2")
    #expect(throws: CoinActionForm.Problem.self) { try swap.entry() }
    swap.move(by: 1)
    swap.paste("eth")
    swap.move(by: 1)
    swap.paste("0.5")
    #expect((try? swap.entry())?.otherCoin == "eth")
    var receive = CoinActionForm(.receive, price: 3)
    receive.paste("2")
    let entry = try? receive.entry()
    #expect(entry?.amount == 2 && entry?.price == nil)
    #expect(CoinActionForm(.send, price: 3).fields == [.amount])
  }

  @Test("Alerts are checked with every load that is not stale; vanished coins are no reason to fail")
  func alerts() async throws {
    // Given
    let store = InMemoryAlertStore(now: { FakeRepository.date })
    let coin = Portfolio.Coin(id: "coin-0", symbol: "c0")
    try store.add(AlertRequest(coin: coin, condition: .above(700), currency: "aud", repetition: .once))
    try store.add(AlertRequest(coin: coin, condition: .below(1), currency: "aud"))
    let gone = Portfolio.Coin(id: "gone", symbol: "gone")
    try store.add(AlertRequest(coin: gone, condition: .above(1), currency: "aud"))
    let repository = FakeRepository()
    let model = CoinListViewModel(
      repository: repository,
      alerts: AlertChecker(store: store, repository: repository),
      now: { FakeRepository.date }
    )
    var words: [String] = []
    model.onAlert = { words.append($0) }

    // When
    await model.load()
    await model.load()

    // Then
    #expect(words == ["C0 above $700.00 AUD: it is $740.70 now"])
    let page = try await repository.coins(CoinQuery())
    let evaluation = try await AlertChecker(store: store, repository: repository).check(page, .stored).get()
    #expect(evaluation.unchecked.map(\.alert.request.coin.id) == ["gone"])
  }
}
