public import Components
public import Foundation
public import Navigation

/// The coordinator that registers the markets destinations.
@MainActor
public struct MarketsCoordinator: Coordinator {
  private let makeList: @MainActor () -> CoinListViewModel
  private let makeCoin: @MainActor (String, PriceRange) -> CoinDetailViewModel
  private let source: any Navigator
  private let makeAccount: @MainActor () -> CoinAccountViewModel?
  private let portfolio: PortfolioPlaces?
  private let icons: CoinIcons
  private let effects: any ScreenEffects
  private let chooseCurrency: (@MainActor (CurrencyCode) -> Void)?
  private let timeZone: TimeZone
  private let previews = CoinPreviews()

  /// Creates a coordinator; accounts, the portfolio and alerts need a ledger.
  ///
  /// `icons` returns the coin icon store, or `nil` while icons are off. `chooseCurrency` stores the currency that the
  /// user chooses and applies it to all screens; without it, each screen has a separate currency.
  public init(
    source: any Navigator,
    effects: any ScreenEffects,
    makeList: @escaping @MainActor () -> CoinListViewModel,
    makeCoin: @escaping @MainActor (String, PriceRange) -> CoinDetailViewModel,
    makeAccount: @escaping @MainActor () -> CoinAccountViewModel? = { nil },
    portfolio: PortfolioPlaces? = nil,
    icons: @escaping @MainActor () -> ImageStore? = { nil },
    chooseCurrency: (@MainActor (CurrencyCode) -> Void)? = nil,
    timeZone: TimeZone = .current
  ) {
    self.chooseCurrency = chooseCurrency
    self.timeZone = timeZone
    self.effects = effects
    self.makeList = makeList
    self.makeCoin = makeCoin
    self.makeAccount = makeAccount
    self.portfolio = portfolio
    self.icons = CoinIcons(icons)
    self.source = source
  }

  private var openAlerts: (@MainActor (_ coin: String) -> Void)? {
    guard portfolio != nil else { return nil }
    return { [source] coin in source.send(.push(AlertsDestination(coin: coin), policy: .bringBack)) }
  }

  private func makePreview() -> CoinPreview {
    let preview = CoinPreview { coin, known in
      let model = makeCoin(coin, .week)
      if let known { model.showKnown(known) }
      return page(model)
    }
    previews.add(preview)
    return preview
  }

  /// Creates a coin's page, which initially shows what the list already knows about the coin.
  private func newPage(_ place: CoinDestination) -> CoinDetailScreen {
    let model = makeCoin(place.coin, place.days?.range ?? .week)
    if let known = previews.known(of: place.coin), known.currency == model.currency { model.showKnown(known) }
    return page(model)
  }

  private func page(_ model: CoinDetailViewModel) -> CoinDetailScreen {
    CoinDetailScreen(
      model: model,
      account: makeAccount(),
      openAlerts: openAlerts,
      icons: icons,
      effects: effects,
      chooseCurrency: chooseCurrency,
      timeZone: timeZone
    )
  }

  /// Registers the coin list and the coin pages.
  public func register(in registrar: inout DestinationRegistrar<any Screen>) {
    registrar.register(CoinListDestination.self, link: LinkRule("markets", backStack: { _ in .fromRoot() })) { _, _ in
      CoinListScreen(
        model: makeList(),
        hasPortfolio: portfolio != nil,
        icons: icons,
        coinPreview: makePreview(),
        source: source,
        effects: effects,
        chooseCurrency: chooseCurrency,
        timeZone: timeZone
      )
    }
    registrar.register(
      CoinDestination.self,
      link: LinkRule("markets/:coin?days&compare", backStack: { _ in .fromRoot(CoinListDestination()) }),
      onUpdate: { screen, place in
        (screen as? CoinDetailScreen)?.show(place)
        return screen
      },
      onArrive: { place, _ in
        let screen = previews.page(of: place.coin) ?? newPage(place)
        screen.show(place)
        return screen
      }
    )
    portfolio?.register(
      in: &registrar,
      icons: icons,
      makePreview: makePreview,
      source: source,
      effects: effects,
      chooseCurrency: chooseCurrency,
      timeZone: timeZone
    )
  }
}

/// Factories for the portfolio, realized gains and alerts view models.
public struct PortfolioPlaces {
  private let makePortfolio: @MainActor () -> PortfolioViewModel
  private let makeGains: @MainActor () -> RealizedGainsViewModel
  private let makeAlerts: @MainActor () -> AlertsViewModel
  private let readFile: ImportedFileReader?

  /// Creates the factories; without a file reader, files can't be imported.
  public init(
    makePortfolio: @escaping @MainActor () -> PortfolioViewModel,
    makeGains: @escaping @MainActor () -> RealizedGainsViewModel,
    makeAlerts: @escaping @MainActor () -> AlertsViewModel,
    readFile: ImportedFileReader? = nil
  ) {
    self.readFile = readFile
    self.makePortfolio = makePortfolio
    self.makeGains = makeGains
    self.makeAlerts = makeAlerts
  }

  @MainActor
  func register(
    in registrar: inout DestinationRegistrar<any Screen>,
    icons: CoinIcons,
    makePreview: @escaping @MainActor () -> CoinPreview,
    source: any Navigator,
    effects: any ScreenEffects,
    chooseCurrency: (@MainActor (CurrencyCode) -> Void)?,
    timeZone: TimeZone
  ) {
    registrar.register(
      PortfolioDestination.self,
      link: LinkRule("markets/portfolio?days", backStack: { _ in .fromRoot(CoinListDestination()) }),
      onUpdate: { screen, place in
        if let range = place.days?.range { (screen as? PortfolioScreen)?.model.value.open(range) }
        return screen
      },
      onArrive: { [makePortfolio, readFile] place, _ in
        let model = makePortfolio()
        if let range = place.days?.range { model.value.open(range) }
        return PortfolioScreen(
          model: model,
          icons: icons,
          coinPreview: makePreview(),
          readFile: readFile,
          source: source,
          effects: effects,
          chooseCurrency: chooseCurrency,
          timeZone: timeZone
        )
      }
    )
    registrar.register(
      RealizedGainsDestination.self,
      link: LinkRule(
        "markets/portfolio/gains",
        backStack: { _ in .fromRoot(CoinListDestination(), PortfolioDestination()) }
      )
    ) { [makeGains] _, _ in
      RealizedGainsScreen(model: makeGains(), source: source)
    }
    registrar.register(
      AlertsDestination.self,
      link: LinkRule("markets/alerts?coin", backStack: { _ in .fromRoot(CoinListDestination()) })
    ) { [makeAlerts] place, _ in
      AlertsScreen(
        model: makeAlerts(),
        coin: place.coin,
        coinPreview: makePreview(),
        source: source,
        effects: effects,
        chooseCurrency: chooseCurrency
      )
    }
  }
}
