import Components
import FeatureFlags
import Foundation
import Markets
import Navigation
import Observation
import Portfolio

/// The markets screens' view models, which are updated when quotes, flags or preferences change.
@MainActor
final class MarketsScreens {
  private let repository: any MarketsRepository
  private let quotes: QuoteStore
  private let linking: LinkCoin
  private let flags: FlagClient
  private let preferences: Preferences
  private let favourites: any FavoriteCoinsStoring
  private let ledger: any LedgerStoring
  private let alerts: any AlertStoring
  /// The refresher for prices and alerts, which runs no matter which screen is visible.
  let refresher: PriceRefresher
  private let readFile: ImportedFileReader
  private let system: SystemDependencies
  /// The list's view model, which keeps its content, order and filter while other screens are visible.
  private lazy var list = makeList()
  /// The dashboard has separate view models for the portfolio and alerts, but shares the list screen's view model.
  private lazy var summaryPortfolio = makePortfolioModel()
  private lazy var summaryAlerts = makeAlertsModel()
  /// The figures for the dashboard and the header, which follow the quotes no matter which screen is visible.
  private(set) lazy var summary = {
    follow()
    return MarketsSummaryModel(
      list: list,
      portfolio: summaryPortfolio,
      alerts: summaryAlerts,
      timeZone: system.calendar().timeZone
    )
  }()
  private var coins: [WeakCoin] = []
  private var accounts: [WeakAccount] = []
  private weak var portfolio: PortfolioViewModel?
  private weak var gains: RealizedGainsViewModel?
  private weak var alertList: AlertsViewModel?
  private var following: [Task<Void, Never>] = []

  private struct WeakCoin {
    weak var model: CoinDetailViewModel?
  }

  private struct WeakAccount {
    weak var model: CoinAccountViewModel?
  }

  init(
    repository: any MarketsRepository,
    quotes: QuoteStore,
    identities: CoinIdentityStore,
    flags: FlagClient,
    preferences: Preferences,
    favourites: any FavoriteCoinsStoring,
    ledger: any LedgerStoring,
    alerts: any AlertStoring,
    readFile: @escaping ImportedFileReader,
    system: SystemDependencies
  ) {
    refresher = PriceRefresher(
      alerts: AlertChecker(store: alerts, repository: repository),
      quotes: quotes,
      freshness: { repository.capabilities.refreshInterval },
      interval: preferences.refreshInterval,
      isOn: preferences.refreshesAutomatically,
      save: { [preferences] isOn in try preferences.setRefreshesAutomatically(isOn) },
      clock: system.clock,
      now: system.now
    )
    self.system = system
    self.repository = repository
    self.quotes = quotes
    linking = LinkCoin(identities: identities, quotes: quotes, source: repository.capabilities.name)
    self.flags = flags
    self.preferences = preferences
    self.favourites = favourites
    self.ledger = ledger
    self.alerts = alerts
    self.readFile = readFile
  }

  var searchableItems: any SearchableItems { list }

  func coordinator(
    source: any Navigator,
    effects: any ScreenEffects,
    images: ImageStore
  ) -> MarketsCoordinator {
    followRefreshing()
    refresher.effects = effects
    refresher.onChange = { [weak self] in
      guard let self else { return }
      for model in [alertList, summaryAlerts] {
        Task { await model?.load() }
      }
    }
    summary.onShowStored = { [weak self] in
      guard let self else { return }
      portfolio?.showNewestQuotes()
      for account in accounts { Task { await account.model?.reload() } }
    }
    if let notice = repository.capabilities.notice(ofMissing: currency) {
      effects.show(StyledText(notice), tone: .warning)
    }
    return MarketsCoordinator(
      source: source,
      effects: effects,
      makeList: { [self] in
        follow()
        return list
      },
      makeCoin: { [self] word, range in
        follow()
        return makeCoin(word, range)
      },
      makeAccount: { [self] in makeAccount() },
      portfolio: PortfolioPlaces(
        makePortfolio: { [self] in
          follow()
          return makePortfolio()
        },
        makeGains: { [self] in
          follow()
          return makeGains()
        },
        makeAlerts: { [self] in
          follow()
          return makeAlerts()
        },
        readFile: readFile
      ),
      icons: { [preferences] in preferences.showsCoinIcons ? images : nil },
      chooseCurrency: { [self] in choose($0, effects) },
      timeZone: system.calendar().timeZone
    )
  }

