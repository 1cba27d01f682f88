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
  @ObservationIgnored let source: any Navigator
  @ObservationIgnored let effects: any ScreenEffects
  @ObservationIgnored let icons: CoinIcons
  @ObservationIgnored private let coinPreview: CoinPreview?
  @ObservationIgnored let timeZone: TimeZone
  private(set) var isInLowerList = false
  /// Whether the lower list shows the selected coin's lots instead of activities.
  private(set) var showsLots = false
  var question: Confirmation?
  @ObservationIgnored let entry: EntryViewModel
  @ObservationIgnored let importing: ImportViewModel
  @ObservationIgnored let chooseCurrency: (@MainActor (CurrencyCode) -> Void)?
  /// The lists' viewports in the last frame, used by the page keys.
  @ObservationIgnored private var viewports: [String: Viewport] = [:]
  /// The chart's plot in the last frame, used to handle clicks.
  @ObservationIgnored private(set) var plot: ChartPlot?

  init(
    model: PortfolioViewModel,
    icons: CoinIcons = CoinIcons(),
    coinPreview: CoinPreview? = nil,
    readFile: ImportedFileReader? = nil,
    source: any Navigator,
    effects: any ScreenEffects,
    chooseCurrency: (@MainActor (CurrencyCode) -> Void)? = nil,
    timeZone: TimeZone = .current
  ) {
    self.model = model
    self.chooseCurrency = chooseCurrency
    self.icons = icons
    self.coinPreview = coinPreview
    self.source = source
    self.effects = effects
    self.timeZone = timeZone
    entry = EntryViewModel(ledger: model.ledger, repository: model.repository, timeZone: timeZone, now: model.now)
    importing = ImportViewModel(ledger: model.ledger, read: readFile, now: model.now)
  }

  func appear() { model.appear() }

  func didShow(_ frame: RenderedFrame) {
    viewports = frame.viewports
    plot = frame.plots[Self.chartTarget]
    showIcons()
  }

  func disappear() {
    model.disappear()
    icons.show(addresses: [], in: .holdingRows)
  }

  var canCancelLoading: Bool { model.state.isLoading || model.value.state.isLoading }

  func cancelLoading() -> Bool {
    guard model.cancelLoading() else { return false }
    restoreShownCurrency()
    return true
  }

  var isEnteringText: Bool { question == nil && (entry.form != nil || importing.isOpen) }

  var isAnimating: Bool { model.state.isLoading || model.value.state.isLoading }

  var keyMap: KeyMap {
    if let question {
      return question.keyMap(
        move: { [self] in self.question?.selected = 1 - question.selected },
        answer: { [self] isYes in answer(isYes) }
      )
    }
    if entry.form != nil { return formKeys }
    if importing.isOpen { return importKeys }
    return KeyMap(
      title,
      [
        KeyBinding(
          KeyPress(.enter),
          label: undecided == nil ? "Open" : "Choose coin",
          explanation: undecided == nil ? "Open the coin" : "Choose the coin for this symbol",
          isEnabled: selectedCoin != nil
        ) { [self] in openCoin() },
        KeyBinding(
          KeyPress(.tab),
          KeyPress(.tab, .shift),
          label: isInLowerList ? "Holdings" : showsLots ? "Lots" : "Activities",
          explanation: "Go to the other list"
        ) { [self] in isInLowerList.toggle() },
      ] + removeMarksKeys + entryKeys + choiceKeys + [
        KeyBinding(
          .character("L"),
          label: showsLots ? "Activities" : "Lots",
          explanation: showsLots ? "Show activities below the holdings" : "Show the lots of the selected coin",
          isEnabled: model.content.map { !$0.rows.isEmpty } ?? false
        ) { [self] in showsLots.toggle() }
      ] + valueKeys + [
        currencyKey,
        KeyBinding(.character("m"), label: "More…", explanation: "Show gains, change the cost method, import or export")
        {
          [self] in showMore()
        },
        KeyBinding(
          .character("M"),
          label: "Method",
          explanation: "Change the cost method: first in, first out, or average cost",
          prominence: .help
        ) { [self] in model.showNextMethod() },
        KeyBinding(.character("A"), label: "Alerts", explanation: "Open the alerts", prominence: .help) { [self] in
          source.send(.push(AlertsDestination()))
        },
        KeyBinding(.character("T"), label: "Gains", explanation: "Open the realized gains", prominence: .help) {
          [self] in source.send(.push(RealizedGainsDestination()))
        },
        KeyBinding(.character("r"), KeyPress(.function(5)), label: "Reload", explanation: "Reload the prices") {
          [self] in model.refresh()
        },
      ] + (model.refresher?.keys(effects) ?? []) + .listMovement
    )
  }

  private func showMore() {
    let (model, source) = (model, source)
    var items = [
      KeyChoice("Show realized gains") { source.send(.push(RealizedGainsDestination())) },
      KeyChoice("Change cost method to \(model.method.next.rawValue)") { model.showNextMethod() },
    ]
    if importing.isAvailable {
      items.append(KeyChoice("Import CSV…") { [importing] in importing.open() })
    }
    items.append(KeyChoice("Export CSV") { [weak self] in self?.export() })
    effects.choose("Portfolio", among: items)
  }

  func handle(_ event: ScreenEvent) -> Bool {
    if question != nil {
      if case .click(Confirmation.target, let index?, _, _) = event { answer(index == 1) }
      return true
    }
    if entry.form != nil { return handleForm(event) }
    if importing.isOpen { return handleImport(event) }
    if handleValue(event) { return true }
    switch event {
    case .click(Self.holdingsTarget, _, _, _), .scroll(target: Self.holdingsTarget, _, _): isInLowerList = false
    case .click(Self.activitiesTarget, _, _, _), .scroll(target: Self.activitiesTarget, _, _),
      .click(Self.lotsTarget, _, _, _), .scroll(target: Self.lotsTarget, _, _):
      isInLowerList = true
    default: break
    }
    switch handleLists(event) {
    case .ignored: return false
    case .handled: model.showLots()
    case .opened: openCoin()
    }
    return true
  }

  private func handleLists(_ event: ScreenEvent) -> ListReaction {
    let target = !isInLowerList ? Self.holdingsTarget : showsLots ? Self.lotsTarget : Self.activitiesTarget
    let page = max(viewports[target]?.area.height ?? 10, 1)
    guard isInLowerList else { return model.holdings.handle(event, target: target, page: page) }
    guard showsLots else { return model.activities.handle(event, target: target, page: page) }
    return model.lots.handle(event, target: target, page: page)
  }

  static let holdingsTarget = "markets.holdings"
  static let lotsTarget = "markets.lots"
  static let activitiesTarget = "markets.activities"

  var selectedCoin: String? {
    guard isInActivities else { return model.holdings.selectedItem?.coin.id }
    return model.activities.selectedItem.flatMap { ActivityFields(of: ($0.original ?? $0.entry)).coin?.id }
  }

  var undoable: Activity? {
    guard isInActivities, let activity = model.activities.selectedItem else { return nil }
    return activity.isUndoable ? activity : nil
  }

  var isInActivities: Bool { isInLowerList && !showsLots }

  /// The selected holding, if the user has to choose its coin.
  private var undecided: HoldingFigures? {
    guard !isInLowerList || showsLots else { return nil }
    return model.holdings.selectedItem.flatMap { $0.choices == nil ? nil : $0 }
  }

  func openCoin() {
    if let undecided, let choices = undecided.choices {
      chooseCoin(undecided.coin, among: choices)
    } else if let selectedCoin {
      source.send(.push(CoinDestination(coin: selectedCoin)))
    }
  }

  private func answer(_ isYes: Bool) {
    let action = question?.action
    question = nil
    if isYes { action?() }
  }
}

extension PortfolioScreen: CurrencyChoosing {
  var currencyModel: any CurrencyShowing { model }
}

extension PortfolioScreen: CoinChoosing {
  var linking: LinkCoin? { model.linking }

  func didChoose() { model.appear() }
}

extension PortfolioScreen: PreviewingScreen {
  var preview: (any Screen)? {
    guard let holding = model.holdings.selectedItem, holding.choices == nil else { return nil }
    return coinPreview?.page(of: holding.coin.id)
  }

  func openPreview() { openCoin() }

  func caption(in environment: RenderEnvironment) -> StyledText? {
    model.content?.quotes.provenance.map {
      PriceAge.caption(of: $0, now: model.now(), timeZone: timeZone, in: environment)
    }
  }
}
