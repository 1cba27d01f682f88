import Basics
import Components
import Foundation
import Portfolio

extension AlertsScreen {
  func body(size: Size, in environment: RenderEnvironment) -> any Widget {
    var page: any Widget = list(width: size.width, in: environment)
    if let form {
      let panel = panel(form, in: environment).widget(in: size, environment)
      page = Overlay(page, top: panel, alignment: .center, dimsBase: true, isModal: true)
    }
    return question?.over(page) ?? page
  }

  /// Returns the alerts' states as text, all short enough for the given width.
  ///
  /// If necessary, prices are omitted first, and then times.
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
      case .triggered, .off: typography.warning
      }
    return StyledText(AlertText.state(alert, detail, now: now), style)
  }

  private func list(width: Int, in environment: RenderEnvironment) -> any Widget {
    switch model.state {
    case .initial, .loading: return SkeletonRows(columns: [22, 30, 10], label: "Reading alerts…")
    case .failed(let problem, _):
      return StatusMessage.failure(
        "Couldn't read the alerts",
        detail: problem,
        keys: [environment.hint(.character("r"), "Reload")]
      )
    case .loaded(let alerts) where alerts.isEmpty:
      return StatusMessage.empty(
        "No alerts",
        detail: model.refresher?.stateText ?? "",
        keys: [environment.hint(.character("a"), "Add an alert")]
      )
    case .loaded: break
    }
    let typography = environment.theme.typography
    let alerts = model.list.items
    let conditions = alerts.map { environment.width(of: StyledText(AlertText.condition($0.request))) }
    let conditionWidth = max(conditions.max() ?? 0, 10)
    // Subtract the selection mark and the gap before the next column.
    let states = states(of: alerts, width: width - conditionWidth - 4, in: environment)
    let stateWidth = states.values.map { environment.width(of: $0) }.max() ?? 0
    // Other columns are omitted before the condition is truncated.
    let least = min(conditionWidth, max(width - stateWidth - 4, 10))
    let columns = [
      TableColumn(
        "Alert",
        width: LengthRange(minimum: least, ideal: conditionWidth, maximum: conditionWidth),
        priority: 5
      ),
      TableColumn("State", width: .fixed(max(stateWidth, 5)), priority: 4),
      TableColumn("Triggers", width: .fixed(10), priority: 2),
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
    // This text replaces the time of the last check, so the layout doesn't change.
    let check = model.isChecking ? "Checking the alerts…" : refresher.checkText(now: model.now(), width: width)
    let header = Text(StyledText(check, typography.caption), wrapping: .truncated(.end))
    return VStack(spacing: 0, children: [header, table.filling()])
  }
}
