public import Components
public import Foundation
public import Navigation
public import Observation
import Portfolio

/// What is held, what it is worth, and what was done.
@MainActor
@Observable
public final class PortfolioScreen: Screen {
  /// What the screen is called.
  public let title = "Portfolio"

  @ObservationIgnored let model: PortfolioViewModel
  @ObservationIgnored private let source: any Navigator
  @ObservationIgnored private let effects: any ScreenEffects
  @ObservationIgnored let timeZone: TimeZone
  /// Whether the activities have the keyboard, not the holdings.
  private var isInActivities = false
  /// What is asked before an activity is undone.
  private var question: Confirmation?
  /// The lists in the last frame, for pages.
  @ObservationIgnored private var viewports: [String: Viewport] = [:]
  /// The plot of the chart in the last frame, for clicks.
  @ObservationIgnored private(set) var plot: ChartPlot?

  /// Makes the screen.
  ///
  /// - Parameters:
  ///   - model: The state.
  ///   - source: Where moves are asked for.
  ///   - effects: The program around the screen.
  ///   - timeZone: Whose days and hours are on the chart.
  public init(
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

  /// Reads the ledger whenever it is shown.
  public func appear() { model.appear() }

  /// Keeps the lengths of pages and the chart's plot.
  public func didShow(_ frame: RenderedFrame) {
    viewports = frame.viewports
    plot = frame.plots[Self.chartTarget]
  }

  /// Ends what only the chart needs.
  public func disappear() { model.disappear() }

  /// Why the ledger can't be shown, as a sentence; `nil` while it can.
  public var failure: String? {
    if case .failed(let problem, previous: nil) = model.state { problem } else { nil }
  }

  /// Whether a spinner turns.
  public var isAnimating: Bool { model.isLoading || model.value.isLoading }

  // MARK: Keys

  /// The keys as they are now.
  public var keyMap: KeyMap {
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

  /// Takes what no binding took.
  public func handle(_ event: ScreenEvent) -> Bool {
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

  private static let holdingsTarget = "markets.holdings"
  private static let activitiesTarget = "markets.activities"

  // MARK: Intents

  private var selectedCoin: String? {
    guard isInActivities else { return model.holdings.selectedItem?.coin.id }
    return model.activities.selectedItem.flatMap { ActivityFields(of: ($0.original ?? $0.entry)).coin?.id }
  }

  private func openCoin() {
    if let selectedCoin { source.send(.push(CoinDestination(coin: selectedCoin))) }
  }

  /// The activity that can be undone.
  private var undoable: Activity? {
    guard isInActivities, let activity = model.activities.selectedItem else { return nil }
    return activity.isReversed || activity.entry.action.kind == .reversal ? nil : activity
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

  // MARK: Drawing

  /// The tree that shows the portfolio.
  public func body(size: Size, in environment: RenderEnvironment) -> any Widget {
    var rows = header(size: size, in: environment)
    // In few lines the chart's own notice has to do, unless the ledger itself is the matter.
    let hasRoom = !model.value.isOpen || size.height >= 14 || isLedgerDamaged
    if hasRoom, let notice = notice(in: environment) { rows.append(notice) }
    if let content = model.content, !content.rows.isEmpty || !content.activities.isEmpty {
      var height = size.height - rows.count
      if model.value.isOpen {
        let chart = valueRows(size: Size(width: size.width, height: height), in: environment)
        rows.append(contentsOf: chart.rows)
        height -= chart.height
      }
      rows.append(contentsOf: lists(content, height: height, in: environment))
    } else {
      rows.append(message.filling())
    }
    let page = VStack(spacing: 0, children: rows)
    return question?.over(page) ?? page
  }

  /// Holdings and activities; where there is room for one of them only, the one that has the keyboard.
  private func lists(
    _ content: PortfolioViewModel.Content,
    height: Int,
    in environment: RenderEnvironment
  ) -> [any Widget] {
    let nothing = Text(StyledText("Nothing is held.", environment.theme.typography.caption))
    let holdings: any Widget = content.rows.isEmpty ? nothing : holdings(in: environment)
    let activities = activities(in: environment)
    guard height >= Self.leastHeightOfLists || !model.value.isOpen else {
      guard height >= 2 else { return [] }
      return [isInActivities ? activities.filling() : holdings.filling()]
    }
    // Holdings get what they need up to a half; one line each is the heading of a list.
    let free = max(height - 2, 2)
    let upper = min(max(content.rows.count + 1, 2), max(free * 3 / 5, 2))
    return [holdings.framed(height: upper), Text(" "), activities.filling()]
  }

  /// The lines that both lists need to be of use beside the chart.
  private static let leastHeightOfLists = 9

  private var message: StatusMessage {
    switch model.state {
    case .initial, .loading: .loading("Reading the ledger")
    case .failed(let problem, _): .failure("No ledger", detail: problem, hint: "r tries again")
    case .loaded:
      .empty("Nothing is held", detail: "Open a coin and press b to note what you bought.")
    }
  }

  private func holdings(in environment: RenderEnvironment) -> Table {
    let currency = model.content?.account.currency ?? model.currency.code.lowercased()
    let cells = HoldingCells(currency, theme: environment.theme, glyphs: environment.glyphs)
    return model.holdings.table(
      columns: HoldingColumn.allCases.map(\.tableColumn),
      isFocused: !isInActivities,
      target: Self.holdingsTarget
    ) { row, column in HoldingColumn.allCases[column].cell(row, cells) }
  }

  private func activities(in environment: RenderEnvironment) -> Table {
    let typography = environment.theme.typography
    let words = ActivityText(model.currency, theme: environment.theme)
    let days = ChartDates.day(timeZone: timeZone)
    let columns = [
      TableColumn("Day", width: .fixed(10), priority: 2),
      TableColumn("Activity", width: LengthRange(minimum: 16, ideal: 48, maximum: 200), priority: 3),
      TableColumn("Entry", width: .fixed(8), priority: 1),
    ]
    return model.activities.table(columns: columns, isFocused: isInActivities, target: Self.activitiesTarget) {
      activity,
      column in
      switch column {
      case 0: StyledText(days.string(of: activity.entry.time), typography.caption)
      case 1: words.text(activity)
      default: StyledText(ActivityText.shortened(activity.id), typography.caption)
      }
    }
  }
}
