import Basics
import BasicsTesting
import Components
import Foundation
import NetworkingTesting
import Persistence
import PersistenceTesting
import Testing

@testable import Markets
@testable import Portfolio

@Suite("Undo on market screens")
@MainActor
struct UndoTests {
  private struct Failure: Error, CustomStringConvertible {
    let description = "The disk is full."
  }

  private let effects = FakeEffects()
  private let source = FakeSource()
  private let now = FakeRepository.date

  private func type(_ text: String, on screen: any Screen) {
    for character in text { press(.character(character), on: screen) }
  }

  private func list(_ favorites: FakeFavorites = FakeFavorites()) async -> CoinListScreen {
    let model = CoinListViewModel(repository: FakeRepository(), favorites: favorites, now: { FakeRepository.date })
    await model.load()
    return CoinListScreen(model: model, source: source, effects: effects)
  }

  private func alerts(_ store: any AlertStoring) async -> AlertsScreen {
    let model = AlertsViewModel(store: store, repository: FakeRepository(), now: { FakeRepository.date })
    await model.load()
    return AlertsScreen(model: model, source: source, effects: effects)
  }

  private func portfolio(
    _ ledger: FileLedger,
    file: String = "",
    repository: FakeRepository = FakeRepository(),
    refresher: PriceRefresher? = nil
  ) async -> PortfolioScreen {
    let model = PortfolioViewModel(
      ledger: ledger,
      repository: repository,
      refresher: refresher,
      now: { FakeRepository.date }
    )
    let screen = PortfolioScreen(
      model: model,
      readFile: { _ throws(ImportedFileError) in Data(file.utf8) },
      source: source,
      effects: effects,
      timeZone: .gmt
    )
    screen.appear()
    await model.settle()
    return screen
  }

  private static func request(_ condition: AlertCondition = .above(700)) -> AlertRequest {
    AlertRequest(
      coin: CoinReference(id: "coin-0", symbol: "c0"),
      condition: condition,
      currency: "aud",
      repetition: .once
    )
  }

  private func expectUndo(_ screen: any Screen, sourceLocation: SourceLocation = #_sourceLocation) async {
    #expect(!effects.undos.isEmpty, sourceLocation: sourceLocation)
    #expect(await effects.undo() == nil, sourceLocation: sourceLocation)
  }

  @Test("adds the selected coin to the favorites, not marked coins that a filter hides, and keeps all marks")
  func hiddenMarks() async throws {
    // Given
    let screen = await list()
    press(.character(" "), .character(" "), on: screen)
    screen.model.search("Coin 7")

    // When
    press(.character("*"), on: screen)
    await settle { !effects.messages.isEmpty }

    // Then
    #expect(effects.messages == ["Coin 7 added to the favorites."])
    #expect(screen.model.favorites == [try #require(CoinID("coin-7"))])
    #expect(screen.model.table.marked.count == 2)
  }

  @Test("removes the marks of coins that were added to the favorites")
  func marksOfFavorites() async throws {
    let screen = await list()
    press(.character(" "), .character(" "), .character("*"), on: screen)
    await settle { screen.model.table.marked.isEmpty }
    #expect(screen.model.favorites.count == 2)
  }

  @Test("undoes the favorites that were saved, even if another one couldn't be saved")
  func partlySavedFavorites() async throws {
    // Given
    let favorites = FakeFavorites()
    let screen = await list(favorites)
    favorites.breakDown(after: 1)

    // When
    press(.character(" "), .character(" "), .character("*"), on: screen)
    await settle { effects.messages.count == 2 }

    // Then
    #expect(effects.messages[0] == "Coin 0 added to the favorites.")
    #expect(effects.messages[1].hasPrefix("Couldn't save the favorite"))
    #expect(screen.model.table.marked.count == 2)

    // When
    favorites.breakDown(after: 1)
    await expectUndo(screen)

    // Then
    #expect(screen.model.favorites.isEmpty)
  }

  @Test("undoes adding and removing a favorite")
  func favorites() async throws {
    // Given
    let id = try #require(CoinID("coin-0"))
    let favorites = FakeFavorites()
    let screen = await list(favorites)

    // When
    press(.character("*"), on: screen)
    await settle { !effects.messages.isEmpty }

    // Then
    #expect(effects.messages == ["Coin 0 added to the favorites."])
    #expect(try favorites.load() == [id])
    await expectUndo(screen)
    #expect(try favorites.load().isEmpty)
    #expect(screen.model.favorites.isEmpty)

    // When
    press(.character("*"), on: screen)
    await settle { effects.messages.count == 2 }
    press(.character("*"), on: screen)
    await settle { effects.messages.count == 3 }

    // Then
    #expect(effects.messages.last == "Coin 0 removed from the favorites.")
    await expectUndo(screen)
    #expect(try favorites.load() == [id])
  }

