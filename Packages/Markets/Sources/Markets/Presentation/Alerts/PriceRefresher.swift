public import Components
public import Foundation
public import Observation
import Portfolio

/// A refresher that updates the visible screen and alert prices, and checks the alerts, while the program runs.
///
/// While no alert is active, no prices are requested for alerts. Prices that another screen or process loaded within
/// the interval are reused, so two consumers of the same price need only one request.
@MainActor
@Observable
public final class PriceRefresher {
  /// Whether auto-refresh is on.
  public private(set) var isOn: Bool
  /// The effective refresh interval, which is the chosen interval or the source's freshness, whichever is longer.
  public private(set) var interval: Duration
  /// The time when all alerts were last checked; `nil` before the first check.
  private(set) var lastCheck: Date?

  /// The interface for showing triggered alerts and failures; each failure is shown only once until it is resolved.
  @ObservationIgnored public weak var effects: (any ScreenEffects)?
  /// Called after a check that changed an alert's state.
  @ObservationIgnored public var onChange: (@MainActor () -> Void)?

  @ObservationIgnored private let alerts: AlertChecker
  @ObservationIgnored private let quotes: QuoteStore
  @ObservationIgnored private let freshness: @Sendable () -> Duration
  @ObservationIgnored private var chosenInterval: Duration
  @ObservationIgnored private let save: @MainActor (Bool) throws -> Void
  @ObservationIgnored private let clock: any Clock<Duration>
  @ObservationIgnored private let now: @Sendable () -> Date
  @ObservationIgnored private var isRunning = false
  @ObservationIgnored private var loop: Task<Void, Never>?
  @ObservationIgnored private var arrivals: Task<Void, Never>?
  @ObservationIgnored private var screens: [WeakScreen] = []
  @ObservationIgnored private var unchecked: Set<Int> = []
  @ObservationIgnored private var hasTrouble = false
  @ObservationIgnored private var hasStoreFailure = false

  private struct WeakScreen {
    weak var screen: (any AutomaticallyRefreshing)?
  }

  /// Creates a refresher that does nothing until ``start()`` is called.
  ///
  /// Alerts are checked whenever a price arrives in `quotes`, regardless of what requested it. `freshness` returns how
  /// long the source's prices currently count as fresh. `save` stores the user's setting when auto-refresh is turned on
  /// or off.
  public init(
    alerts: AlertChecker,
    quotes: QuoteStore,
    freshness: @escaping @Sendable () -> Duration,
    interval: Duration,
    isOn: Bool,
    save: @escaping @MainActor (Bool) throws -> Void = { _ in },
    clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.alerts = alerts
    self.quotes = quotes
    self.freshness = freshness
    chosenInterval = interval
    self.interval = max(interval, freshness())
    self.isOn = isOn
    self.save = save
    self.clock = clock
    self.now = now
  }

  /// Refreshes immediately and then at every interval, unless auto-refresh is off.
  public func start() {
    isRunning = true
    let changes = quotes.changes()
    arrivals = Task { [weak self] in
      for await _ in changes { await self?.checkArrivals() }
    }
    restart()
  }

  /// Stops refreshing; called when the program ends.
  public func stop() {
    isRunning = false
    arrivals?.cancel()
    restart()
  }

  /// Turns auto-refresh on or off, stores the setting, and returns the problem if that fails.
  func choose(_ isOn: Bool) -> String? {
    setOn(isOn)
    do {
      try save(isOn)
      return nil
    } catch {
      return "Couldn't save the setting: \(error)"
    }
  }

  /// Turns auto-refresh on or off without storing the setting.
  public func setOn(_ isOn: Bool) {
    guard isOn != self.isOn else { return }
    self.isOn = isOn
    restart()
  }

  /// Sets the chosen refresh interval, and applies a changed freshness.
  public func setInterval(_ interval: Duration) {
    chosenInterval = interval
    guard max(interval, freshness()) != self.interval else { return }
    restart()
  }

  /// Refreshes a screen together with the alerts while the screen is visible.
  func add(_ screen: any AutomaticallyRefreshing) {
    remove(screen)
    screens.append(WeakScreen(screen: screen))
  }

  func remove(_ screen: any AutomaticallyRefreshing) {
    screens.removeAll { $0.screen == nil || $0.screen === screen }
  }

  private func restart() {
    loop?.cancel()
    loop = nil
    updateInterval()
    guard isRunning, isOn else { return }
    loop = Task { [weak self, clock] in
      while !Task.isCancelled {
        await self?.refresh()
        guard let interval = self?.updateInterval() else { return }
        // Only cancellation ends the sleep early, and the loop checks for it.
        try? await clock.sleep(for: interval)
      }
    }
  }

