import Basics
import Components
import Foundation
import Navigation
import Observation
import Portfolio

@MainActor
@Observable
final class AlertsScreen: Screen {
  let title = "Alerts"

  @ObservationIgnored let model: AlertsViewModel
  @ObservationIgnored let effects: any ScreenEffects
  @ObservationIgnored private let source: any Navigator
  @ObservationIgnored private let coinPreview: CoinPreview?
  var form: AlertForm?
  var question: Confirmation?
  var isWriting = false
  var suggestions = CoinSuggestions()
  @ObservationIgnored let latestSuggestions = LatestLoad()
  @ObservationIgnored let latestPrice = LatestLoad()
  @ObservationIgnored var writing: Task<Void, Never>?
  @ObservationIgnored let chooseCurrency: (@MainActor (CurrencyCode) -> Void)?
  /// The number of list lines in the last frame.
  @ObservationIgnored private var pageHeight = 10

  init(
    model: AlertsViewModel,
    coin: String? = nil,
    coinPreview: CoinPreview? = nil,
    source: any Navigator,
    effects: any ScreenEffects,
    chooseCurrency: (@MainActor (CurrencyCode) -> Void)? = nil
  ) {
    self.model = model
    self.chooseCurrency = chooseCurrency
    self.source = source
    self.coinPreview = coinPreview
    self.effects = effects
    form = coin.map { AlertForm(coin: $0, currency: model.currency) }
  }

  func appear() {
    Task { await model.load() }
    open(form)
  }

  var canCancelLoading: Bool { model.isChecking }

  func cancelLoading() -> Bool { model.cancelLoading() }

  var isAnimating: Bool { model.isChecking || isWriting }

  func didShow(_ frame: RenderedFrame) {
    if let list = frame.viewports[Self.target] { pageHeight = max(list.area.height, 1) }
  }

  // Choice fields count as text entry, because shortcuts must not close an open form.
  var isEnteringText: Bool { question == nil && form != nil }

  var keyMap: KeyMap {
    if let question {
      return question.keyMap(
        move: { [self] in self.question?.selected = 1 - question.selected },
        answer: { [self] isYes in answer(isYes) }
      )
    }
    if form != nil { return formKeys }
    let hasAlert = model.list.selectedItem != nil
    // Bind this key only while there are marks. Otherwise, the program handles it.
    let removeMarks = KeyBinding(KeyPress(.escape), label: "Remove marks", explanation: "Remove all marks") {
      [self] in model.list.removeMarks()
    }
    return KeyMap(
      title,
      (model.list.marked.isEmpty ? [] : [removeMarks]) + [
        KeyBinding(
          KeyPress(.enter),
          label: undecided == nil ? "Open" : "Choose coin",
          explanation: undecided == nil ? "Open the alert's coin" : "Choose the coin for this symbol",
          isEnabled: hasAlert
        ) { [self] in open() },
        KeyBinding(.character("a"), label: "Add", explanation: "Add an alert") { [self] in
          open(AlertForm(currency: model.currency))
        },
        KeyBinding(
          .character("e"),
          label: "Edit",
          explanation: "Edit the alert and arm it again",
          isEnabled: hasAlert
        ) { [self] in
          if let alert = model.list.selectedItem { open(AlertForm(replacing: alert)) }
        },
        KeyBinding(
          .character("d"),
          KeyPress(.delete),
          label: "Delete",
          explanation: "Delete the marked or selected alerts, after confirmation",
          isEnabled: hasAlert
        ) { [self] in askToRemove() },
        KeyBinding(
          .character(" "),
          label: "Mark",
          explanation: "Mark the alert for deleting or copying, or unmark it",
          isEnabled: hasAlert
        ) { [self] in model.list.toggleMark() },
        KeyBinding(
          .character("y"),
          label: "Copy",
          explanation: "Copy the conditions of the marked or selected alerts",
          prominence: .help,
          isEnabled: hasAlert
        ) { [self] in
          effects.copy(model.list.chosenItems.map { AlertText.condition($0.request) }.joined(separator: "\n"))
        },
        currencyKey,
        KeyBinding(
          .character("r"),
          KeyPress(.function(5)),
          label: "Reload",
          explanation: "Reload prices and check the alerts"
        ) { [self] in model.refresh() },
      ] + (model.refresher?.keys(effects) ?? []) + .listMovement
    )
  }

  func handle(_ event: ScreenEvent) -> Bool {
    if question != nil {
      if case .click(Confirmation.target, let index?, _, _) = event { answer(index == 1) }
      return true
    }
    if form != nil { return handleForm(event) }
    switch model.list.handle(event, target: Self.target, page: pageHeight) {
    case .ignored: return false
    case .handled: break
    case .opened: open()
    }
    return true
  }

  /// The possible coins for the selected alert, if the user has to choose one; `nil` if the coin is known.
  private var undecided: [SourceCoin]? { model.list.selectedItem.flatMap { model.choices[$0.request.coin.id] } }

  private func open() {
    guard let coin = model.list.selectedItem?.request.coin else { return }
    if let undecided {
      chooseCoin(coin, among: undecided)
    } else {
      source.send(.push(CoinDestination(coin: coin.id)))
    }
  }

  static let target = "markets.alerts"
  nonisolated static let formTarget = "markets.alert.form"
  nonisolated static let suggestionTarget = "markets.alert.suggestions"
  nonisolated static let kindTarget = "markets.alert.kinds"

  private func answer(_ isYes: Bool) {
    let action = question?.action
    question = nil
    if isYes { action?() }
  }
}

extension AlertsScreen: CurrencyChoosing {
  var currencyModel: any CurrencyShowing { model }
}

extension AlertsScreen: CoinChoosing {
  var linking: LinkCoin? { model.linking }

  func didChoose() { model.refresh() }
}

extension AlertsScreen: PreviewingScreen {
  var preview: (any Screen)? {
    guard let coin = model.list.selectedItem?.request.coin, model.choices[coin.id] == nil else { return nil }
    return coinPreview?.page(of: coin.id)
  }

  func openPreview() { open() }

  func caption(in environment: RenderEnvironment) -> StyledText? {
    model.refresher.map { StyledText($0.shortStateText) }
  }
}
