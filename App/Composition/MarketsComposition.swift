import Basics
import Components
import DependencyInjection
import FeatureFlags
import Foundation
import Markets
import Navigation
import Networking
import Persistence
import Portfolio

extension CompositionInputs {
  func registerMarkets(in builder: inout ContainerBuilder) {
    builder.register(
      Keys.marketsRepository,
      needs: Keys.transport,
      Keys.middleware,
      Keys.quotes,
      Keys.coinIdentities,
      Keys.freshness
    ) { transport, shared, quotes, identities, freshness in
      let key = try configuration.marketsKey(for: marketsURL())
      return try marketsRepository(
        key: key,
        transport: transport,
        shared: shared,
        quotes: quotes,
        identities: identities,
        freshness: freshness
      )
    }
    builder.register(
      Keys.keylessMarketsRepository,
      needs: Keys.transport,
      Keys.middleware,
      Keys.quotes,
      Keys.coinIdentities,
      Keys.freshness
    ) { transport, shared, quotes, identities, freshness in
      try marketsRepository(
        key: nil,
        transport: transport,
        shared: shared,
        quotes: quotes,
        identities: identities,
        freshness: freshness
      )
    }
    builder.register(Keys.freshness) { [configuration] in Locked(try configuration.value(Settings.marketsFreshness)) }
    builder.register(Keys.quotes) { [configuration, system] in
      guard let folder = try configuration.cacheFolder() else { return QuoteStore(now: system.now) }
      let file = QuoteFile(
        path: folder + "/quotes.json",
        service: try marketsServiceName(),
        writtenBy: ProgramVersion.identification,
        now: system.now
      )
      return QuoteStore(keeper: file, now: system.now)
    }
    builder.register(Keys.coinIdentities) { [configuration] in
      CoinIdentityStore(
        path: try configuration.dataFolder(of: .markets) + "/coins.json",
        writtenBy: ProgramVersion.identification
      )
    }
    builder.register(Keys.ledger, needs: Keys.coinIdentities) { [configuration, system] identities in
      FileLedger(
        path: try configuration.dataFolder(of: .markets) + "/ledger.jsonl",
        identities: identities,
        now: system.now
      )
    }
    builder.register(Keys.alerts, needs: Keys.coinIdentities) { [configuration, system] identities in
      FileAlertStore(
        path: try configuration.dataFolder(of: .markets) + "/alerts.json",
        writtenBy: ProgramVersion.identification,
        // With an invalid address, no prices can be loaded, but alerts can still be listed and removed.
        service: try? alertService(),
        identities: identities,
        now: system.now
      )
    }
  }

  private func alertService() throws(CommandFailure) -> AlertService {
    AlertService(
      name: "\(try marketsServiceName())",
      isSample: try configuration.isSample(.markets)
    )
  }

  private func marketsURL() throws(CommandFailure) -> URL {
    try configuration.resolved(Settings.marketsURL)?.value ?? SampleServicesTransport.marketsURL
  }

  private func marketsServiceName() throws(CommandFailure) -> ServiceName {
    ServiceName(
      interface: try configuration.value(Settings.marketsSource).rawValue,
      address: "\(ShownAddress(try marketsURL()))"
    )
  }

  private func callBudget() throws(CommandFailure) -> CallBudget {
    CallBudget(
      path: try configuration.callsFile(),
      service: try marketsServiceName(),
      writtenBy: ProgramVersion.identification,
      now: system.now
    )
  }

  private func sharedPauses() throws(CommandFailure) -> JSONFileStore<SharedPauses>? {
    try configuration.cacheFolder().map { folder in
      JSONFileStore(path: folder + "/pauses.json", default: [:], writtenBy: ProgramVersion.identification)
    }
  }

  private func marketsRepository(
    key: String?,
    transport: any Transport,
    shared: SharedMiddleware,
    quotes: QuoteStore,
    identities: CoinIdentityStore,
    freshness: Locked<Freshness.Rule>
  ) throws(CommandFailure) -> any MarketsRepository {
    let root = try marketsURL()
    let isBuiltIn = try configuration.isSample(.markets)
    let service: MarketsService
    switch try configuration.value(Settings.marketsSource) {
    case .priceList: service = .priceList(root)
    // Only the built-in services share an address.
    case .coingecko: service = isBuiltIn ? .combined(root, key: key, priceList: root) : .coinGecko(root, key: key)
    }
    return service.repository(
      transport: transport,
      middleware: shared.middleware,
      timeouts: try configuration.timeouts(),
      quotes: quotes,
      identities: identities,
      freshness: { freshness.withLock { $0 } },
      budget: isBuiltIn ? nil : try callBudget(),
      pauses: isBuiltIn ? nil : try sharedPauses(),
      now: system.now
    )
  }
}

extension Configuration {
  func callsFile() throws(CommandFailure) -> String { try dataFolder() + "/calls.json" }
}

