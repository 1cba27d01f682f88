import Basics
import BasicsTesting
import Components
import Foundation
import Persistence
import PersistenceTesting
import Testing

@testable import Markets
@testable import Portfolio

@Suite("Entry view model")
@MainActor
struct EntryViewModelTests {
  @MainActor
  private struct Entering {
    let model: EntryViewModel
    let ledger: FileLedger
    let repository: FakeRepository

    init(
      _ repository: FakeRepository = FakeRepository(),
      ledger: FileLedger = memoryLedger(now: { FakeRepository.date })
    ) {
      self.repository = repository
      self.ledger = ledger
      model = EntryViewModel(
        ledger: ledger,
        repository: repository,
        timeZone: .gmt,
        now: { FakeRepository.date }
      )
    }

    func open(_ action: CoinAction) {
      model.open(action, FakeRepository.coins(60)[0], asOf: FakeRepository.date, currency: .aud)
    }

    func type(_ text: String, into field: EntryForm.Field) {
      model.select(field)
      for character in text { _ = model.handle(.character(character)) }
    }

    func text(_ field: EntryForm.Field) -> String { model.form?.state.text(field).text ?? "" }

    var lines: String {
      let environment = RenderEnvironment(isAnimated: false)
      let size = Size(width: 60, height: 24)
      let widget = model.over(Text(" "), size: size, in: environment)
      let lines = widget.frame(size: size, environment: environment).buffer.lines
      // Lines may be wrapped within the panel.
      return lines.joined().split(whereSeparator: { " │▸✗".contains($0) }).joined(separator: " ")
    }
  }

  private static let coin = CoinReference(id: "coin-0", symbol: "c0")

  @Test("suggests the current price, and shows its age")
  func currentPrice() async {
    let entering = Entering()
    entering.open(.buy)
    #expect(entering.text(.price) == "740.7")
    #expect(entering.lines.contains("Fake, just now"))
  }

  @Test("suggests the chart's price for a past date, and shows the price's source")
  func pastPrice() async throws {
    let entering = Entering()
    entering.open(.buy)
    entering.type("2", into: .amount)
    entering.type("2026-01-30 12:00", into: .date)
    await entering.model.settle()
    // This is the point 24 hours earlier.
    #expect(entering.text(.price) == "\(100 + (25 * 13) % 29)")
    #expect(entering.lines.contains("Fake's chart (2026-01-30 12:00)"), "\(entering.lines)")
    _ = try #require(await entering.model.submit())
    let entry = try #require(try entering.ledger.snapshot().entries().first)
    #expect(entry.time.formatted(.iso8601) == "2026-01-30T12:00:00Z")
  }

  @Test("removes the suggested price if the chart has no price for the date, and requires a typed price")
  func missingPrice() async throws {
    let entering = Entering(FakeRepository(points: []))
    entering.open(.sell)
    entering.type("1", into: .amount)
    entering.type("2025-11-01", into: .date)
    await entering.model.settle()
    #expect(entering.text(.price).isEmpty)
    #expect(entering.lines.contains("Fake has no price for that date."))
    #expect(await entering.model.submit() == nil)
    #expect(entering.model.form?.state.problems[.price] == "Enter the price of one coin.")
    #expect(try entering.ledger.snapshot().count == 0)
  }

  @Test("explains why a source's prices don't reach back far enough")
  func tooLongAgo() async throws {
    let entering = Entering()
    entering.open(.buy)
    entering.type("1999-12-31", into: .date)
    await entering.model.settle()
    #expect(entering.lines.contains("the plan has 365 days"), "\(entering.lines)")
  }

  @Test("keeps a typed price, and shows the known price next to it")
  func ownPrice() async throws {
    let entering = Entering()
    entering.open(.buy)
    entering.model.select(.price)
    _ = entering.model.handle(.control("u"))
    entering.type("700", into: .price)
    entering.type("2026-01-30 12:00", into: .date)
    await entering.model.settle()
    #expect(entering.text(.price) == "700")
    #expect(entering.lines.contains("$106.00: Fake's chart"), "\(entering.lines)")
  }

  @Test("refuses to record an entry while the price for its date is loading")
  func loadingPrice() async throws {
    let repository = FakeRepository()
    let entering = Entering(repository)
    entering.open(.buy)
    await entering.model.settle()
    entering.type("1", into: .amount)
    let gate = Gate()
    repository.hold(at: gate)
    entering.type("2026-01-30", into: .date)
    await gate.waitForArrival()
    #expect(await entering.model.submit() == nil)
    #expect(entering.model.form?.state.problems[.price] == "The price for that date is still loading.")
    #expect(entering.model.form?.state.selected == .date)
    await gate.open()
    await entering.model.settle()
    #expect(entering.model.form?.state.problems[.price] == nil)
    #expect(entering.model.form?.state.selected == .date)
    #expect(await entering.model.submit() != nil)
  }

