public import Components
public import Foundation
public import Observation

/// A coin: its price, what it cost, and what the market says.
@MainActor
@Observable
public final class CoinDetailScreen: Screen {
  @ObservationIgnored let model: CoinDetailViewModel
  @ObservationIgnored let account: CoinAccountViewModel?
  @ObservationIgnored let openAlerts: (@MainActor (_ coin: String) -> Void)?
  /// What is being entered, while the form is open.
  var form: CoinActionForm?
  /// Whether the form is on its way into the ledger.
  @ObservationIgnored var isSubmitting = false
  /// What is asked before an activity is undone.
  var question: Confirmation?
  @ObservationIgnored let effects: any ScreenEffects
  @ObservationIgnored let timeZone: TimeZone
  private var scroll = ScrollState()
  /// The plot of the chart in the last frame, for clicks.
  @ObservationIgnored private var plot: ChartPlot?
  /// The height of the figures in the last frame, in lines.
  @ObservationIgnored private var figureHeight = 0

  /// Makes the screen.
  ///
  /// - Parameters:
  ///   - model: The state.
  ///   - account: What the person has of the coin; `nil` where nobody keeps that.
  ///   - openAlerts: Leads to the form of a new alert for a coin; `nil` where there are no alerts.
  ///   - effects: The program around the screen.
  ///   - timeZone: Whose days and hours are on the chart.
  public init(
    model: CoinDetailViewModel,
    account: CoinAccountViewModel? = nil,
    openAlerts: (@MainActor (_ coin: String) -> Void)? = nil,
    effects: any ScreenEffects,
    timeZone: TimeZone = .current
  ) {
    self.model = model
    self.account = account
    self.openAlerts = openAlerts
    self.effects = effects
    self.timeZone = timeZone
  }

  /// The coin's name.
  public var title: String { model.content?.coin.shownName ?? model.word.sanitized(.singleLine) }

  /// Loads when it is shown first.
  public func appear() {
    model.appear()
    Task { await loadAccount() }
  }

  /// Keeps the chart's plot and the height of the figures.
  public func didShow(_ frame: RenderedFrame) {
    plot = frame.plots[Self.chartTarget]
    figureHeight = frame.viewports[Self.figures]?.content.height ?? 0
  }

  /// Ends what only it needs.
  public func disappear() { model.disappear() }

  /// Why there is no coin to be seen; `nil` while there is one, or it is on its way.
  public var failure: MarketsProblem? {
    if case .failed(let problem, previous: nil) = model.state { problem } else { nil }
  }

  /// Whether a spinner turns.
  public var isAnimating: Bool { model.isLoading }

  /// Whether a field of the form has the keyboard.
  public var isEnteringText: Bool { question == nil && form != nil }

  /// Shows a number of days, as a link wants it.
  func show(days: Int) { model.show(PriceRange(days: days)) }

  // MARK: Keys

  /// The keys as they are now.
  public var keyMap: KeyMap {
    if let question {
      return question.keyMap(
        move: { [self] in self.question?.selected = 1 - question.selected },
        answer: { [self] isYes in answer(isYes) }
      )
    }
    if form != nil { return formKeys }
    let hasChart = model.history != nil
    return KeyMap(
      title,
      [
        KeyBinding(KeyPress(.tab), .character(">"), label: "longer", explanation: "Shows a longer range") { [self] in
          model.moveRange(by: 1)
        },
        KeyBinding(KeyPress(.tab, .shift), .character("<"), label: "shorter", explanation: "Shows a shorter range") {
          [self] in model.moveRange(by: -1)
        },
        KeyBinding(.character("s"), label: "style", explanation: "Draws a line, bars or candles") { [self] in
          model.showNextStyle()
        },
      ] + controls.cursorKeys + [
        KeyBinding(
          KeyPress(.home),
          label: "cursor to the start",
          explanation: "Moves the cursor to the start",
          prominence: .help,
          isEnabled: hasChart
        ) { [self] in
          model.setCursor(near: .distantPast)
        },
        KeyBinding(
          KeyPress(.end),
          label: "cursor to the end",
          explanation: "Moves the cursor to the end",
          prominence: .help,
          isEnabled: hasChart
        ) { [self] in
          model.setCursor(near: .distantFuture)
        },
        KeyBinding(.character("r"), KeyPress(.function(5)), label: "refresh", explanation: "Asks the service") {
          [self] in
          model.refresh()
        },
        KeyBinding(.character("y"), label: "copy", explanation: "Copies the price", isEnabled: price != nil) { [self] in
          if let price { effects.copy(price) }
        },
      ] + accountKeys
    )
  }

