import Basics
import Components
import Foundation
import Navigation
import Observation
import Portfolio

@MainActor
@Observable
final class RealizedGainsScreen: Screen {
  let title = "Realized gains"

  @ObservationIgnored let model: RealizedGainsViewModel
  @ObservationIgnored private let source: any Navigator
  /// The number of list lines in the last frame, used by the page keys.
  @ObservationIgnored private var pageHeight = 10

  init(model: RealizedGainsViewModel, source: any Navigator) {
    self.model = model
    self.source = source
  }

  func appear() { model.appear() }

  func didShow(_ frame: RenderedFrame) {
    if let list = frame.viewports[Self.listTarget] { pageHeight = max(list.area.height, 1) }
  }

  var canCancelLoading: Bool { model.state.isLoading }

  func cancelLoading() -> Bool { model.cancelLoading() }

  var isAnimating: Bool { model.state.isLoading }

  var keyMap: KeyMap {
    let years = model.years.map(\.year)
    let coin = model.rows.selectedItem?.disposal.coin.id
    return KeyMap(
      title,
      [
        KeyBinding(KeyPress(.enter), label: "Open", explanation: "Open the coin", isEnabled: coin != nil) { [self] in
          if let coin { source.send(.push(CoinDestination(coin: coin))) }
        },
        KeyBinding(
          .character("<"),
          label: "Earlier",
          explanation: "Show an earlier year",
          isEnabled: model.year != years.first
        ) { [self] in model.moveYear(by: -1) },
        KeyBinding(
          .character(">"),
          label: "Later",
          explanation: "Show a later year",
          isEnabled: model.year != years.last
        ) { [self] in model.moveYear(by: 1) },
        KeyBinding(
          .character("M"),
          label: "Method",
          explanation: "Change the cost method: first in, first out, or average cost"
        ) { [self] in
          model.showNextMethod()
        },
        KeyBinding(
          .character("r"),
          KeyPress(.function(5)),
          label: "Reload",
          explanation: "Reload the ledger",
          prominence: .help
        ) { [self] in model.appear() },
      ] + .listMovement
    )
  }

  func handle(_ event: ScreenEvent) -> Bool {
    if case .click(Self.yearTarget, let index?, _, _) = event {
      let years = model.years
      if years.indices.contains(index) { model.show(years[index].year) }
      return true
    }
    switch model.rows.handle(event, target: Self.listTarget, page: pageHeight) {
    case .ignored: return false
    case .handled: return true
    case .opened: return keyMap.perform(KeyPress(.enter))
    }
  }

  private static let listTarget = "markets.gains"
  private static let yearTarget = "markets.gains.years"

  func body(size: Size, in environment: RenderEnvironment) -> any Widget {
    guard let year = model.shownYear, let content = model.state.value else {
      return placeholder(in: environment).filling()
    }
    let years = model.years
    let tabs = TabBar(
      years.map { String($0.year) },
      selected: years.firstIndex { $0.year == year.year } ?? 0,
      target: Self.yearTarget
    )
    var rows: [any Widget] = [tabs, sums(of: year, in: environment)]
    rows += notices(of: content, in: environment)
    rows.append(table(in: environment).filling())
    return VStack(spacing: 0, children: rows)
  }

  private func placeholder(in environment: RenderEnvironment) -> any Widget {
    switch model.state {
    case .initial, .loading: SkeletonRows(columns: [6, 10, 10, 12, 12, 12, 12], label: "Reading the ledger…")
    case .failed(MarketsProblem.cancelledMessage, _): StatusMessage.cancelled(in: environment)
    case .failed(let problem, _):
      StatusMessage.failure("No ledger", detail: problem, keys: [environment.hint(.character("r"), "Reload")])
    case .loaded(let content) where !content.gains.years.isEmpty:
      StatusMessage.empty(
        "No gain is known",
        detail: RealizedGainsReport(content.gains, timeZone: model.timeZone)
          .notices(shortfall: content.shortfall, now: model.now()).joined(separator: " ")
      )
    case .loaded:
      StatusMessage.empty("Nothing was sold", detail: "Sales, and swaps with a price, are listed here by year.")
    }
  }

  private func cells(in environment: RenderEnvironment) -> GainCells {
    GainCells(
      currency: model.state.value?.gains.currency ?? model.currency.code,
      method: model.state.value?.gains.method ?? model.method,
      timeZone: model.timeZone,
      theme: environment.theme
    )
  }

  private func sums(of year: RealizedYear, in environment: RenderEnvironment) -> any Widget {
    let typography = environment.theme.typography
    let cells = cells(in: environment)
    // Put the gain first, because narrow screens cut off the end of the line.
    let sums = [
      ("Gain", cells.gain(year.gain)), ("Proceeds", cells.money(year.proceeds)), ("Cost", cells.money(year.cost)),
    ]
    let caption = [cells.currency.uppercased(), cells.method.rawValue]
      .joined(separator: " \(environment.glyphs.middleDot) ")
    let line = sums.map { StyledText("\($0.0) ", typography.label) + $0.1 }.joined(separator: "  ")
    return Text(line + StyledText("  \(caption)", typography.caption), wrapping: .truncated(.end))
  }

  private func notices(of content: RealizedGainsViewModel.Content, in environment: RenderEnvironment) -> [any Widget] {
    let typography = environment.theme.typography
    if let problem = model.state.problem { return [Text(StyledText(problem, typography.error))] }
    if model.state.isLoading { return [Spinner("Reading the ledger")] }
    let report = RealizedGainsReport(content.gains, timeZone: model.timeZone)
    let notices = report.notices(of: model.year, shortfall: content.shortfall, now: model.now())
    return notices.map {
      Text(StyledText("\(environment.glyphs.warningMark) \($0)", typography.warning), wrapping: .truncated(.end))
    }
  }

  private func table(in environment: RenderEnvironment) -> Table {
    let cells = cells(in: environment)
    func number(_ title: String, minimum: Int, ideal: Int, priority: Int) -> TableColumn {
      let width = LengthRange(minimum: minimum, ideal: ideal, maximum: 24)
      return TableColumn(title, width: width, alignment: .trailing, priority: priority)
    }
    let columns = [
      TableColumn("Coin", width: LengthRange(minimum: 5, ideal: 8, maximum: 14), priority: 9),
      TableColumn("Acquired", width: .fixed(10), priority: 4), TableColumn("Sold", width: .fixed(10), priority: 7),
      number("Amount", minimum: 8, ideal: 14, priority: 3), number("Proceeds", minimum: 11, ideal: 13, priority: 6),
      number("Cost", minimum: 11, ideal: 13, priority: 5), number("Gain", minimum: 12, ideal: 13, priority: 8),
      number("Days", minimum: 5, ideal: 5, priority: 2),
    ]
    return model.rows.table(columns: columns, isFocused: true, target: Self.listTarget) { row, column in
      cells.row(row.disposal)[column]
    }
  }
}