  @Test("reports a favorite that can't be saved, and offers no undo")
  func brokenFavorites() async {
    let favorites = FakeFavorites()
    favorites.breakDown()
    let screen = await list(favorites)
    press(.character("*"), on: screen)
    await settle { !effects.messages.isEmpty }
    #expect(effects.messages[0].hasPrefix("Couldn't save the favorite"))
    #expect(effects.undos.isEmpty)
  }

  @Test("undoes adding all marked coins to the favorites")
  func markedFavorites() async throws {
    let favorites = FakeFavorites()
    let screen = await list(favorites)
    press(.character(" "), .character(" "), .character("*"), on: screen)
    await settle { !effects.messages.isEmpty }
    #expect(effects.messages == ["2 coins added to the favorites."])
    #expect(try favorites.load().count == 2)
    await expectUndo(screen)
    #expect(try favorites.load().isEmpty)
  }

  @Test("undoes setting an alert by removing it")
  func newAlert() async throws {
    let store = memoryAlertStore(now: { FakeRepository.date })
    let screen = await alerts(store)
    press(.character("a"), on: screen)
    type("coin-3", on: screen)
    press(KeyPress(.tab), KeyPress(.tab), on: screen)
    type("5", on: screen)
    press(KeyPress(.enter), on: screen)
    await settle { !effects.messages.isEmpty }
    #expect(effects.messages == ["Alert set."])
    #expect(try store.alerts().count == 1)
    await expectUndo(screen)
    #expect(try store.alerts().isEmpty)
    #expect(screen.model.list.isEmpty)
  }

  @Test("undoes an alert edit by restoring the alert's condition, state and number")
  func editedAlert() async throws {
    // Given a triggered alert
    let store = memoryAlertStore(now: { FakeRepository.date })
    try store.add(Self.request())
    let quote = try #require(Quote(price: 800, time: now, source: "Fake"))
    _ = try store.check(AlertQuotes(["coin-0": ["aud": quote]], interval: .seconds(60)))
    let before = try store.alerts()
    let screen = await alerts(store)

    // When
    press(.character("e"), KeyPress(.end), on: screen)
    type("5", on: screen)
    press(KeyPress(.enter), on: screen)
    await settle { !effects.messages.isEmpty }

    // Then
    #expect(effects.messages == ["Alert changed."])
    let edited = try #require(try store.alerts().first)
    #expect(edited.request.condition == .above(7_005))
    #expect(edited.request.repetition == .once)
    #expect(edited.id == before[0].id)
    #expect(edited.state == .armed)
    await expectUndo(screen)
    #expect(try store.alerts() == before)
  }

  @Test("undoes setting and editing an alert after its screen is closed")
  func closedAlerts() async throws {
    // Given
    let store = memoryAlertStore(now: { FakeRepository.date })
    var model: AlertsViewModel? = AlertsViewModel(store: store, repository: FakeRepository(), now: { [now] in now })
    func request(_ limit: Decimal) -> AlertForm.Request {
      AlertForm.Request(coin: "coin-3", condition: .above(limit), currency: .aud, repetition: .once)
    }
    let undoSetting = try #require(try await model?.save(request(700)))
    let original = try #require(try store.alerts().first)
    let undoEdit = try #require(try await model?.save(request(800), replacing: original))

    // When
    weak let closed = model
    model = nil

    // Then
    #expect(closed == nil)
    #expect(await undoEdit() == nil)
    #expect(try store.alerts() == [original])
    #expect(await undoSetting() == nil)
    #expect(try store.alerts().isEmpty)
  }

  @Test("undoes deleting several alerts by restoring their positions and states")
  func deletedAlerts() async throws {
    // Given
    let store = memoryAlertStore(now: { FakeRepository.date })
    for limit in [700, 800, 900] { try store.add(Self.request(.above(Decimal(limit)))) }
    let quote = try #require(Quote(price: 750, time: now, source: "Fake"))
    _ = try store.check(AlertQuotes(["coin-0": ["aud": quote]], interval: .seconds(60)))
    let before = try store.alerts()
    let screen = await alerts(store)

    // When
    press(.character(" "), .character(" "), .character("d"), on: screen)
    #expect(screen.keyMap.title == "Delete 2 alerts?")
    press(.character("y"), on: screen)
    await settle { !effects.messages.isEmpty }

    // Then
    #expect(effects.messages == ["2 alerts deleted."])
    #expect(try store.alerts().map(\.id) == [3])
    #expect(screen.model.list.marked.isEmpty)
    await expectUndo(screen)
    #expect(try store.alerts() == before)
  }

