import Components
import Navigation

/// Makes the states of the portfolio's and the alerts' screens.
public struct PortfolioPlaces {
  private let makePortfolio: @MainActor () -> PortfolioViewModel
  private let makeAlerts: @MainActor () -> AlertsViewModel

  /// Makes the places.
  ///
  /// - Parameters:
  ///   - makePortfolio: Makes the state of the portfolio.
  ///   - makeAlerts: Makes the state of the alerts.
  public init(
    makePortfolio: @escaping @MainActor () -> PortfolioViewModel,
    makeAlerts: @escaping @MainActor () -> AlertsViewModel
  ) {
    self.makePortfolio = makePortfolio
    self.makeAlerts = makeAlerts
  }

  /// Registers the portfolio and the alerts.
  @MainActor
  func register(
    in registrar: inout DestinationRegistrar<any Screen>,
    source: any Navigator,
    effects: any ScreenEffects
  ) {
    registrar.register(
      PortfolioDestination.self,
      link: LinkRule("markets/portfolio?days", backStack: { _ in .fromRoot(CoinListDestination()) }),
      onUpdate: { screen, place in
        if let range = place.range { (screen as? PortfolioScreen)?.model.value.open(range) }
        return screen
      },
      onArrive: { [makePortfolio] place, _ in
        let model = makePortfolio()
        if let range = place.range { model.value.open(range) }
        return PortfolioScreen(model: model, source: source, effects: effects)
      }
    )
    registrar.register(
      AlertsDestination.self,
      link: LinkRule("markets/alerts?coin", backStack: { _ in .fromRoot(CoinListDestination()) })
    ) { [makeAlerts] place, _ in
      AlertsScreen(model: makeAlerts(), coin: place.coin, effects: effects)
    }
  }
}

extension PortfolioDestination {
  /// The range of the chart; `nil` where it is closed.
  fileprivate var range: PriceRange? { days.map { PriceRange(days: max($0, 1)) } }
}

extension CoinListScreen {
  /// The keys that lead to what a person has.
  var portfolioKeys: [KeyBinding] {
    guard hasPortfolio else { return [] }
    return [
      KeyBinding(.character("p"), label: "portfolio", explanation: "Shows what you have, and what you did") {
        [self] in source.send(.push(PortfolioDestination()))
      },
      KeyBinding(.character("A"), label: "alerts", explanation: "Shows the alerts", prominence: .help) { [self] in
        source.send(.push(AlertsDestination()))
      },
    ]
  }
}
