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
  private var form: AlertForm?
  private var question: Confirmation?
  private var isWriting = false
  @ObservationIgnored let chooseCurrency: (@MainActor (CurrencyCode) -> Void)?
  /// The lines of the list in the last frame.
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

  func appear() { Task { await model.load() } }

  private func refresh() { Task { await model.refresh() } }

  func didShow(_ frame: RenderedFrame) {
    if let list = frame.viewports[Self.target] { pageHeight = max(list.area.height, 1) }
  }

  var isEnteringText: Bool { question == nil && form?.isInText == true }

  var keyMap: KeyMap {
    if let question {
      return question.keyMap(
        move: { [self] in self.question?.selected = 1 - question.selected },
        answer: { [self] isYes in answer(isYes) }
      )
    }
    if form != nil { return formKeys }
    return KeyMap(
      title,
      [
        KeyBinding(
          KeyPress(.enter),
          label: undecided == nil ? "Open" : "Choose coin",
          explanation: undecided == nil ? "Open the alert's coin" : "Choose what coin the symbol means",
          isEnabled: model.list.selectedItem != nil
        ) { [self] in open() },
        KeyBinding(.character("a"), label: "Add", explanation: "Add an alert") { [self] in
          form = AlertForm(currency: model.currency)
        },
        KeyBinding(
          .character("d"),
          KeyPress(.delete),
          label: "Delete",
          explanation: "Delete the alert, after a question",
          isEnabled: model.list.selectedItem != nil
        ) { [self] in askToRemove() },
        currencyKey,
        KeyBinding(
          .character("r"),
          KeyPress(.function(5)),
          label: "Reload",
          explanation: "Reload prices and check the alerts"
        ) { [self] in refresh() },
      ] + (model.refresher?.keys(effects) ?? []) + .listMovement
    )
  }

  private var formKeys: KeyMap {
    .form(
      "New alert",
      label: "Set",
      explanation: "Set the alert",
      submit: { [self] in Task { await submit() } },
      move: { [self] in form?.move(by: $0) },
      leave: { [self] in leaveForm() }
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

  /// The coins of which a person has to choose the selected alert's one; `nil` where the coin is known.
  private var undecided: [SourceCoin]? { model.list.selectedItem.flatMap { model.choices[$0.request.coin.id] } }

  private func open() {
    guard let coin = model.list.selectedItem?.request.coin else { return }
    if let undecided {
      chooseCoin(coin, among: undecided)
    } else {
      source.send(.push(CoinDestination(coin: coin.id)))
    }
  }

  private func handleForm(_ event: ScreenEvent) -> Bool {
    switch event {
    case .key(let press): return form?.handle(press) ?? false
    case .paste(let text): form?.paste(text)
    case .click(FormPanel.buttonTarget(Self.formTarget), let index, _, _):
      if index == 0 { Task { await submit() } } else { leaveForm() }
    case .click(Self.formTarget, let index?, _, _): form?.select(index)
    case .click, .scroll, .drag: return false
    }
    return true
  }

  private static let target = "markets.alerts"
  private nonisolated static let formTarget = "markets.alert.form"

  /// Sets the alert; after a refusal the form stays open with the reason.
  private func submit() async {
    guard let current = form, !isWriting else { return }
    isWriting = true
    defer { isWriting = false }
    do throws(AlertForm.Problem) {
      let request = try current.request()
      if let problem = await model.add(request) { throw problem }
      form = nil
      effects.show("Alert set.", tone: .positive)
    } catch {
      form?.refuse(error)
    }
  }

  private func leaveForm() {
    guard form?.hasInput == true else {
      form = nil
      return
    }
    question = .leavingForm { [weak self] in self?.form = nil }
  }

  private func askToRemove() {
    guard let alert = model.list.selectedItem else { return }
    question = Confirmation(
      title: "Delete this alert?",
      message: AlertText.condition(alert.request),
      decline: "Keep",
      confirm: "Delete"
    ) { [model, effects] in
      Task {
        if let problem = await model.remove(alert) {
          effects.show(StyledText(problem), tone: .warning)
        } else {
          effects.didChange("Alert deleted.") { await model.restore(alert) }
        }
      }
    }
  }

  private func answer(_ isYes: Bool) {
    let action = question?.action
    question = nil
    if isYes { action?() }
  }

  func body(size: Size, in environment: RenderEnvironment) -> any Widget {
    var page: any Widget = list(width: size.width, in: environment)
    if let form {
      let panel = panel(form).widget(in: size, environment)
      page = Overlay(page, top: panel, alignment: .center, dimsBase: true, isModal: true)
    }
    return question?.over(page) ?? page
  }

  /// The states as texts that all fit into a number of cells; prices and then times are left out for that.
  private func states(
    of alerts: [PriceAlert],
    width: Int,
    in environment: RenderEnvironment
  ) -> [Int: StyledText] {
    let now = model.now()
    func texts(_ detail: AlertText.StateDetail) -> [Int: StyledText] {
      var texts: [Int: StyledText] = [:]
      for alert in alerts { texts[alert.id] = state(alert, detail, now: now, in: environment) }
      return texts
    }
    for detail in [AlertText.StateDetail.full, .time] {
      let texts = texts(detail)
      if texts.values.allSatisfy({ environment.width(of: $0) <= width }) { return texts }
    }
    return texts(.word)
  }

  private func state(
    _ alert: PriceAlert,
    _ detail: AlertText.StateDetail,
    now: Date,
    in environment: RenderEnvironment
  ) -> StyledText {
    let typography = environment.theme.typography
    guard model.choices[alert.request.coin.id] == nil else {
      let text = detail == .full ? CoinChoiceText.problem(alert.request.coin) : "Choose coin"
      return StyledText(text, typography.warning)
    }
    let style: TextStyle =
      switch alert.state {
      case .armed: typography.body
      case .triggered: typography.warning
      case .off: typography.caption
      }
    return StyledText(AlertText.state(alert, detail, now: now), style)
  }

  private func list(width: Int, in environment: RenderEnvironment) -> any Widget {
    switch model.state {
    case .initial, .loading: return StatusMessage.loading("Reading alerts")
    case .failed(let problem, _):
      return StatusMessage.failure("Couldn't read the alerts", detail: problem, keys: [KeyHintBar.Hint("r", "Reload")])
    case .loaded(let alerts) where alerts.isEmpty:
      return StatusMessage.empty(
        "No alerts",
        detail: model.refresher?.stateText ?? "",
        keys: [KeyHintBar.Hint("a", "Add an alert")]
      )
    case .loaded: break
    }
    let typography = environment.theme.typography
    let alerts = model.list.items
    let conditions = alerts.map { environment.width(of: StyledText(AlertText.condition($0.request))) }
    let conditionWidth = max(conditions.max() ?? 0, 10)
    // The mark of the selection and the distance to the next column.
    let states = states(of: alerts, width: width - conditionWidth - 4, in: environment)
    let stateWidth = states.values.map { environment.width(of: $0) }.max() ?? 0
    // Other columns are left out before the condition is cut.
    let least = min(conditionWidth, max(width - stateWidth - 4, 10))
    let columns = [
      TableColumn(
        "Alert",
        width: LengthRange(minimum: least, ideal: conditionWidth, maximum: conditionWidth),
        priority: 5
      ),
      TableColumn("State", width: .fixed(max(stateWidth, 5)), priority: 4),
      TableColumn("Fires", width: .fixed(10), priority: 2),
      TableColumn("#", width: LengthRange(minimum: 2, ideal: 3, maximum: 5), alignment: .trailing, priority: 1),
    ]
    let table = model.list.table(columns: columns, target: Self.target) { alert, column in
      switch column {
      case 0: StyledText(AlertText.condition(alert.request), .bold)
      case 1: states[alert.id] ?? StyledText()
      case 2: StyledText(alert.request.repetition == .once ? "once" : "repeatedly", typography.caption)
      default: StyledText("\(alert.id)", typography.caption)
      }
    }
    guard let refresher = model.refresher else { return table }
    let header = Text(StyledText(refresher.checkText(now: model.now()), typography.caption), wrapping: .truncated(.end))
    return VStack(spacing: 0, children: [header, table.filling()])
  }

  private func panel(_ form: AlertForm) -> FormPanel {
    let fields = form.state.fields.enumerated().map { index, field -> Form.Field in
      let isFocused = field == form.state.selected
      let state: ControlState = isFocused ? .focused : .normal
      func targeted(_ control: any Widget) -> any Widget { control.targeted(Self.formTarget, index: index) }
      let error = form.state.problems[field] ?? ""
      switch field {
      case .coin:
        let control = TextField(form.state.text(.coin), prompt: "Name, symbol or id", state: state)
        return Form.Field("Coin", control: targeted(control), error: error, isFocused: isFocused)
      case .condition:
        let note = "Left and right choose another"
        return Form.Field("When it", control: targeted(Text(form.kind.words)), note: note, isFocused: isFocused)
      case .limit:
        let isShare = form.kind == .rises || form.kind == .falls
        let name = isShare ? "Percent" : "Price (\(form.currency.code))"
        return Form.Field(
          name,
          control: targeted(TextField(form.state.text(.limit), state: state)),
          error: error,
          isFocused: isFocused
        )
      case .repetition:
        return Form.Field(
          "Only once",
          control: targeted(Toggle("", isOn: form.isOnce, state: state)),
          isFocused: isFocused
        )
      }
    }
    return FormPanel(
      title: "New alert",
      target: Self.formTarget,
      fields: fields,
      selected: form.state.fields.firstIndex(of: form.state.selected) ?? 0,
      submitLabel: "Set",
      isSubmitting: isWriting
    )
  }
}

extension AlertsScreen: NavigationGuard {
  func canLeave(for command: NavigationCommand) async -> GuardDecision {
    form?.hasInput == true ? .confirm(Confirmation.leaveQuestion) : .allow
  }
}

extension AlertsScreen: CurrencyChoosing {
  var currencyModel: any CurrencyShowing { model }
}

extension AlertsScreen: CoinChoosing {
  var linking: LinkCoin? { model.linking }

  func didChoose() { refresh() }
}

extension AlertsScreen: PreviewingScreen {
  /// The page of the selected alert's coin.
  var preview: (any Screen)? {
    guard let coin = model.list.selectedItem?.request.coin, model.choices[coin.id] == nil else { return nil }
    return coinPreview?.page(of: coin.id)
  }

  func openPreview() { open() }

  /// The interval of automatic refreshes.
  var caption: StyledText? { model.refresher.map { StyledText($0.shortStateText) } }
}