  @Test("undoes deleting alerts by restoring the states they had when they were deleted")
  func alertsDeletedAfterChanges() async throws {
    // Given alerts that have been triggered or deleted since the screen read them
    let store = memoryAlertStore(now: { FakeRepository.date })
    for limit in [700, 800] { try store.add(Self.request(.above(Decimal(limit)))) }
    let screen = await alerts(store)
    let quote = try #require(Quote(price: 750, time: now, source: "Fake"))
    _ = try store.check(AlertQuotes(["coin-0": ["aud": quote]], interval: .seconds(60)))
    try store.remove(2)
    let before = try store.alerts()

    // When
    press(.character(" "), .character(" "), .character("d"), .character("y"), on: screen)
    await settle { !effects.messages.isEmpty }

    // Then
    #expect(effects.messages == ["Alert deleted."])
    #expect(try store.alerts().isEmpty)
    await expectUndo(screen)
    #expect(try store.alerts() == before)
  }

  @Test("refuses to undo an alert edit if the alert has been changed since")
  func alertChangedAgain() async throws {
    // Given
    let store = memoryAlertStore(now: { FakeRepository.date })
    try store.add(Self.request())
    let screen = await alerts(store)
    press(.character("e"), KeyPress(.end), on: screen)
    type("5", on: screen)
    press(KeyPress(.enter), on: screen)
    await settle { !effects.messages.isEmpty }

    // When another process changes the alert
    try store.replace(1, with: Self.request(.above(900)))
    let problem = await effects.undo()

    // Then
    #expect(problem == "The alert has since been changed or deleted.")
    #expect(try store.alerts().map(\.request.condition) == [.above(900)])
  }

  @Test("undoes turning auto-refresh off, and stores the setting")
  func autoRefresh() async {
    var stored: [Bool] = []
    let refresher = makeRefresher(
      FakeRepository(),
      alerts: memoryAlertStore(),
      effects: effects,
      save: { stored.append($0) }
    )
    refresher.keys(effects)[0].perform()
    #expect(effects.messages == ["Auto-refresh off."])
    #expect(await effects.undo() == nil)
    #expect(refresher.isOn)
    #expect(stored == [false, true])
  }

  @Test("offers no undo for an auto-refresh setting that can't be stored")
  func brokenAutoRefresh() {
    let refresher = makeRefresher(
      FakeRepository(),
      alerts: memoryAlertStore(),
      effects: effects,
      save: { _ in throw Failure() }
    )
    refresher.keys(effects)[0].perform()
    #expect(effects.messages == ["Couldn't save the setting: The disk is full."])
    #expect(effects.undos.isEmpty)
  }

  @Test("undoes an import by reversing only the imported entries")
  func imported() async throws {
    // Given
    let file = """
      time,kind,coin,symbol,amount,price,currency
      2026-01-01T00:00:00Z,buy,coin-0,c0,2,500,aud
      2026-01-02T00:00:00Z,sell,coin-0,c0,1,600,aud
      2026-01-03T00:00:00Z,receive,coin-7,c7,3,,

      """
    let ledger = memoryLedger(now: { FakeRepository.date })
    try ledger.add([try LedgerImportFile(csv: Data(file.utf8)).rows[0]])
    let screen = await portfolio(ledger, file: file)

    // When
    press(.character("I"), on: screen)
    type("trades.csv", on: screen)
    press(KeyPress(.enter), on: screen)
    await settle { screen.importing.preview != nil }
    press(KeyPress(.enter), on: screen)
    await settle { !effects.messages.isEmpty }

    // Then
    #expect(effects.messages[0].hasPrefix("Imported 2 entries."))
    #expect(try ledger.snapshot().amount(ofCoin: "coin-0") == 1)
    await expectUndo(screen)
    await screen.model.settle()
    #expect(try ledger.snapshot().amount(ofCoin: "coin-0") == 2)
    #expect(try ledger.snapshot().amount(ofCoin: "coin-7") == 0)
    #expect(screen.model.content?.rows.map(\.coin.id) == ["coin-0"])
  }

