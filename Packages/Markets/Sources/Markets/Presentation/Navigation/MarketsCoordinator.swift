public import Components
public import Foundation
public import Navigation

/// Registers the places of the markets.
@MainActor
public struct MarketsCoordinator: Coordinator {
  private let makeList: @MainActor () -> CoinListViewModel
  private let makeCoin: @MainActor (String, PriceRange) -> CoinDetailViewModel
  private let source: any Navigator
  private let makeAccount: @MainActor () -> CoinAccountViewModel?
  private let portfolio: PortfolioPlaces?
  private let effects: any ScreenEffects
  private let timeZone: TimeZone

  /// Makes a coordinator.
  ///
  /// - Parameters:
  ///   - source: Where moves are asked for.
  ///   - effects: The program around the screens.
  ///   - makeList: Makes the state of the list.
  ///   - makeCoin: Makes the state of a coin's page, from the coin's name and the range to show.
  ///   - makeAccount: Makes the state of what the person has of a coin; `nil` where nobody keeps that.
  ///   - portfolio: The places of the portfolio and the alerts; `nil` where nobody keeps them.
  ///   - timeZone: Where times in charts are.
  public init(
    source: any Navigator,
    effects: any ScreenEffects,
    makeList: @escaping @MainActor () -> CoinListViewModel,
    makeCoin: @escaping @MainActor (String, PriceRange) -> CoinDetailViewModel,
    makeAccount: @escaping @MainActor () -> CoinAccountViewModel? = { nil },
    portfolio: PortfolioPlaces? = nil,
    timeZone: TimeZone = .current
  ) {
    self.timeZone = timeZone
    self.effects = effects
    self.makeList = makeList
    self.makeCoin = makeCoin
    self.makeAccount = makeAccount
    self.portfolio = portfolio
    self.source = source
  }

  private var openAlerts: (@MainActor (_ coin: String) -> Void)? {
    guard portfolio != nil else { return nil }
    return { [source] coin in source.send(.push(AlertsDestination(coin: coin))) }
  }

  /// Registers the list and the pages of coins.
  public func register(in registrar: inout DestinationRegistrar<any Screen>) {
    registrar.register(CoinListDestination.self, link: LinkRule("markets", backStack: { _ in .fromRoot() })) { _, _ in
      CoinListScreen(model: makeList(), hasPortfolio: portfolio != nil, source: source, effects: effects)
    }
    registrar.register(
      CoinDestination.self,
      link: LinkRule("markets/:coin?days", backStack: { _ in .fromRoot(CoinListDestination()) }),
      onUpdate: { screen, place in
        if let days = place.days { (screen as? CoinDetailScreen)?.show(days: max(days, 1)) }
        return screen
      },
      onArrive: { place, _ in
        let range = place.days.map { PriceRange(days: max($0, 1)) } ?? .week
        return CoinDetailScreen(
          model: makeCoin(place.coin, range),
          account: makeAccount(),
          openAlerts: openAlerts,
          effects: effects,
          timeZone: timeZone
        )
      }
    )
    portfolio?.register(in: &registrar, source: source, effects: effects)
  }
}
