import Basics
import BasicsTesting
import Components
import Foundation
import Navigation
import Testing

@testable import Markets
@testable import Portfolio

@Suite("Alerts screen")
@MainActor
struct AlertsScreenTests {
  @MainActor
  private struct Shown {
    let model: AlertsViewModel
    let refresher: PriceRefresher
    let screen: AlertsScreen
    let effects = FakeEffects()
    let source = FakeSource()
    let store = memoryAlertStore(now: { FakeRepository.date })
    let repository: FakeRepository

    init(
      coin: String? = nil,
      _ requests: [AlertRequest] = [],
      repository: FakeRepository = FakeRepository(),
      age: TimeInterval = 7_200
    ) async throws {
      self.repository = repository
      for request in requests { try store.add(request) }
      refresher = makeRefresher(repository, alerts: store, effects: effects)
      model = AlertsViewModel(
        store: store,
        repository: repository,
        refresher: refresher,
        now: { FakeRepository.date.addingTimeInterval(age) }
      )
      screen = AlertsScreen(model: model, coin: coin, source: source, effects: effects)
      await model.load()
    }

    /// Handles key presses in the same order as the program does.
    func press(_ presses: KeyPress...) {
      for press in presses {
        if screen.isEnteringText, press.typedText != nil {
          _ = screen.handle(.key(press))
        } else if !screen.keyMap.perform(press) {
          _ = screen.handle(.key(press))
        }
      }
    }

    func type(_ text: String) {
      for character in text { press(.character(character)) }
    }

    var text: String {
      let environment = RenderEnvironment(isAnimated: false)
      let size = Size(width: 100, height: 24)
      return screen.frame(size: size, in: environment).buffer.lines
        .joined(separator: "\n")
    }
  }

  private static let coin = CoinReference(id: "coin-0", symbol: "c0")

  private static let requests = [
    AlertRequest(coin: coin, condition: .above(700), currency: "aud", repetition: .once),
    AlertRequest(coin: coin, condition: .below(5), currency: "usd"),
    AlertRequest(coin: coin, condition: .rises(percent: 5, since: .day), currency: "aud"),
    AlertRequest(coin: coin, condition: .falls(percent: 2, since: .price(100)), currency: "aud"),
  ]

  @Test("shows alerts with their conditions and states")
  func golden() async throws {
    let shown = try await Shown(Self.requests)
    func quote(_ price: Decimal) -> Quote? { Quote(price: price, time: FakeRepository.date, source: "Fake") }
    let quotes = ["aud": quote(800), "usd": quote(3)].compactMapValues { $0 }
    _ = try shown.store.check(AlertQuotes(["coin-0": quotes], interval: .seconds(60)))
    await shown.model.load()
    try GoldenScreens.expect(shown.screen, matches: "alerts.txt")
    try GoldenScreens.expect(try await Shown().screen, matches: "alerts-none.txt")
  }

  @Test("sets an alert with exact numbers in a form, and shows errors next to their fields")
  func add() async throws {
    // Given
    let shown = try await Shown()
    shown.press(.character("a"))

    // When the coin is unknown
    shown.type("nothing")
    shown.press(KeyPress(.tab), KeyPress(.right), KeyPress(.tab))
    shown.type("0.000000000000000001")
    shown.press(KeyPress(.enter))
    await settle { shown.text.contains("There is no coin “nothing”") }
    try GoldenScreens.expect(shown.screen, matches: "alert-form.txt")

    // When the coin is corrected
    for _ in 0..<7 { shown.press(KeyPress(.backspace)) }
    shown.type("coin-3")
    shown.press(KeyPress(.enter))
    await settle { !shown.effects.messages.isEmpty }

    // Then
    #expect(shown.effects.messages == ["Alert set."])
    let request = try #require(try shown.store.alerts().first?.request)
    #expect(request.coin.id == "coin-3")
    #expect(request.currency == "aud")
    #expect(request.repetition == .recurring())
    #expect(request.condition == .below(try #require(Decimal(string: "0.000000000000000001"))))
  }

  @Test(
    "sets a threshold in the form's currency, even if the screen's currency has changed since",
    arguments: [true, false]
  )
  func currencyChange(isWhileAsking: Bool) async throws {
    // Given
    let repository = FakeRepository()
    let shown = try await Shown(coin: "coin-1", repository: repository)
    shown.type("5")
    let gate = Gate()
    repository.hold(at: gate)

    // When
    if !isWhileAsking { shown.model.setCurrency(.usd) }
    shown.press(KeyPress(.enter))
    await gate.waitForArrival()
    #expect(shown.text.contains("Price (AUD)"))
    if isWhileAsking { shown.model.setCurrency(.usd) }
    await gate.open()
    await settle { !shown.effects.messages.isEmpty }

    // Then
    #expect(try shown.store.alerts().map(\.request.currency) == ["aud"])
  }

