import Basics
import BasicsTesting
import Components
import Foundation
import Persistence
import PersistenceTesting
import Testing

@testable import Markets
@testable import Portfolio

@Suite("Coin page account")
@MainActor
struct CoinAccountTests {
  @MainActor
  private struct Shown {
    let model: CoinDetailViewModel
    let account: CoinAccountViewModel
    let screen: CoinDetailScreen
    let effects = FakeEffects()
    let ledger: FileLedger

    init(
      _ repository: FakeRepository = FakeRepository(),
      timeZone: TimeZone = .gmt,
      ledger: FileLedger = memoryLedger(now: { FakeRepository.date })
    ) async {
      self.ledger = ledger
      model = CoinDetailViewModel("coin-0", repository: repository, now: { FakeRepository.date })
      account = CoinAccountViewModel(ledger: ledger)
      screen = CoinDetailScreen(model: model, account: account, effects: effects, timeZone: timeZone)
      let screen = screen
      // A load of the account that is still running would supersede the loads in a test.
      await StartedTasks { screen.appear() }.wait()
      if let id = CoinID("coin-0") { await account.load(id, in: .aud) }
    }

    var text: String {
      let environment = RenderEnvironment(isAnimated: false)
      let size = Size(width: 80, height: 40)
      return screen.frame(size: size, in: environment).buffer.lines
        .joined(separator: "\n")
    }

    func type(_ text: String) {
      for character in text { _ = screen.handle(.key(.character(character))) }
    }

    func press(_ presses: KeyPress...) {
      for press in presses where !screen.keyMap.perform(press) { _ = screen.handle(.key(press)) }
    }
  }