  @Test("shows the price of received coins without filling it in")
  func receipt() async throws {
    let entering = Entering()
    entering.open(.receive)
    entering.type("2", into: .amount)
    #expect(entering.text(.price).isEmpty)
    #expect(entering.lines.contains("$740.70: Fake, just now"), "\(entering.lines)")
    #expect(await entering.model.submit()?.message == "Receipt recorded.")
    let entry = try #require(try entering.ledger.snapshot().entries().first)
    #expect(entry.action == .receive(Transfer(coin: Self.coin, amount: 2)))
  }

  @Test("records the fee, note and date for every action", arguments: CoinAction.allCases)
  func everyAction(action: CoinAction) async throws {
    // Given
    let entering = Entering()
    let start = FakeRepository.date.addingTimeInterval(-86_400 * 30)
    try entering.ledger.enter(.receive(Transfer(coin: Self.coin, amount: 10)), note: nil, at: start)
    entering.open(action)
    await entering.model.settle()

    // When
    entering.type("2", into: .amount)
    if action == .swap {
      entering.type("c3", into: .otherCoin)
      entering.type("4", into: .otherAmount)
    }
    entering.model.select(.price)
    _ = entering.model.handle(.control("u"))
    entering.type("50", into: .price)
    entering.type("1.5", into: .fee)
    entering.type("2026-01-30 12:00", into: .date)
    entering.type("by hand", into: .note)
    let outcome = await entering.model.submit()

    // Then
    #expect(outcome?.message.hasSuffix("recorded.") == true)
    #expect(entering.model.form == nil)
    let entry = try #require(try entering.ledger.snapshot().activities().first?.entry)
    let (price, fee) = (UnitPrice(50, "aud"), try #require(Decimal(string: "1.5")))
    let other = CoinReference(id: "coin-3", symbol: "c3")
    let expected: LedgerAction =
      switch action {
      case .buy: .buy(Trade(coin: Self.coin, amount: 2, price: price, fee: fee))
      case .sell: .sell(Trade(coin: Self.coin, amount: 2, price: price, fee: fee))
      case .swap:
        .swap(
          Swap(given: Self.coin, givenAmount: 2, received: other, receivedAmount: 4, price: price, fee: fee)
        )
      case .send: .send(Transfer(coin: Self.coin, amount: 2, price: price, fee: fee))
      case .receive: .receive(Transfer(coin: Self.coin, amount: 2, price: price, fee: fee))
      }
    #expect(entry.action == expected)
    #expect(entry.note == "by hand")
    #expect(entry.time.formatted(.iso8601) == "2026-01-30T12:00:00Z")
  }

  @Test("searches for the coin as its name is typed, and selects a match with keys or the mouse")
  func search() async throws {
    // Given
    let entering = Entering()
    entering.model.open(currency: .aud)
    await entering.model.settle()

    // When
    entering.type("coin-1", into: .coin)

    // Then exact name matches come first
    #expect(entering.model.suggestions.coins.map(\.id.description).prefix(2) == ["coin-1", "coin-10"])
    #expect(entering.lines.contains("Coin 10 C10"))
    entering.model.suggestions.move(by: 1)
    entering.model.takeSuggestion()
    #expect(entering.text(.coin) == "Coin 10")
    #expect(entering.text(.price) == "617.25")
    #expect(entering.model.form?.state.selected == .amount)

    // When another match is clicked
    entering.model.select(.coin)
    _ = entering.model.handle(.control("u"))
    entering.type("c2", into: .coin)
    let event = ScreenEvent.click(target: "markets.entry.suggestions", index: 1, at: .zero, count: 1)
    let isHandled = entering.model.handle(event, submit: {}, leave: {})
    #expect(isHandled)

    // Then
    #expect(entering.text(.coin) == "Coin 20")
  }

  @Test("looks up a coin that isn't in the list, and reports an unknown coin")
  func lookUp() async throws {
    let entering = Entering(FakeRepository(FakeRepository.coins(300)))
    entering.model.open(currency: .aud)
    await entering.model.settle()
    entering.type("nothing", into: .coin)
    entering.type("1", into: .amount)
    #expect(await entering.model.submit() == nil)
    #expect(entering.model.form?.state.problems[.coin]?.contains("Did you mean coin-1?") == true)
    _ = entering.model.handle(.control("u"))
    entering.type("coin-299", into: .coin)
    #expect(await entering.model.submit()?.message == "Purchase recorded.")
    #expect(try entering.ledger.snapshot().amount(ofCoin: "coin-299") == 1)
  }

  @Test("ignores the result of a coin lookup if the coin's text has changed since", arguments: ["coin-299", "nothing"])
  func lateLookUp(coin: String) async {
    // Given
    let repository = FakeRepository(FakeRepository.coins(300))
    let entering = Entering(repository)
    entering.model.open(currency: .aud)
    await entering.model.settle()
    entering.type(coin, into: .coin)
    let gate = Gate()
    repository.hold(at: gate)

    // When
    let lookUp = StartedTasks { entering.model.select(.amount) }
    await gate.waitForArrival()
    entering.type("x", into: .coin)
    await gate.open()
    await lookUp.wait()

    // Then
    #expect(entering.text(.coin) == coin + "x")
    #expect(entering.model.form?.state.problems[.coin] == nil)
  }

  @Test("reports an unknown coin without moving the focus from another field")
  func lookUpInBackground() async {
    let repository = FakeRepository()
    let entering = Entering(repository)
    entering.model.open(currency: .aud)
    await entering.model.settle()
    entering.type("nothing", into: .coin)
    let lookUp = StartedTasks { entering.model.select(.note) }
    await lookUp.wait()
    #expect(entering.model.form?.state.problems[.coin]?.contains("Did you mean coin-1?") == true)
    #expect(entering.model.form?.state.selected == .note)
  }

  @Test("records an entry once if a background lookup finds the coin during submission")
  func lookUpDuringSubmission() async throws {
    // Given
    let repository = FakeRepository(FakeRepository.coins(300))
    let entering = Entering(repository)
    entering.model.open(currency: .aud)
    await entering.model.settle()
    entering.type("2", into: .amount)
    entering.type("coin-299", into: .coin)
    let (background, submission) = (Gate(), Gate())
    repository.hold(at: background)
    repository.hold(at: submission)
    let lookUp = StartedTasks { entering.model.select(.amount) }
    await background.waitForArrival()

    // When
    async let change = entering.model.submit()
    await submission.waitForArrival()
    await background.open()
    await lookUp.wait()
    await submission.open()

    // Then
    #expect(await change?.message == "Purchase recorded.")
    #expect(try entering.ledger.snapshot().amount(ofCoin: "coin-299") == 2)
  }

  @Test("keeps all input if the entry can't be written")
  func writeFailure() async throws {
    // Given
    let disk = FaultyFileSystem(InMemoryFileSystem()) { $0.operation == .write ? .error(.noSpace) : nil }
    let entering = Entering(ledger: memoryLedger(now: { FakeRepository.date }, on: disk))
    entering.open(.buy)
    entering.type("2", into: .amount)
    entering.type("a long note", into: .note)

    // When
    #expect(await entering.model.submit() == nil)

    // Then
    #expect(entering.model.form?.problem?.contains("ENOSPC") == true, "\(entering.model.form?.problem ?? "")")
    #expect(entering.text(.amount) == "2")
    #expect(entering.text(.note) == "a long note")
    #expect(entering.model.hasInput)
  }

  @Test("closes the form if the entry is in the ledger but its durability isn't confirmed")
  func notConfirmed() async throws {
    let disk = FaultyFileSystem(InMemoryFileSystem()) {
      $0.operation == .synchronize && $0.path.hasSuffix("ledger.jsonl") ? .error(.inputOutput) : nil
    }
    let entering = Entering(ledger: memoryLedger(now: { FakeRepository.date }, on: disk))
    entering.open(.buy)
    entering.type("2", into: .amount)
    let outcome = try #require(await entering.model.submit())
    #expect(outcome.message.contains("Don't record the entry again"), "\(outcome.message)")
    #expect(outcome.tone == .warning)
    #expect(entering.model.form == nil)
  }

  @Test("shows the ledger's refusal next to the invalid field")
  func refusal() async throws {
    let entering = Entering()
    entering.open(.sell)
    entering.type("5", into: .amount)
    entering.model.select(.note)
    #expect(await entering.model.submit() == nil)
    #expect(entering.model.form?.state.problems[.amount]?.contains("You hold only 0 C0") == true)
    #expect(entering.model.form?.state.selected == .amount)
  }

  @Test("edits an entry by reversing it and recording a new entry")
  func editing() async throws {
    // Given a purchase whose coins were partly sold
    let entering = Entering()
    let time = FakeRepository.date.addingTimeInterval(-3_600.5)
    let trade = Trade(coin: Self.coin, amount: 3, price: UnitPrice(500, "aud"), fee: 1)
    let original = try entering.ledger.enter(.buy(trade), note: "first", at: time)
    try entering.ledger.enter(.send(Transfer(coin: Self.coin, amount: 1)))

    // When
    entering.model.edit(original, currency: .usd)
    #expect(!entering.model.hasInput)
    #expect(entering.lines.contains("Edit C0"))
    entering.model.select(.amount)
    _ = entering.model.handle(KeyPress(.backspace))
    entering.type("2", into: .amount)
    #expect(await entering.model.submit()?.message == "Entry changed.")

    // Then
    let snapshot = try entering.ledger.snapshot()
    #expect(snapshot.amount(ofCoin: "coin-0") == 1)
    let replacement = try #require(snapshot.activities().first { $0.entry.note == "first" && !$0.isReversed }?.entry)
    #expect(replacement.action == .buy(Trade(coin: Self.coin, amount: 2, price: UnitPrice(500, "aud"), fee: 1)))
    #expect(abs(replacement.time.timeIntervalSince(time)) < 0.001)
  }
}