  /// Adjusts the interval to how long the source's prices stay fresh: longer when few calls are left this month.
  @discardableResult
  private func updateInterval() -> Duration {
    let interval = max(chosenInterval, freshness())
    if interval != self.interval { self.interval = interval }
    return interval
  }

  private func refresh() async {
    for screen in screens.compactMap(\.screen) { await screen.refreshAutomatically(policy) }
    await checkAlerts()
  }

  /// The policy for loading prices.
  ///
  /// Only prices younger than 90 % of the interval come from the cache, because a request also takes some time.
  private var policy: LoadPolicy { .maxAge(interval * 9 / 10) }

  func checkAlerts() async { await checkAlerts(.maxAge(min(interval * 9 / 10, AlertQuotes.longestAge))) }

  func checkAlerts(_ policy: LoadPolicy) async {
    do throws(AlertCheckError) {
      let evaluation = try await alerts.check(policy, interval: interval)
      hasTrouble = false
      lastCheck = now()
      report(evaluation)
      report(evaluation.unchecked)
    } catch {
      if !Task.isCancelled { report(error) }
    }
  }

  /// Checks the alerts against newly arrived prices; the next refresh reports alerts without a price.
  private func checkArrivals() async {
    do throws(AlertCheckError) {
      report(try await alerts.check(.storedOnly, interval: interval))
    } catch {
      report(error)
    }
  }

  private func report(_ evaluation: AlertEvaluation) {
    for fired in evaluation.fired {
      let message = AlertText.message(fired).sanitized(.singleLine)
      effects?.show(StyledText(message), tone: .warning, link: "markets/\(fired.alert.request.coin.id)")
      effects?.notify(title: "Price alert", message: message)
    }
    if let failure = evaluation.storeFailure, !hasStoreFailure {
      warn("Couldn't save the alert states. \(failure)")
    }
    hasStoreFailure = evaluation.storeFailure != nil
    if evaluation.hasChanges { onChange?() }
  }

  /// Reports alerts that can't be checked, but each alert only once until it can be checked again.
  private func report(_ unchecked: [UncheckedAlert]) {
    let new = unchecked.filter { !self.unchecked.contains($0.alert.id) }
    self.unchecked = Set(unchecked.map(\.alert.id))
    guard let first = new.first else { return }
    let rest =
      switch new.count - 1 {
      case 0: ""
      case 1: " 1 more alert was not checked."
      case let count: " \(count) more alerts were not checked."
      }
    warn(first.description + rest)
  }

  private func report(_ error: AlertCheckError) {
    let words: String
    switch error {
    case .store(let error): words = "Couldn't check the alerts. \(error)"
    case .prices(let error):
      let problem = MarketsProblem(error, now: now())
      words = ["Couldn't check the alerts.", problem.message, problem.hint].compactMap { $0 }.joined(separator: " ")
    }
    // The messages aren't compared, because they contain the time of the next try.
    defer { hasTrouble = true }
    if !hasTrouble { warn(words) }
  }

  private func warn(_ words: String) { effects?.show(StyledText(words), tone: .warning) }
}

/// A screen that ``PriceRefresher`` refreshes at its interval while the screen is visible.
@MainActor
protocol AutomaticallyRefreshing: AnyObject {
  /// Reloads data that is older than the policy allows, and returns once it is loaded.
  func refreshAutomatically(_ policy: LoadPolicy) async
}

extension PriceRefresher {
  func keys(_ effects: any ScreenEffects) -> [KeyBinding] {
    [
      KeyBinding(
        .character("R"),
        label: "Auto-refresh",
        explanation: "Turn auto-refresh on or off",
        prominence: .help
      ) { [self] in
        let before = isOn
        if let problem = choose(!before) {
          effects.show(StyledText(problem), tone: .warning)
        } else {
          effects.didChange(StyledText("\(stateText).")) { [self] in choose(before) }
        }
      }
    ]
  }

  var stateText: String { isOn ? "Auto-refresh on, every \(intervalText)" : "Auto-refresh off" }

  /// Returns sentences about auto-refresh and the age of the last check, short enough for the given width if possible.
  func checkText(now: Date, width: Int = .max) -> String {
    let check = lastCheck.map { " Checked \(RelativeAge.text(of: $0, now: now))." } ?? ""
    let text = "\(stateText).\(check)"
    return text.count <= width ? text : "\(shortStateText.prefix(1).uppercased())\(shortStateText.dropFirst()).\(check)"
  }

  var shortStateText: String { isOn ? "every \(intervalText)" : "auto-refresh off" }

  private var intervalText: String {
    let seconds = Int(interval / .seconds(1))
    return switch seconds {
    case let seconds where seconds % 3_600 == 0: "\(seconds / 3_600) h"
    case let seconds where seconds % 60 == 0: "\(seconds / 60) min"
    default: "\(seconds) s"
    }
  }
}