  @Test("refuses an invalid number in the alert form", arguments: ["", "0", "-1", "1e3", "1,5", "5%", "١"])
  func numbers(text: String) async throws {
    let shown = try await Shown(coin: "coin-1")
    shown.type(text)
    shown.press(KeyPress(.enter))
    let message = text == "1,5" ? "decimal separator: 1.5" : "Enter a number above zero"
    await settle { shown.text.contains(message) }
    #expect(try shown.store.alerts().isEmpty)
  }

  @Test("opens a coin's alert form with the price field focused")
  func initialFocus() async throws {
    let shown = try await Shown(coin: "coin-1")
    shown.type("95000")
    shown.press(KeyPress(.enter))
    await settle { !shown.effects.messages.isEmpty }
    #expect(try shown.store.alerts().map(\.request.condition) == [.above(95_000)])
  }

  @Test("treats typed characters as text instead of shortcuts in every field of the alert form")
  func typedCharacters() async throws {
    let shown = try await Shown()
    shown.press(.character("a"))
    for field in AlertForm.Field.allCases {
      #expect(shown.screen.form?.state.selected == field)
      #expect(shown.screen.isEnteringText)
      shown.type("0?:q")
      shown.press(KeyPress(.tab))
    }
  }

  @Test("asks before closing an alert form that contains input")
  func leaving() async throws {
    let shown = try await Shown()
    let command = NavigationCommand.back()
    shown.press(.character("a"))
    #expect(await shown.screen.canLeave(for: command) == .allow)
    shown.press(KeyPress(.escape), .character("a"), .character("x"))
    guard case .confirm = await shown.screen.canLeave(for: command) else { Issue.record("no confirmation"); return }
    shown.press(KeyPress(.escape))
    #expect(shown.text.contains("Leave the form?"))
    shown.press(KeyPress(.enter))
    #expect(shown.text.contains("New alert"))
    shown.press(KeyPress(.escape), .character("y"))
    #expect(!shown.text.contains("New alert"))
    #expect(await shown.screen.canLeave(for: command) == .allow)
  }

  @Test("moves from a chosen coin to the threshold, and shows the coin's current price")
  func chosenCoin() async throws {
    // Given
    let shown = try await Shown(age: 0)
    shown.press(.character("a"))
    shown.type("coin-0")
    await settle { !shown.screen.suggestions.isEmpty }

    // When
    shown.press(KeyPress(.enter))

    // Then
    #expect(shown.screen.form?.state.selected == .limit)
    await settle { shown.screen.form?.price != nil }
    #expect(shown.text.contains("Now $740.70 AUD"))

    // When the condition is a change
    shown.press(KeyPress(.tab, .shift), KeyPress(.left), KeyPress(.tab))

    // Then
    #expect(shown.text.contains("Within 24 hours; now $740.70 AUD"))

    // When another coin is typed
    shown.press(KeyPress(.tab, .shift), KeyPress(.tab, .shift), KeyPress(.backspace), KeyPress(.tab), KeyPress(.tab))

    // Then
    #expect(!shown.text.contains("740.70"))
  }

  @Test("shows the current price of the coin whose page opened the form")
  func priceOfGivenCoin() async throws {
    let shown = try await Shown(coin: "coin-3", age: 0)
    shown.screen.appear()
    await settle { shown.screen.form?.price != nil }
    #expect(shown.text.contains("Now $703.66 AUD"))
  }

  @Test("shows the age of a price that is no longer fresh instead of calling it current")
  func oldPrice() async throws {
    let shown = try await Shown(coin: "coin-3")
    shown.screen.appear()
    await settle { shown.screen.form?.price != nil }
    #expect(shown.text.contains("$703.66 AUD 2 h ago"))
    #expect(!shown.text.contains("Now $"))
  }

  @Test(
    "warns in the form that an alert's condition already holds",
    arguments: [("500", "above", true), ("740.7", "above", true), ("800", "above", false), ("800", "below", true)]
  )
  func conditionAlreadyHolds(limit: String, kind: String, holds: Bool) async throws {
    let shown = try await Shown(coin: "coin-0", age: 0)
    shown.screen.appear()
    await settle { shown.screen.form?.price != nil }
    if kind == "below" { shown.press(KeyPress(.tab, .shift), KeyPress(.right), KeyPress(.tab)) }
    shown.type(limit)
    #expect(shown.text.contains("Now $740.70 AUD: condition already met") == holds, "\(shown.text)")
  }

  @Test("ignores a price that arrives for an earlier form in another currency")
  func priceForEarlierForm() async throws {
    let repository = FakeRepository()
    let shown = try await Shown(repository: repository, age: 0)
    let gate = Gate()
    repository.hold(at: gate)
    shown.screen.open(AlertForm(coin: "coin-0", currency: .aud))
    await gate.waitForArrival()
    shown.screen.open(AlertForm(coin: "coin-0", currency: .usd))
    await gate.open()
    await shown.screen.latestPrice.settle()
    #expect(shown.screen.form?.currency == .usd)
    #expect(shown.screen.form?.price == nil)
  }