  private var controls: ChartControls {
    ChartControls(model: model, values: "prices", rangeTarget: Self.rangeTarget, chartTarget: Self.chartTarget)
  }

  private var price: String? {
    model.content.flatMap { content in content.coin.prices[content.currency].map { "\($0)" } }
  }

  /// Takes what no binding took.
  public func handle(_ event: ScreenEvent) -> Bool {
    if question != nil {
      if case .click(Confirmation.target, let index?, _, _) = event { answer(index == 1) }
      return true
    }
    if form != nil { return handleForm(event) }
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

  private static let rangeTarget = "markets.ranges"
  private static let chartTarget = "markets.chart"
  private static let figures = "markets.figures"

  // MARK: Drawing

  /// The tree that shows the coin.
  public func body(size: Size, in environment: RenderEnvironment) -> any Widget {
    let content = model.content
    let (header, hasAge) = header(content, width: size.width, in: environment)
    var rows: [any Widget] = [header]
    if let notice = notice(in: environment) { rows.append(notice) }
    if content == nil, let message = message {
      rows.append(message.filling())
      return VStack(spacing: 0, children: rows)
    }
    rows.append(
      TabBar(model.ranges.map(label), selected: model.ranges.firstIndex(of: model.range) ?? 0, target: Self.rangeTarget)
    )
    rows.append(readOut(withAge: !hasAge, in: environment))
    let chartHeight = max(min(size.height / 2, 16), 5)
    rows.append(chart.framed(height: chartHeight))
    if let content {
      let figures = CoinFigures(
        content.coin,
        currency: content.currency,
        hasEUR: model.includesEUR,
        theme: environment.theme,
        glyphs: environment.glyphs
      ).group(hasName: false, asOf: content.provenance.asOf, now: model.now())
      let activities = activityLines(in: environment)
      let lines = VStack(spacing: 0, children: [figures] + activities)
      rows.append(ScrollArea(lines, state: scroll, name: Self.figures).filling())
    }
    var page: any Widget = VStack(spacing: 0, children: rows)
    if let form {
      page = Overlay(page, top: formPanel(form, in: environment), alignment: .center, dimsBase: true, isModal: true)
    }
    return question?.over(page) ?? page
  }

  /// A range's name, in brackets where it was asked for in vain.
  private func label(_ range: PriceRange) -> String {
    model.unavailableRanges[range] == nil ? range.label : "(\(range.label))"
  }

  private var message: StatusMessage? {
    switch model.state {
    case .failed(let problem, previous: nil):
      StatusMessage.failure("No figures", detail: problem.message, hint: problem.hint ?? "r tries again")
    case .initial, .loading: StatusMessage.loading("Loading \(title)")
    case .loaded, .failed: nil
    }
  }

  private var chart: any Widget {
    switch model.chart {
    case .initial, .loading: StatusMessage.loading("Loading \(model.range.label)")
    case .empty: StatusMessage.empty("No prices", detail: "The source has none for \(model.range.label).")
    case .failed(let problem):
      StatusMessage.failure("No chart", detail: problem.message, hint: problem.hint ?? "r tries again")
    case .loaded(let history):
      PriceChart(
        history,
        style: model.style,
        cursor: model.cursor,
        timeZone: timeZone,
        target: Self.chartTarget
      ).widget
    }
  }
}
