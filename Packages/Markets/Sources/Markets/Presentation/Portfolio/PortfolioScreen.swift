import Basics
import Components
import Foundation
import Navigation
import Observation
import Portfolio

@MainActor
@Observable
final class PortfolioScreen: Screen {
  let title = "Portfolio"

  @ObservationIgnored let model: PortfolioViewModel
  @ObservationIgnored private let source: any Navigator
  @ObservationIgnored private let effects: any ScreenEffects
  @ObservationIgnored let timeZone: TimeZone
  /// Whether the activities have the keyboard, not the holdings.
  private(set) var isInActivities = false
  private(set) var question: Confirmation?
  /// The lists in the last frame, for pages.
  @ObservationIgnored private var viewports: [String: Viewport] = [:]
  /// The plot of the chart in the last frame, for clicks.
  @ObservationIgnored private(set) var plot: ChartPlot?

  init(
    model: PortfolioViewModel,
    source: any Navigator,
    effects: any ScreenEffects,
    timeZone: TimeZone = .current
  ) {
    self.model = model
    self.source = source
    self.effects = effects
    self.timeZone = timeZone
  }

  func appear() { model.appear() }

  func didShow(_ frame: RenderedFrame) {
    viewports = frame.viewports
    plot = frame.plots[Self.chartTarget]
  }

  func disappear() { model.disappear() }

  var isAnimating: Bool { model.state.isLoading || model.value.state.isLoading }

  var keyMap: KeyMap {
    if let question {
      return question.keyMap(
        move: { [self] in self.question?.selected = 1 - question.selected },
        answer: { [self] isYes in answer(isYes) }
      )
    }
    return KeyMap(
      title,
      [
        KeyBinding(KeyPress(.enter), label: "open", explanation: "Opens the coin", isEnabled: selectedCoin != nil) {
          [self] in openCoin()
        },
        KeyBinding(
          KeyPress(.tab),
          KeyPress(.tab, .shift),
          label: isInActivities ? "holdings" : "activities",
          explanation: "Goes to the other list"
        ) { [self] in isInActivities.toggle() },
        KeyBinding(
          .character("u"),
          label: "undo",
          explanation: "Undoes the activity, after a question",
          isEnabled: undoable != nil
        ) { [self] in askToUndo() },
      ] + valueKeys + [
        KeyBinding(.character("m"), label: "method", explanation: "First in first out, or average cost") { [self] in
          model.showNextMethod()
        },
        KeyBinding(.character("A"), label: "alerts", explanation: "Shows the alerts") { [self] in
          source.send(.push(AlertsDestination()))
        },
        KeyBinding(.character("r"), KeyPress(.function(5)), label: "refresh", explanation: "Asks for prices") {
          [self] in model.refresh()
        },
      ]
    )
  }

  func handle(_ event: ScreenEvent) -> Bool {
    if question != nil {
      if case .click(Confirmation.target, let index?, _, _) = event { answer(index == 1) }
      return true
    }
    if handleValue(event) { return true }
    switch event {
    case .click(Self.holdingsTarget, _, _, _), .scroll(target: Self.holdingsTarget, _, _): isInActivities = false
    case .click(Self.activitiesTarget, _, _, _), .scroll(target: Self.activitiesTarget, _, _): isInActivities = true
    default: break
    }
    let target = isInActivities ? Self.activitiesTarget : Self.holdingsTarget
    let page = max(viewports[target]?.area.height ?? 10, 1)
    let reaction =
      isInActivities
      ? model.activities.handle(event, target: target, page: page)
      : model.holdings.handle(event, target: target, page: page)
    switch reaction {
    case .ignored: return false
    case .handled: return true
    case .opened:
      openCoin()
      return true
    }
  }

  static let holdingsTarget = "markets.holdings"
  static let activitiesTarget = "markets.activities"

  private var selectedCoin: String? {
    guard isInActivities else { return model.holdings.selectedItem?.coin.id }
    return model.activities.selectedItem.flatMap { ActivityFields(of: ($0.original ?? $0.entry)).coin?.id }
  }

  private func openCoin() {
    if let selectedCoin { source.send(.push(CoinDestination(coin: selectedCoin))) }
  }

  private var undoable: Activity? {
    guard isInActivities, let activity = model.activities.selectedItem else { return nil }
    return activity.isUndoable ? activity : nil
  }

  private func askToUndo() {
    guard let undoable else { return }
    question = .undoing(undoable, model.currency) { [model, effects] in
      Task {
        let problem = await model.undo(undoable)
        effects.show(StyledText(problem ?? "It is undone."), tone: problem == nil ? .positive : .warning)
      }
    }
  }

  private func answer(_ isYes: Bool) {
    let action = question?.action
    question = nil
    if isYes { action?() }
  }
}
