import Basics
import Components
import Foundation
import Observation

@MainActor
@Observable
final class CoinDetailScreen: Screen {
  @ObservationIgnored let model: CoinDetailViewModel
  @ObservationIgnored let account: CoinAccountViewModel?
  @ObservationIgnored let openAlerts: (@MainActor (_ coin: String) -> Void)?
  @ObservationIgnored let entry: EntryViewModel?
  var question: Confirmation?
  var comparisonPrompt: ComparisonPrompt?
  @ObservationIgnored let icons: CoinIcons
  @ObservationIgnored let chooseCurrency: (@MainActor (CurrencyCode) -> Void)?
  @ObservationIgnored let effects: any ScreenEffects
  @ObservationIgnored let timeZone: TimeZone
  /// Whether the purchase form opens as soon as the coin is known.
  @ObservationIgnored var opensPurchase = false
  private(set) var scroll = ScrollState()
  /// The chart's plot in the last frame, used to handle clicks.
  @ObservationIgnored private var plot: ChartPlot?
  /// The height of the figures in the last frame, in lines.
  @ObservationIgnored private var figureHeight = 0

  init(
    model: CoinDetailViewModel,
    account: CoinAccountViewModel? = nil,
    openAlerts: (@MainActor (_ coin: String) -> Void)? = nil,
    icons: CoinIcons = CoinIcons(),
    effects: any ScreenEffects,
    chooseCurrency: (@MainActor (CurrencyCode) -> Void)? = nil,
    timeZone: TimeZone = .current
  ) {
    self.chooseCurrency = chooseCurrency
    self.model = model
    self.account = account
    self.openAlerts = openAlerts
    self.icons = icons
    self.effects = effects
    self.timeZone = timeZone
    entry = account.map {
      EntryViewModel(ledger: $0.ledger, repository: model.repository, timeZone: timeZone, now: model.now)
    }
  }

  var title: String { model.content?.coin.shownName ?? model.word.sanitized(.singleLine) }

  func appear() {
    model.appear()
    Task { await loadAccount() }
  }

  func didShow(_ frame: RenderedFrame) {
    plot = frame.plots[Self.chartTarget]
    figureHeight = frame.viewports[Self.figures]?.content.height ?? 0
    icons.show([model.content?.coin].compactMap { $0 }, in: .coinPage)
    reloadAccountInNewCurrency()
  }

  var canCancelLoading: Bool { model.isLoading }

  func cancelLoading() -> Bool {
    guard model.cancelLoading() else { return false }
    restoreShownCurrency()
    return true
  }

  func disappear() {
    model.disappear()
    icons.show([], in: .coinPage)
  }

  var isAnimating: Bool { model.isLoading }

  var isEnteringText: Bool { question == nil && (entry?.form != nil || comparisonPrompt != nil) }

  /// Shows the range and the comparison from a link, and the purchase form if the destination requests it.
  func show(_ place: CoinDestination) {
    if let range = place.days?.range { model.show(range) }
    opensPurchase = place.opensPurchase
    openPurchase()
    guard let other = place.compare else { return }
    Task {
      if let problem = await model.compare(with: other) { effects.show(StyledText(problem), tone: .warning) }
    }
  }

  var keyMap: KeyMap {
    if let question {
      return question.keyMap(
        move: { [self] in self.question?.selected = 1 - question.selected },
        answer: { [self] isYes in answer(isYes) }
      )
    }
    if let entry, entry.form != nil { return formKeys(entry) }
    if comparisonPrompt != nil { return comparisonKeys }
    let hasChart = model.history != nil
    return KeyMap(
      title,
      accountKeys + [
        KeyBinding(.character(">"), label: "Longer", explanation: "Show a longer range") { [self] in
          model.moveRange(by: 1)
        },
        KeyBinding(.character("<"), label: "Shorter", explanation: "Show a shorter range") { [self] in
          model.moveRange(by: -1)
        },
        KeyBinding(
          .character("z"),
          label: "Style",
          explanation: "Show a line, bars or candles",
          prominence: .help,
          isEnabled: model.compared == nil
        ) { [self] in model.showNextStyle() },
        comparisonBinding,
        currencyKey,
      ] + controls.cursorKeys + [
        KeyBinding(
          KeyPress(.home),
          label: "Cursor to start",
          explanation: "Move the cursor to the start",
          prominence: .help,
          isEnabled: hasChart
        ) { [self] in model.setCursor(near: .distantPast) },
        KeyBinding(
          KeyPress(.end),
          label: "Cursor to end",
          explanation: "Move the cursor to the end",
          prominence: .help,
          isEnabled: hasChart
        ) { [self] in model.setCursor(near: .distantFuture) },
        KeyBinding(.character("r"), KeyPress(.function(5)), label: "Reload", explanation: "Reload prices and chart") {
          [self] in model.refresh()
        },
        KeyBinding(
          .character("y"),
          label: "Copy",
          explanation: "Copy the price, name or ID",
          isEnabled: model.content != nil
        ) { [self] in showCopyMenu() },
        KeyBinding(handled: KeyPress(.up), .character("k"), label: "Scroll up"),
        KeyBinding(handled: KeyPress(.down), .character("j"), label: "Scroll down"),
      ]
    )
  }

  private var controls: ChartControls {
    ChartControls(model: model, values: "prices", rangeTarget: Self.rangeTarget, chartTarget: Self.chartTarget)
  }

  private func showCopyMenu() {
    if let content = model.content { effects.copy(from: [content.coin], content.currency) }
  }

  func handle(_ event: ScreenEvent) -> Bool {
    if question != nil {
      if case .click(Confirmation.target, let index?, _, _) = event { answer(index == 1) }
      return true
    }
    if let entry, entry.form != nil { return handleForm(event, entry) }
    if comparisonPrompt != nil { return handleComparison(event) }
    switch event {
    case .key(KeyPress(.down)), .key(.character("j")): scrollFigures(by: 1)
    case .key(KeyPress(.up)), .key(.character("k")): scrollFigures(by: -1)
    case .key(KeyPress(.pageDown)): scrollFigures(by: 5)
    case .key(KeyPress(.pageUp)): scrollFigures(by: -5)
    case .scroll(_, _, let rows): scrollFigures(by: rows)
    default: return controls.handle(event, plot: plot)
    }
    return true
  }

  private func scrollFigures(by rows: Int) {
    scroll.offset.y = max(min(scroll.offset.y + rows, figureHeight - 1), 0)
  }

  static let rangeTarget = "markets.ranges"
  static let chartTarget = "markets.chart"
  static let figures = "markets.figures"
}

extension CoinDetailScreen: CurrencyChoosing {
  var currencyModel: any CurrencyShowing { model }
}

extension CoinDetailScreen {
  func caption(in environment: RenderEnvironment) -> StyledText? {
    model.content.map { PriceAge.caption(of: $0.provenance, now: model.now(), timeZone: timeZone, in: environment) }
  }
}
