import BasicsTesting
import Components
import Foundation
import NetworkingTesting
import Testing

@testable import Markets
@testable import Portfolio

@Suite("Alerts whose store fails")
@MainActor
struct AlertsViewModelTests {
  private let store = FakeAlertStore()
  private let repository = FakeRepository()
  private let effects = FakeEffects()

  private static func request(_ coin: String = "coin-0", _ condition: AlertCondition) -> AlertRequest {
    AlertRequest(
      coin: CoinReference(id: coin, symbol: coin.replacing("coin-", with: "c")),
      condition: condition,
      currency: "aud"
    )
  }

  @Test("reads the alerts again after a removal has failed, and shows the reason")
  func removal() async throws {
    // Given
    try store.add(Self.request("coin-0", .above(900)))
    let model = AlertsViewModel(store: store, repository: repository, now: { FakeRepository.date })
    let screen = AlertsScreen(model: model, source: FakeSource(), effects: effects)
    await model.load()
    try store.add(Self.request("coin-1", .above(900)))
    store.refuseRemovals()

    // When
    #expect(screen.keyMap.perform(.character("d")))
    let removal = StartedTasks { _ = screen.keyMap.perform(.character("y")) }
    await removal.wait()

    // Then
    #expect(effects.messages == ["The disk is full."])
    #expect(effects.undos.isEmpty)
    #expect(model.list.items.map(\.id) == [1, 2])
  }

  @Test("counts only the alerts that weren't removed elsewhere")
  func removedElsewhere() async throws {
    // Given
    for price in [900, 950, 990] { try store.add(Self.request("coin-0", .above(Decimal(price)))) }
    let model = AlertsViewModel(store: store, repository: repository, now: { FakeRepository.date })
    let screen = AlertsScreen(model: model, source: FakeSource(), effects: effects)
    await model.load()
    func remove(marking count: Int) async -> String {
      for _ in 0..<count { _ = screen.keyMap.perform(.character(" ")) }
      _ = screen.keyMap.perform(.character("d"))
      let title = screen.question.map { "\($0.title) \($0.message)" } ?? ""
      await StartedTasks { _ = screen.keyMap.perform(.character("y")) }.wait()
      return title
    }

    // When, Then
    try store.remove(1)
    #expect(await remove(marking: 2) == "Delete 2 alerts? C0 above $900.00 AUD and 1 more")
    #expect(effects.messages == ["Alert deleted."])
    try store.remove(3)
    #expect(await remove(marking: 0) == "Delete this alert? C0 above $990.00 AUD")
    #expect(effects.messages == ["Alert deleted.", "Already deleted."])
    #expect(model.list.items.isEmpty)
  }

  @Test("warns once that new states can't be stored, until they are stored again")
  func states() async throws {
    try store.add(Self.request("coin-0", .above(100_000)))
    let refresher = makeRefresher(repository, alerts: store, effects: effects)
    store.failToStoreStates(because: "The disk is full.")
    await refresher.checkAlerts()
    await refresher.checkAlerts()
    #expect(effects.messages == ["Couldn't save the alert states. The disk is full."])
    store.failToStoreStates(because: nil)
    await refresher.checkAlerts()
    store.failToStoreStates(because: "The disk is full again.")
    await refresher.checkAlerts()
    #expect(
      effects.messages == [
        "Couldn't save the alert states. The disk is full.", "Couldn't save the alert states. The disk is full again.",
      ]
    )
  }

  @Test("counts the other alerts that weren't checked", arguments: [1, 2, 3])
  func unchecked(count: Int) async throws {
    for index in 0..<count { try store.add(Self.request("gone-\(index)", .above(1))) }
    let refresher = makeRefresher(repository, alerts: store, effects: effects)
    await refresher.checkAlerts()
    let first =
      "Alert 1 was not checked: the service sent no price for GONE-0. "
      + "If this continues, the coin may no longer be listed."
    let rest = ["", " 1 more alert was not checked.", " 2 more alerts were not checked."]
    #expect(effects.messages == [first + rest[count - 1]])
    #expect(effects.notifications.isEmpty)
  }

  @Test("reports changed alerts only if a state has changed")
  func changes() async throws {
    let refresher = makeRefresher(repository, alerts: store, effects: effects)
    var changes = 0
    refresher.onChange = { changes += 1 }
    try store.add(Self.request("coin-0", .above(100_000)))
    await refresher.checkAlerts()
    #expect(changes == 0)
    try store.add(Self.request("coin-0", .above(700)))
    await refresher.checkAlerts()
    #expect(changes == 1)
    #expect(effects.notifications == ["Price alert: C0 above $700.00 AUD: $740.70, just now (Fake)"])
    await refresher.checkAlerts()
    #expect(changes == 1)
  }

  @Test(
    "states the refresh interval in hours, minutes or seconds, and the time of the last check if there is room",
    arguments: [
      (300, true, 80, "Auto-refresh on, every 5 min."), (301, true, 80, "Auto-refresh on, every 301 s."),
      (7_200, true, 80, "Auto-refresh on, every 2 h."), (7_260, true, 29, "Every 121 min."),
      (7_260, true, 31, "Auto-refresh on, every 121 min."), (7_260, true, 30, "Every 121 min."),
      (300, false, 80, "Auto-refresh off."), (300, false, 10, "Auto-refresh off."),
    ]
  )
  func interval(seconds: Int, isOn: Bool, width: Int, text: String) async {
    let refresher = makeRefresher(
      repository,
      alerts: store,
      interval: .seconds(seconds),
      isOn: isOn,
      effects: effects
    )
    #expect(refresher.checkText(now: FakeRepository.date, width: width) == text)
    await refresher.checkAlerts()
    #expect(
      refresher.checkText(now: FakeRepository.date + 120, width: width + 19) == "\(text) Checked 2 min ago."
    )
  }
}