  @Test("undoes deleting several entries by recording them again")
  func deletedEntries() async throws {
    // Given
    let ledger = try Ledgers.make(at: [
      (-3, Ledgers.buy(5, "coin-0")), (-2, Ledgers.sell(1, "coin-0")), (-1, Ledgers.buy(2, "coin-7")),
    ])
    let screen = await portfolio(ledger)

    // When
    press(KeyPress(.tab), .character(" "), .character(" "), .character("d"), on: screen)
    #expect(screen.keyMap.title == "Delete 2 entries?")
    press(.character("y"), on: screen)
    await settle { !effects.messages.isEmpty }

    // Then
    #expect(effects.messages == ["2 entries deleted."])
    #expect(try ledger.snapshot().amount(ofCoin: "coin-0") == 5)
    #expect(try ledger.snapshot().amount(ofCoin: "coin-7") == 0)
    await expectUndo(screen)
    await screen.model.settle()
    #expect(try ledger.snapshot().amount(ofCoin: "coin-0") == 4)
    #expect(try ledger.snapshot().amount(ofCoin: "coin-7") == 2)
  }

  private func delete(on screen: PortfolioScreen) async {
    let count = effects.messages.count
    press(.character("d"), .character("y"), on: screen)
    await settle { effects.messages.count > count }
    await screen.model.settle()
  }

  private func importFile(on screen: PortfolioScreen) async {
    press(.character("I"), on: screen)
    type("trades.csv", on: screen)
    press(KeyPress(.enter), on: screen)
    await settle { screen.importing.preview != nil }
    press(KeyPress(.enter), on: screen)
    await settle { !effects.messages.isEmpty }
    await screen.model.settle()
  }

  @Test("undoes two edits to an entry, the latest first")
  func editedTwice() async throws {
    // Given
    let ledger = try Ledgers.make(at: [(-3, Ledgers.buy(5, "coin-0"))])
    let screen = await portfolio(ledger)
    press(KeyPress(.tab), on: screen)
    for digit in ["6", "7"] {
      let count = effects.messages.count
      let row = screen.model.activities.items.firstIndex { $0.isUndoable } ?? 0
      screen.model.activities.select(row: row)
      press(.character("e"), on: screen)
      screen.entry.select(.amount)
      press(.control("u"), on: screen)
      type(digit, on: screen)
      press(KeyPress(.enter), on: screen)
      await settle { effects.messages.count > count }
      await screen.model.settle()
    }
    #expect(effects.messages == ["Entry changed.", "Entry changed."])
    #expect(try ledger.snapshot().amount(ofCoin: "coin-0") == 7)

    // Then
    await expectUndo(screen)
    #expect(try ledger.snapshot().amount(ofCoin: "coin-0") == 6)
    await expectUndo(screen)
    #expect(try ledger.snapshot().amount(ofCoin: "coin-0") == 5)
  }

  @Test("undoes a deletion, and then the import of the deleted entry")
  func deletedAfterImport() async throws {
    // Given two equal entries, one of which is deleted
    let row = "2026-01-01T00:00:00Z,buy,coin-0,c0,2,500,aud\n"
    let ledger = memoryLedger(now: { FakeRepository.date })
    let screen = await portfolio(ledger, file: "time,kind,coin,symbol,amount,price,currency\n" + row + row)
    await importFile(on: screen)
    #expect(try ledger.snapshot().amount(ofCoin: "coin-0") == 4)
    press(KeyPress(.tab), on: screen)
    await delete(on: screen)
    #expect(try ledger.snapshot().amount(ofCoin: "coin-0") == 2)

    // Then
    await expectUndo(screen)
    #expect(try ledger.snapshot().amount(ofCoin: "coin-0") == 4)
    await expectUndo(screen)
    #expect(try ledger.snapshot().amount(ofCoin: "coin-0") == 0)
  }

  @Test("restores a deleted entry only once and warns if the disk doesn't confirm the write")
  func unconfirmed() async throws {
    // Given
    let isBroken = Locked(false)
    let disk = FaultyFileSystem(InMemoryFileSystem()) { call in
      let isSync = call.operation == .synchronize && call.path.hasSuffix("ledger.jsonl")
      return isSync && isBroken.withLock { $0 } ? .error(.inputOutput) : nil
    }
    let ledger = memoryLedger(now: { FakeRepository.date }, on: disk)
    try ledger.enter(Ledgers.buy(5, "coin-0"), note: nil)
    let screen = await portfolio(ledger)
    press(KeyPress(.tab), on: screen)
    await delete(on: screen)

    // When
    isBroken.withLock { $0 = true }
    let undo = try #require(effects.undos.last)
    let problem = await undo()

    // Then
    #expect(problem == nil)
    #expect(effects.messages.last?.contains("Don't record the entry again") == true)
    #expect(try ledger.snapshot().amount(ofCoin: "coin-0") == 5)
    isBroken.withLock { $0 = false }
    _ = await undo()
    #expect(try ledger.snapshot().amount(ofCoin: "coin-0") == 5)
  }

