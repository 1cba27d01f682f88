import Basics
import Components

extension CoinDetailScreen {
  struct ComparisonPrompt {
    var field = TextFieldState(maximumLength: 60)
    var problem: String?
    /// Whether the coin is being looked up; if so, pressing Enter doesn't start a second lookup.
    var isSearching = false
  }

  var comparisonBinding: KeyBinding {
    guard let compared = model.compared else {
      return KeyBinding(
        .character("w"),
        label: "Compare",
        explanation: "Compare with another coin",
        isEnabled: model.content != nil && model.capabilities.hasMarketFigures
      ) { [self] in comparisonPrompt = ComparisonPrompt() }
    }
    return KeyBinding(
      .character("w"),
      label: "End comparison",
      explanation: "Stop comparing with \(compared.coin.shownName)"
    ) { [self] in model.stopComparing() }
  }

  var comparisonKeys: KeyMap {
    .form(
      "Compare",
      label: "Compare",
      explanation: "Compare with this coin",
      submit: { [self] in Task { await submitComparison() } },
      move: { _ in },
      leave: { [self] in comparisonPrompt = nil }
    )
  }

  /// Looks up the coin; if that fails, the prompt stays open and shows the problem.
  func submitComparison() async {
    guard let prompt = comparisonPrompt, !prompt.isSearching else { return }
    let word = prompt.field.text.trimmingPrefix { $0.isWhitespace }
    guard !word.isEmpty else {
      comparisonPrompt?.problem = "Enter a name, symbol or ID."
      return
    }
    comparisonPrompt?.isSearching = true
    let problem = await model.compare(with: String(word))
    comparisonPrompt?.isSearching = false
    comparisonPrompt?.problem = problem
    if problem == nil { comparisonPrompt = nil }
  }

  func handleComparison(_ event: ScreenEvent) -> Bool {
    switch event {
    case .key(let press):
      comparisonPrompt?.problem = nil
      return comparisonPrompt?.field.handle(press) ?? false
    case .paste(let text): comparisonPrompt?.field.paste(text)
    case .click(FormPanel.buttonTarget(Self.comparisonTarget), let index, _, _):
      if index == 0 { Task { await submitComparison() } } else { comparisonPrompt = nil }
    case .click, .scroll, .drag: return false
    }
    return true
  }

  private static let comparisonTarget = "markets.comparison"

  func comparisonPanel(_ prompt: ComparisonPrompt) -> FormPanel {
    let field = TextField(prompt.field, prompt: "Name, symbol or ID", state: .focused)
    return FormPanel(
      title: "Compare \(model.content?.coin.shownSymbol ?? "")",
      target: Self.comparisonTarget,
      fields: [Form.Field("Other coin", control: field, error: prompt.problem ?? "", isFocused: true)],
      submitLabel: "Compare",
      isSubmitting: prompt.isSearching
    )
  }

  func comparisonChart(in environment: RenderEnvironment) -> ComparisonChart? {
    guard let comparison = model.comparison, let other = model.compared?.coin, let coin = model.content?.coin else {
      return nil
    }
    return ComparisonChart(
      comparison: comparison,
      range: model.range,
      names: (coin.shownSymbol, other.shownSymbol),
      cursor: model.cursor.index,
      timeZone: timeZone,
      theme: environment.theme,
      target: Self.chartTarget
    )
  }

  /// Returns a notice if the comparison is still loading or can't be drawn; `nil` otherwise.
  func comparisonNotice(in environment: RenderEnvironment) -> StyledText? {
    guard let compared = model.compared, model.comparison == nil else { return nil }
    let name = compared.coin.shownSymbol
    let typography = environment.theme.typography
    switch compared.chart {
    case .initial, .loading: return StyledText("Loading \(name)", typography.caption)
    case .failed(let problem, _):
      let style = problem.isCancellation ? typography.caption : typography.error
      return StyledText("\(name): \(problem.message)", style)
    case .loaded:
      guard model.history != nil else { return nil }
      return StyledText("\(name) has no prices for the same times", typography.warning)
    }
  }
}