  @Test("reports that an alert is set before the alert is checked")
  func reportBeforeCheck() async throws {
    // Given a source that responds late
    let shown = try await Shown(coin: "coin-0")
    let gate = Gate()
    shown.type("700")
    let open = Gate()
    await open.open()
    shown.repository.hold(at: open)
    shown.repository.hold(at: gate)

    // When
    shown.press(KeyPress(.enter))
    await settle { !shown.effects.messages.isEmpty }

    // Then
    #expect(shown.effects.messages == ["Alert set."])
    #expect(shown.screen.form == nil)
    await gate.open()
    await shown.model.settle()
    #expect(shown.effects.messages.count == 2)
  }

  @Test("triggers a new alert immediately if its condition already holds")
  func holdsAlready() async throws {
    // Given
    let shown = try await Shown(coin: "coin-0")

    // When
    shown.type("700")
    shown.press(KeyPress(.enter))
    await settle { shown.effects.messages.count == 2 }

    // Then
    #expect(shown.effects.messages == ["Alert set.", "C0 above $700.00 AUD: $740.70, just now (Fake)"])
    #expect(shown.effects.notifications == ["Price alert: C0 above $700.00 AUD: $740.70, just now (Fake)"])
    await shown.model.settle()
    #expect(shown.text.contains("Triggered at $740.70, 2 h ago"))
  }

  @Test("removes an alert after confirmation")
  func remove() async throws {
    let shown = try await Shown(Self.requests)
    shown.press(KeyPress(.down), .character("d"), .character("n"))
    #expect(try shown.store.alerts().count == 4)
    shown.press(.character("d"), .character("y"))
    await settle { !shown.effects.messages.isEmpty }
    #expect(try shown.store.alerts().map(\.id) == [1, 3, 4])
    #expect(shown.effects.messages == ["Alert deleted."])
  }

  @Test("shows that alerts are being checked until Escape cancels the check")
  func cancelledCheck() async throws {
    let repository = FakeRepository()
    let shown = try await Shown(Self.requests, repository: repository)
    let gate = Gate()
    repository.hold(at: gate)
    #expect(!shown.screen.cancelLoading())
    shown.press(.character("r"))
    await gate.waitForArrival()
    #expect(shown.text.contains("Checking the alerts…"))
    #expect(shown.screen.cancelLoading())
    #expect(!shown.text.contains("Checking the alerts…"))
    await gate.open()
    await shown.model.settle()
    #expect(!shown.screen.cancelLoading())
  }

  @Test("cancels a coin lookup with Escape, keeps the form open, and sets no alert")
  func cancelledForm() async throws {
    // Given
    let repository = FakeRepository()
    let shown = try await Shown(coin: "coin-1", repository: repository)
    shown.type("5")
    let gate = Gate()
    repository.hold(at: gate)
    repository.fail(with: .service(CancellationError()))

    // When
    shown.press(KeyPress(.enter))
    await gate.waitForArrival()
    shown.press(KeyPress(.escape))
    await gate.open()
    await settle { !shown.screen.isWriting }

    // Then
    #expect(shown.text.contains("Loading was cancelled."))
    #expect(shown.text.contains("New alert"))
    #expect(try shown.store.alerts().isEmpty)
  }

  @Test("suggests coins as text is typed, and selects one by key or click", arguments: ["enter", "tab", "click"])
  func suggestions(way: String) async throws {
    // Given
    let shown = try await Shown()
    shown.press(.character("a"))
    shown.type("coin-1")
    await settle { shown.screen.suggestions.coins.count == 5 }
    #expect(shown.text.contains("Coin 10 C10"))

    // When
    shown.press(KeyPress(.down))
    #expect(shown.screen.suggestions.choice?.id.description == "coin-10")
    switch way {
    case "enter": shown.press(KeyPress(.enter))
    case "tab": shown.press(KeyPress(.tab))
    default:
      _ = shown.screen.handle(.click(target: AlertsScreen.suggestionTarget, index: 1, at: .zero, count: 1))
    }
    #expect(shown.screen.suggestions.isEmpty)
    // Tab goes to the next field. Choosing a coin goes to the only field that still has to be filled in.
    #expect(shown.screen.form?.state.selected == (way == "tab" ? .condition : .limit))
    if way == "tab" { shown.press(KeyPress(.tab)) }
    shown.type("5")
    shown.press(KeyPress(.enter))
    await settle { !shown.effects.messages.isEmpty }

    // Then
    #expect(try shown.store.alerts().map(\.request.coin.id) == ["coin-10"])
  }

  @Test("suggests coins even if the user types while the coins are loading")
  func quickTyping() async throws {
    let repository = FakeRepository()
    let shown = try await Shown(repository: repository)
    let gate = Gate()
    repository.hold(at: gate)
    shown.press(.character("a"))
    shown.type("coin")
    await gate.waitForArrival()
    shown.type("-1")
    await gate.open()
    await settle { shown.screen.suggestions.coins.count == 5 }
    #expect(repository.queries.filter { $0.pageSize == 250 }.count == 1)
  }
}