  @Test("draws the chart across a wide page, and shows activities beside the figures", arguments: [30, 56])
  func wideChart(height: Int) async throws {
    let shown = await Shown()
    for _ in 0..<20 {
      try shown.ledger.enter(.receive(Transfer(coin: CoinReference(id: "coin-0", symbol: "c0"), amount: 1)))
    }
    await shown.account.load(try #require(CoinID("coin-0")), in: .aud)
    let size = Size(width: 106, height: height)
    let frame = shown.screen.frame(size: size, in: RenderEnvironment(isAnimated: false))
    let plot = try #require(frame.plots[CoinDetailScreen.chartTarget])
    #expect(plot.area.width > 85)
    #expect(plot.area.height >= height / 3)
    let heading = try #require(frame.buffer.lines.first { $0.contains("Activities") })
    #expect(heading.hasPrefix("Market cap") || heading.contains("A$") || heading.contains("$"), "\(heading)")
    #expect(frame.buffer.lines.contains { $0.contains("Received 1 C0") })
  }

  @Test("records a purchase with the date and the price at the chart's cursor, without another request")
  func buyAtCursor() async throws {
    // Given
    let repository = FakeRepository()
    let shown = await Shown(repository)
    let first = try #require(shown.model.history?.points.first)
    let requests = repository.ranges.count

    // When
    shown.press(KeyPress(.home), .character("b"))

    // Then
    #expect(shown.text.contains("2026-01-29 11:00"))
    #expect(shown.text.contains("Fake's chart"))

    // When
    shown.type("0.5")
    shown.press(KeyPress(.enter))
    await settle { shown.account.state.value?.activities.isEmpty == false }

    // Then
    let entry = try #require(try shown.ledger.snapshot().entries().first)
    guard case .buy(let trade) = entry.action else { Issue.record("\(entry)"); return }
    #expect(trade.price.value == first.price)
    #expect(entry.time == first.date)
    #expect(repository.ranges.count == requests)
    #expect(shown.text.contains("Holding 0.5 C0  $370.35  ▲"))
  }

  @Test(
    "suggests the current price if the date or the price at the chart's cursor isn't valid for an entry",
    arguments: [(-3_600, 0), (60, 100)]
  )
  func unusableCursor(seconds: TimeInterval, price: Decimal) async throws {
    // Given
    let point = PriceHistory.Point(date: FakeRepository.date + seconds, price: price)
    let shown = await Shown(FakeRepository(points: [point]))

    // When
    shown.press(KeyPress(.end), .character("b"))

    // Then
    #expect(shown.model.cursor.index == 0)
    #expect(shown.text.contains("740.7"))
    #expect(shown.text.contains("Fake, just now"))
  }

  @Test("opens the form for a purchase if the destination requests it")
  func openingWithPurchase() async {
    let shown = await Shown()
    shown.screen.show(CoinDestination(coin: "coin-0"))
    #expect(!shown.screen.isEnteringText)
    shown.screen.show(CoinDestination(coin: "coin-0", opensPurchase: true))
    #expect(shown.screen.isEnteringText)
    #expect(shown.text.contains("Buy C0"))
  }

  @Test("suggests the current price for a purchase, records it exactly, and undoes it with a reversal")
  func buyAndUndo() async throws {
    // Given
    let shown = await Shown()

    // When
    shown.press(.character("b"))
    #expect(shown.screen.isEnteringText)
    shown.type("0.1")
    shown.press(KeyPress(.enter))
    await settle { shown.account.state.value?.activities.isEmpty == false }

    // Then
    let entries = try shown.ledger.snapshot().entries()
    guard case .buy(let trade)? = entries.first?.action else { Issue.record("\(entries)"); return }
    #expect(trade.amount == Decimal(string: "0.1"))
    #expect(trade.price.value == Decimal(string: "740.7"))
    #expect(trade.coin.id == "coin-0")
    #expect(trade.price.currency == "aud")
    let content = try #require(shown.account.state.value)
    #expect(content.amount == Decimal(string: "0.1"))
    #expect(content.activities.count == 1)
    try GoldenScreens.expect(shown.screen, matches: "coin-account.txt")

    // When undo is selected and declined
    shown.press(.character("d"))
    try GoldenScreens.expect(shown.screen, matches: "coin-undo.txt")
    shown.press(KeyPress(.enter))

    // Then nothing has changed
    #expect(try shown.ledger.snapshot().entries().count == 1)

    // When undo is confirmed
    shown.press(.character("d"), KeyPress(.tab), KeyPress(.enter))
    await settle { shown.effects.messages.count == 2 }

    // Then
    #expect(shown.effects.messages == ["Purchase recorded.", "Entry deleted."])
    #expect(try shown.ledger.snapshot().amount(ofCoin: "coin-0") == 0)
    #expect(try shown.ledger.snapshot().entries().count == 2)
    // An undone entry and its reversal can't be undone.
    shown.press(.character("d"))
    #expect(shown.screen.keyMap.title == shown.screen.title)
  }

  @Test("shows a durable entry even if the ledger becomes unreadable")
  func unreadableAfterwards() async throws {
    // Given a disk that can't open files once the second entry has been synchronized
    let syncs = Locked(0)
    let disk = FaultyFileSystem(InMemoryFileSystem()) { call in
      if call.operation == .synchronize, call.path.hasSuffix("ledger.jsonl") { syncs.withLock { $0 += 1 } }
      return call.operation == .open && syncs.withLock { $0 } > 1 ? .error(.inputOutput) : nil
    }
    let ledger = memoryLedger(now: { FakeRepository.date }, on: disk)
    try ledger.enter(.receive(Transfer(coin: CoinReference(id: "coin-0", symbol: "c0"), amount: 1)))
    let shown = await Shown(ledger: ledger)

    // When
    shown.press(.character("b"))
    shown.type("2")
    shown.press(KeyPress(.enter))
    await settle { shown.account.state.value?.amount == 3 }

    // Then
    #expect(shown.effects.messages == ["Purchase recorded."])
  }

  @Test("keeps every form field reachable beside validation errors in a small window")
  func smallWindow() async throws {
    let shown = await Shown()
    shown.press(.character("b"))
    let fields = try #require(shown.screen.entry?.form?.state.fields)
    for _ in fields {
      shown.type("x")
      shown.press(KeyPress(.tab))
    }
    shown.press(KeyPress(.enter))
    await settle { shown.screen.entry?.form?.state.problems.isEmpty == false }
    var labels: Set<String> = []
    for _ in fields {
      let frame = shown.screen.frame(size: Size(width: 40, height: 10), in: RenderEnvironment(isAnimated: false))
      let focused = frame.buffer.lines.filter { $0.contains("▸ ") }
      #expect(focused.count == 1, "\(frame.buffer.lines)")
      labels.formUnion(focused.map { String($0.prefix(12)) })
      #expect(frame.buffer.lines.contains { $0.contains("Cancel") })
      shown.press(KeyPress(.tab))
    }
    #expect(labels.count == fields.count, "\(labels)")
  }

  @Test("records a price in the form's currency, even if the page's currency has changed since")
  func currencyChange() async throws {
    let shown = await Shown()
    shown.press(.character("b"))
    shown.type("2")
    shown.model.setCurrency(.usd)
    await shown.model.settle()
    #expect(shown.model.content?.currency == .usd)
    #expect(shown.text.contains("Price (AUD)"))
    shown.press(KeyPress(.enter))
    await settle { !shown.screen.isEnteringText }
    guard case .buy(let trade)? = try shown.ledger.snapshot().entries().first?.action else {
      Issue.record("The entry is missing.")
      return
    }
    #expect(trade.price == UnitPrice(try #require(Decimal(string: "740.7")), "aud"))
  }

  @Test("shows no gain after a currency change until the account is read in the new currency")
  func gainInNewCurrency() async throws {
    // Given a holding with costs in two currencies
    let shown = await Shown()
    let coin = CoinReference(id: "coin-0", symbol: "c0")
    try shown.ledger.enter(.buy(Trade(coin: coin, amount: 1, price: UnitPrice(500, "aud"))))
    await shown.account.load(try #require(CoinID("coin-0")), in: .aud)
    let gain = try #require(shown.text.split(separator: "\n").first { $0.contains("Holding") })
    #expect(gain.contains("240.70") && gain.contains("%"), "\(gain)")

    // When
    shown.model.setCurrency(.eur)
    await shown.model.settle()

    // Then
    let holding = try #require(shown.text.split(separator: "\n").first { $0.contains("Holding") })
    #expect(!holding.contains("%"), "\(holding)")

    // When
    let frame = shown.screen.frame(size: Size(width: 80, height: 40), in: RenderEnvironment(isAnimated: false))
    shown.screen.didShow(frame)

    // Then
    await settle { shown.account.state.value?.currency == .eur }
    #expect(shown.account.state.value?.cost == nil)
  }

  @Test("reloads the account in the page's currency after an undo")
  func undoInNewCurrency() async throws {
    // Given
    let shown = await Shown()
    shown.press(.character("b"))
    shown.type("2")
    shown.press(KeyPress(.enter))
    await settle { shown.account.state.value?.amount == 2 }

    // When
    shown.model.setCurrency(.eur)
    await shown.model.settle()
    #expect(await shown.effects.undo() == nil)

    // Then
    await settle { shown.account.state.value?.amount == 0 }
    #expect(shown.account.state.value?.currency == .eur)
  }

  @Test("records a single entry if Enter is pressed twice while a swap's other coin is being looked up")
  func enteredTwice() async throws {
    // Given a coin that isn't in the list and is searched for while the user types
    let repository = FakeRepository(FakeRepository.coins(300))
    let shown = await Shown(repository)
    try shown.ledger.enter(
      .receive(Transfer(coin: CoinReference(id: "coin-0", symbol: "c0"), amount: 10))
    )
    shown.press(.character("m"))
    shown.effects.take("Swap")
    await shown.screen.entry?.settle()
    shown.type("1")
    shown.press(KeyPress(.tab), KeyPress(.tab))
    shown.type("4")
    shown.press(KeyPress(.tab, .shift))
    shown.type("coin-299")
    let (first, second) = (Gate(), Gate())
    repository.hold(at: first)
    repository.hold(at: second)

    // When
    let submissions = StartedTasks { shown.press(KeyPress(.enter), KeyPress(.enter)) }
    await first.waitForArrival()
    await first.open()
    await settle { !shown.screen.isEnteringText }
    await second.open()
    await submissions.wait()

    // Then
    #expect(try shown.ledger.snapshot().amount(ofCoin: "coin-299") == 4)
    #expect(shown.effects.messages == ["Swap recorded."])
  }

  @Test("dates an activity in the user's time zone")
  func days() async throws {
    // 12:00 in London is the next day in Kiritimati.
    let shown = await Shown(timeZone: try #require(TimeZone(identifier: "Pacific/Kiritimati")))
    try shown.ledger.enter(.receive(Transfer(coin: CoinReference(id: "coin-0", symbol: "c0"), amount: 1)))
    await shown.account.load(try #require(CoinID("coin-0")), in: .aud)
    #expect(shown.text.contains("2026-02-01  Received 1 C0"))
  }

  @Test("never replaces a new entry with an earlier ledger snapshot")
  func lateSnapshot() async throws {
    // Given a slow read of the ledger
    let ledger = SlowLedger()
    let account = CoinAccountViewModel(ledger: ledger)
    let coin = try #require(CoinID("coin-0"))
    let early = Task { await account.load(coin, in: .aud) }
    for await _ in ledger.untilHeld {}

    // When an entry is added in the meantime
    try ledger.enter(.receive(Transfer(coin: CoinReference(id: "coin-0", symbol: "c0"), amount: 3)), note: nil)
    await account.load(coin, in: .aud)
    ledger.release()
    await early.value

    // Then
    #expect(account.state.value?.amount == 3)
  }

  /// A ledger that returns its first snapshot only when a test releases it.
  ///
  /// `@unchecked Sendable`: `held` is guarded by `lock`.
  private final class SlowLedger: LedgerStoring, @unchecked Sendable {
    private let ledger = memoryLedger(now: { FakeRepository.date })
    private let lock = NSLock()
    private let released = DispatchSemaphore(value: 0)
    private var held = false
    /// A stream that finishes when a read is waiting for the first snapshot.
    let untilHeld: AsyncStream<Void>
    private let hold: AsyncStream<Void>.Continuation

    init() { (untilHeld, hold) = AsyncStream.makeStream() }

    func release() { released.signal() }

    func snapshot() throws(LedgerError) -> LedgerSnapshot {
      let snapshot = try ledger.snapshot()
      let isFirst = lock.withLock {
        defer { held = true }
        return !held
      }
      if isFirst {
        hold.finish()
        released.wait()
      }
      return snapshot
    }

    func record(_ action: LedgerAction, note: String?, at time: Date?) throws(LedgerError) -> LedgerRecording {
      try ledger.record(action, note: note, at: time)
    }

    func add(_ rows: [LedgerImportRow]) throws(LedgerError) -> LedgerImportResult { try ledger.add(rows) }
  }

  @Test("confirms an undo with a button click, ignores clicks next to the button, and shows a refusal")
  func undoByMouse() async throws {
    // Given a purchase whose coins were partly sold
    let shown = await Shown()
    let coin = CoinReference(id: "coin-0", symbol: "c0")
    let bought = try shown.ledger.enter(.buy(Trade(coin: coin, amount: 2, price: UnitPrice(500, "aud"))))
    try shown.ledger.enter(.send(Transfer(coin: coin, amount: 1)))
    await shown.account.load(try #require(CoinID("coin-0")), in: .aud)

    // When, Then
    func click(_ target: String, _ index: Int) {
      _ = shown.screen.handle(.click(target: target, index: index, at: .zero, count: 1))
    }
    shown.press(.character("d"))
    click("markets.ranges", 3)
    #expect(shown.model.range == .week)
    #expect(shown.screen.keyMap.title == "Delete this entry?")
    click("markets.confirmation", 1)
    await settle { !shown.effects.messages.isEmpty }
    #expect(try shown.ledger.snapshot().amount(ofCoin: "coin-0") == 2)

    // When the activity has been undone elsewhere and can't be undone again
    shown.press(.character("d"))
    try shown.ledger.reverse(bought.id)
    click("markets.confirmation", 1)
    await settle { shown.effects.messages.count == 2 }

    // Then
    #expect(shown.effects.messages.last?.contains("already") == true, "\(shown.effects.messages)")
  }

  @Test("keeps the form open and shows an error next to the amount when selling more coins than are held")
  func refusal() async throws {
    let shown = await Shown()
    shown.press(.character("v"))
    shown.type("5")
    shown.press(KeyPress(.enter))
    await settle { shown.screen.entry?.form?.state.problems[.amount]?.contains("but 5 are needed") == true }
    #expect(shown.screen.isEnteringText)
    #expect(try shown.ledger.snapshot().count == 0)
  }

  @Test("asks before closing an entry form that contains input, and closes an empty form immediately")
  func leavingTheForm() async {
    // Given
    let shown = await Shown()
    func text() -> String {
      let (size, environment) = (Size(width: 80, height: 24), RenderEnvironment(isAnimated: false))
      return shown.screen.frame(size: size, in: environment).buffer.lines
        .joined(separator: "\n")
    }
    shown.press(.character("v"))
    shown.press(KeyPress(.escape))
    #expect(!shown.screen.isEnteringText)
    #expect(!text().contains("Leave the form?"))
    shown.press(.character("v"))
    shown.type("5")

    // When the user first answers no and then yes
    shown.press(KeyPress(.escape))
    #expect(text().contains("Leave the form?"))
    #expect(text().contains("Your input will be lost."))
    #expect(!shown.screen.isEnteringText, "letters answer the question")
    shown.press(.character("n"))
    #expect(shown.screen.isEnteringText)
    #expect(text().contains(" 5 "))
    shown.press(KeyPress(.escape))
    shown.press(.character("y"))

    // Then
    #expect(!shown.screen.isEnteringText)
    #expect(!text().contains("Leave the form?"))
  }

  @Test("scrolls the figures by one line, by five or by the wheel's lines, and stops at either end")
  func scrolling() async throws {
    // Given three lines of figures, a blank line, a heading and twenty activities
    let shown = await Shown()
    for _ in 0..<20 {
      try shown.ledger.enter(.receive(Transfer(coin: CoinReference(id: "coin-0", symbol: "c0"), amount: 1)))
    }
    await shown.account.load(try #require(CoinID("coin-0")), in: .aud)
    _ = shown.text

    // When
    var offsets: [Int] = []
    let presses: [KeyPress] = [
      KeyPress(.up), KeyPress(.down), .character("j"), KeyPress(.pageDown), .character("k"), KeyPress(.up),
      KeyPress(.pageDown), KeyPress(.pageUp), KeyPress(.pageUp), KeyPress(.pageUp),
    ]
    for press in presses {
      shown.press(press)
      offsets.append(shown.screen.scroll.offset.y)
    }
    for rows in [3, -1, 100] {
      _ = shown.screen.handle(.scroll(target: CoinDetailScreen.figures, index: nil, rows: rows))
      offsets.append(shown.screen.scroll.offset.y)
    }

    // Then
    #expect(offsets == [0, 1, 2, 7, 6, 5, 10, 5, 0, 0, 3, 2, 24])
  }

  @Test("shows an edited entry and the new amount on the coin's page")
  func editing() async throws {
    // Given
    let shown = await Shown()
    let coin = CoinReference(id: "coin-0", symbol: "c0")
    try shown.ledger.enter(.buy(Trade(coin: coin, amount: 2, price: UnitPrice(500, "aud"))))
    await shown.account.load(try #require(CoinID("coin-0")), in: .aud)
    #expect(shown.text.contains("Bought 2 C0 at $500.00"))

    // When
    shown.press(.character("e"), .control("u"))
    shown.type("3")
    let recording = StartedTasks { shown.press(KeyPress(.enter)) }
    await recording.wait()

    // Then
    #expect(shown.effects.messages == ["Entry changed."])
    #expect(shown.account.state.value?.amount == 3)
    #expect(shown.text.contains("Bought 3 C0 at $500.00"))
    #expect(await shown.effects.undo() == nil)
    #expect(shown.account.state.value?.amount == 2)
  }

  @Test("shows the holding's value, and the gain with its percentage if there is room", arguments: [80, 44, 38])
  func holding(width: Int) async throws {
    let shown = await Shown()
    let coin = CoinReference(id: "coin-0", symbol: "c0")
    #expect(shown.text.contains("No holding"))
    try shown.ledger.enter(.buy(Trade(coin: coin, amount: 2, price: UnitPrice(500, "aud"))))
    await shown.account.load(try #require(CoinID("coin-0")), in: .aud)
    let frame = shown.screen.frame(size: Size(width: width, height: 40), in: RenderEnvironment(isAnimated: false))
    let line = try #require(frame.buffer.lines.first { $0.hasPrefix("Holding") })
    let texts = [
      80: "Holding 2 C0  $1,481.40  ▲ +$481.40  +48.14\u{A0}%", 44: "Holding 2 C0  $1,481.40  +48.14\u{A0}%",
      38: "Holding 2 C0  $1,481.40  +48.14\u{A0}%",
    ]
    #expect(line.trimmingCharacters(in: .whitespaces) == texts[width])
  }
}
