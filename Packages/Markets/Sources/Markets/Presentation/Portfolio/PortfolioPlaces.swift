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
    source: any NavSource,
    effects: any ScreenEffects
  ) {
    registrar.register(
      PortfolioDestination.self,
      link: LinkRule("markets/portfolio", backStack: { _ in .fromRoot(CoinListDestination()) })
    ) { [makePortfolio] _, _ in
      PortfolioScreen(model: makePortfolio(), source: source, effects: effects)
    }
    registrar.register(
      AlertsDestination.self,
      link: LinkRule("markets/alerts?coin", backStack: { _ in .fromRoot(CoinListDestination()) })
    ) { [makeAlerts] place, _ in
      AlertsScreen(model: makeAlerts(), coin: place.coin, effects: effects)
    }
  }
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