  private func choose(_ currency: CurrencyCode, _ effects: any ScreenEffects) {
    guard currency.code.lowercased() != preferences.currency else { return }
    do throws(CommandFailure) {
      let (origin, undo) = try preferences.chooseCurrency(currency.code.lowercased())
      guard let origin else {
        effects.didChange(StyledText("Currency: \(currency)."), undo: undo)
        return
      }
      let text = "\(currency) for this session only: \(origin.description) sets the currency."
      effects.show(StyledText(text), tone: .warning)
    } catch {
      effects.show(StyledText("Couldn't save the currency: \(error.message)"), tone: .negative)
    }
  }

  private var currency: CurrencyCode { CurrencyCode(preferences.currency) ?? .aud }

  private func makeList() -> CoinListViewModel {
    CoinListViewModel(
      repository: repository,
      currency: currency,
      includesEUR: flags.value(of: Flags.supportEUR),
      favorites: favourites,
      ledger: ledger,
      refresher: refresher,
      clock: system.clock,
      now: system.now
    )
  }

  private func makePortfolio() -> PortfolioViewModel {
    let model = makePortfolioModel()
    portfolio = model
    return model
  }

  private func makePortfolioModel() -> PortfolioViewModel {
    PortfolioViewModel(
      ledger: ledger,
      repository: repository,
      currency: currency,
      linking: linking,
      refresher: refresher,
      now: system.now
    )
  }

  private func makeAccount() -> CoinAccountViewModel {
    let model = CoinAccountViewModel(ledger: ledger)
    accounts.removeAll { $0.model == nil }
    accounts.append(WeakAccount(model: model))
    return model
  }

  private func makeGains() -> RealizedGainsViewModel {
    let model = RealizedGainsViewModel(
      ledger: ledger,
      repository: repository,
      currency: currency,
      timeZone: system.calendar().timeZone,
      now: system.now
    )
    gains = model
    return model
  }

  private func makeAlerts() -> AlertsViewModel {
    let model = makeAlertsModel()
    alertList = model
    return model
  }

  private func makeAlertsModel() -> AlertsViewModel {
    AlertsViewModel(
      store: alerts,
      repository: repository,
      currency: currency,
      linking: linking,
      refresher: refresher,
      now: system.now
    )
  }

  private func makeCoin(_ word: String, _ range: PriceRange) -> CoinDetailViewModel {
    let model = CoinDetailViewModel(
      word,
      repository: repository,
      currency: currency,
      includesEUR: flags.value(of: Flags.supportEUR),
      range: range,
      refresher: refresher,
      now: system.now
    )
    coins.removeAll { $0.model == nil }
    coins.append(WeakCoin(model: model))
    return model
  }

  /// Starts to observe flags, quotes and preferences when the first screen is created.
  private func follow() {
    guard following.isEmpty else { return }
    following.append(
      Task { [weak self, flags] in
        for await includesEUR in flags.changes(of: Flags.supportEUR) {
          guard let self else { return }
          list.setIncludesEUR(includesEUR)
          for coin in coins { coin.model?.setIncludesEUR(includesEUR) }
        }
      }
    )
    following.append(
      Task { [weak self, quotes] in
        for await _ in quotes.changes() {
          guard let self else { return }
          await list.showNewestQuotes()
          portfolio?.showNewestQuotes()
          summaryPortfolio.showNewestQuotes()
          for coin in coins { await coin.model?.showNewestQuotes() }
        }
      }
    )
    followPreferences()
  }

  private func followPreferences() {
    withObservationTracking {
      _ = preferences.currency
    } onChange: { [weak self] in
      Task { @MainActor in
        guard let self else { return }
        self.list.setCurrency(self.currency)
        self.portfolio?.setCurrency(self.currency)
        self.summaryPortfolio.setCurrency(self.currency)
        self.gains?.setCurrency(self.currency)
        self.alertList?.setCurrency(self.currency)
        for coin in self.coins { coin.model?.setCurrency(self.currency) }
        self.followPreferences()
      }
    }
  }

  /// Applies the auto-refresh preferences, which take effect even if no markets screen is open.
  private func followRefreshing() {
    let (interval, isOn) = withObservationTracking {
      (preferences.refreshInterval, preferences.refreshesAutomatically)
    } onChange: { [weak self] in
      Task { @MainActor in self?.followRefreshing() }
    }
    refresher.setInterval(interval)
    refresher.setOn(isOn)
  }

  deinit {
    for task in following { task.cancel() }
  }
}

extension PriceRefresher: BackgroundWork {}