  @Test("undoes an import by adding reversals, and restores the entries that the import reversed")
  func importedReversals() async throws {
    // Given a file that reverses an entry in the ledger and an entry in the file
    let known = "01ABCDEF-0000-4000-8000-000000000000"
    let own = "02ABCDEF-0000-4000-8000-000000000000"
    let file = """
      id,time,kind,coin,symbol,amount,price,currency,reverses
      \(own),2026-01-01T00:00:00Z,buy,coin-7,c7,2,500,aud,
      03ABCDEF-0000-4000-8000-000000000000,2026-01-02T00:00:00Z,reversal,,,,,,\(own)
      04ABCDEF-0000-4000-8000-000000000000,2026-01-03T00:00:00Z,reversal,,,,,,\(known)
      05ABCDEF-0000-4000-8000-000000000000,2026-01-04T00:00:00Z,buy,coin-8,c8,3,500,aud,

      """
    let ledger = try Ledgers.make(at: [(-3, Ledgers.buy(5, "coin-0"))])
    let screen = await portfolio(ledger, file: file)
    await importFile(on: screen)
    #expect(effects.messages == ["Imported 4 entries."], "\(screen.importing.problem ?? "")")
    #expect(try ledger.snapshot().balances.map(\.coin.id) == ["coin-8"])

    // Then
    await expectUndo(screen)
    #expect(try ledger.snapshot().balances.map(\.coin.id) == ["coin-0"])
    #expect(try ledger.snapshot().amount(ofCoin: "coin-0") == 5)
  }

  @Test("offers to undo a deletion before the prices are loaded")
  func deletedWhileLoading() async throws {
    let repository = FakeRepository()
    let ledger = try Ledgers.make(at: [(-3, Ledgers.buy(5, "coin-0")), (-1, Ledgers.buy(2, "coin-7"))])
    let screen = await portfolio(ledger, repository: repository)
    let gate = Gate()
    repository.hold(at: gate)
    press(KeyPress(.tab), .character("d"), .character("y"), on: screen)
    await gate.waitForArrival()
    await settle { !effects.messages.isEmpty }
    #expect(effects.messages == ["Entry deleted."])
    await gate.open()
    await screen.model.settle()
  }

  @Test("doesn't refresh the portfolio automatically after an undo on another screen")
  func invisiblePortfolio() async throws {
    // Given
    let clock = TestClock(date: FakeRepository.date)
    let alerts = memoryAlertStore(now: { FakeRepository.date })
    let refresher = makeRefresher(FakeRepository(), alerts: alerts, effects: effects, clock: clock)
    let ledger = try Ledgers.make(at: [(-3, Ledgers.buy(5, "coin-0"))])
    let repository = FakeRepository()
    let screen = await portfolio(ledger, repository: repository, refresher: refresher)
    press(KeyPress(.tab), on: screen)
    await delete(on: screen)
    screen.disappear()

    // When
    await expectUndo(screen)
    await screen.model.settle()
    let count = repository.quoteRequests.count
    refresher.start()
    await clock.waitForSleepers()
    clock.advance(by: .seconds(300))
    await clock.waitForSleepers()

    // Then
    #expect(screen.model.content?.rows.map(\.coin.id) == ["coin-0"])
    #expect(repository.quoteRequests.count == count)
  }

  @Test("undoes a recorded entry by reversing it")
  func recorded() async throws {
    let ledger = try Ledgers.make(at: [(-3, Ledgers.buy(5, "coin-0"))])
    let screen = await portfolio(ledger)
    press(.character("b"), on: screen)
    type("2", on: screen)
    press(KeyPress(.enter), on: screen)
    await settle { !effects.messages.isEmpty }
    #expect(effects.messages == ["Purchase recorded."])
    #expect(try ledger.snapshot().amount(ofCoin: "coin-0") == 7)
    await expectUndo(screen)
    #expect(try ledger.snapshot().amount(ofCoin: "coin-0") == 5)
  }
}