extension CompositionRoot {
  /// Creates a context for markets commands.
  ///
  /// Prices older than `maxAge` are requested again, regardless of the settings.
  func marketsCommandContext(maxAge: Duration? = nil) throws(CommandFailure) -> MarketsCommandContext {
    let repository = try resolve(Keys.marketsRepository)
    if let stored = try configuration.resolved(Settings.currency), case .stored = stored.origin,
      let notice = CurrencyCode(stored.value).flatMap({ repository.capabilities.notice(ofMissing: $0) })
    {
      console.inform(notice)
    }
    return MarketsCommandContext(
      console: console,
      root: self,
      repository: repository,
      currency: try marketsCurrency(repository.capabilities),
      includesEUR: try resolve(Keys.flags).value(of: Flags.supportEUR),
      policy: maxAge.map { .maxAge($0) } ?? .fresh,
      now: system.now
    )
  }

  func marketsCoordinator(
    source: any Navigator,
    effects: any ScreenEffects,
    images: ImageStore,
    preferences: Preferences
  ) throws(CommandFailure) -> (
    coordinator: MarketsCoordinator, refresher: PriceRefresher, summary: MarketsSummaryModel, coins: any SearchableItems
  ) {
    let screens = MarketsScreens(
      repository: try marketsRepositoryForScreens(),
      quotes: try resolve(Keys.quotes),
      identities: try resolve(Keys.coinIdentities),
      flags: try resolve(Keys.flags),
      preferences: preferences,
      favourites: FavouriteCoinsFile(
        folder: try configuration.dataFolder(of: .markets),
        identities: try resolve(Keys.coinIdentities)
      ),
      ledger: try resolve(Keys.ledger),
      alerts: try resolve(Keys.alerts),
      readFile: { [configuration] path throws(ImportedFileError) in
        try Self.importedFile(path, configuration)
      },
      system: system
    )
    let coordinator = screens.coordinator(source: source, effects: effects, images: images)
    return (coordinator, screens.refresher, screens.summary, screens.searchableItems)
  }

  private nonisolated static func importedFile(
    _ path: String,
    _ configuration: Configuration
  ) throws(ImportedFileError) -> Data {
    do {
      return try InputFile(try configuration.expanded(path), limit: LedgerLimits.importSize).content
    } catch let error as InputFile.Failure {
      throw ImportedFileError(
        "“\(path)” can't be read: \(error.reason). \(error.recoverySuggestion ?? "Check the path.")"
      )
    } catch {
      throw ImportedFileError("\(error)")
    }
  }

  /// Returns the markets repository.
  ///
  /// If its API key must not be sent, all of the repository's requests fail. Other screens still work, because they
  /// don't need the key.
  private func marketsRepositoryForScreens() throws(CommandFailure) -> any MarketsRepository {
    do throws(CommandFailure) {
      return try resolve(Keys.marketsRepository)
    } catch {
      guard error.kind == Configuration.insecureKeyKind else { throw error }
      return RefusingMarketsRepository(
        capabilities: try resolve(Keys.keylessMarketsRepository).capabilities,
        failure: error
      )
    }
  }

  /// Returns the capabilities of the configured source; `nil` if the source can't be used.
  func marketsCapabilities() -> MarketsCapabilities? {
    do throws(CommandFailure) { return try marketsRepositoryForScreens().capabilities } catch { return nil }
  }

  /// Returns the currency for prices on the command line, ignoring the source if the command line sets a currency.
  func entryCurrency() throws(CommandFailure) -> String {
    if let setting = try configuration.resolved(Settings.currency), case .commandLine = setting.origin {
      return setting.value
    }
    return try configuredCurrency().code.lowercased()
  }

  /// Returns the currency of all amounts, or throws an error if the source lacks an explicitly chosen currency.
  func configuredCurrency() throws(CommandFailure) -> CurrencyCode {
    try marketsCurrency(try resolve(Keys.keylessMarketsRepository).capabilities)
  }

  /// Returns the configured currency.
  ///
  /// If the source lacks that currency and the user didn't request it explicitly, the source's default is used.
  private func marketsCurrency(_ capabilities: MarketsCapabilities) throws(CommandFailure) -> CurrencyCode {
    let setting = try configuration.resolved(Settings.currency)
    guard let setting, let currency = CurrencyCode(setting.value) else { return capabilities.currency(for: .aud) }
    guard !capabilities.currencies.contains(currency) else { return currency }
    switch setting.origin {
    case .programDefault, .builtInProfile, .stored: return capabilities.currency(for: currency)
    case .commandLine, .environment, .file, .fileProfile:
      let codes = capabilities.currencies.map { $0.code.lowercased() }
      let place = setting.origin.description
      throw CommandFailure(
        exitCode: .usage,
        kind: "currency_not_available",
        message: "The source “\(capabilities.name)” has no prices in \(currency), the currency set by \(place).",
        hint: "Choose \(codes.count == 1 ? codes[0] : "one of " + codes.joined(separator: ", "))."
      )
    }
  }
}

extension MarketsCapabilities {
  /// Returns a notice that amounts aren't in the chosen currency; `nil` if the source supports the currency.
  func notice(ofMissing currency: CurrencyCode) -> String? {
    guard !currencies.contains(currency) else { return nil }
    return "The source “\(name)” has no prices in \(currency), so amounts are in \(self.currency(for: currency))."
  }
}
