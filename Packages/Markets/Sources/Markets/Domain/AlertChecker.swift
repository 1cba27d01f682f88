public import Portfolio

/// A checker that compares alerts with their coins' prices.
public struct AlertChecker: Sendable {
  private let store: any AlertStoring
  private let repository: any MarketsRepository

  /// Creates a checker that reads alerts from a store and prices from a repository.
  public init(store: any AlertStoring, repository: any MarketsRepository) {
    self.store = store
    self.repository = repository
  }

  /// Loads prices for all coins with active alerts in one request, and checks the alerts.
  ///
  /// Alerts are reported as unchecked if the source doesn't support the coin or the currency. The interval between
  /// checks is also the maximum age of a price that can trigger an alert. An error means that no alert was checked.
  @concurrent
  public func check(
    _ policy: LoadPolicy,
    interval: Duration
  ) async throws(AlertCheckError) -> AlertEvaluation {
    var needs = QuoteNeeds()
    do throws(AlertError) {
      needs.add(try store.alerts(), of: store.service)
    } catch {
      throw .store(error)
    }
    let quotes: QuotesByCoin
    do throws(MarketsError) {
      quotes = try await needs.load(from: repository, policy)
    } catch {
      throw .prices(error)
    }
    do throws(AlertError) {
      return try store.check(AlertQuotes(quotes, interval: interval, capabilities: repository.capabilities))
    } catch {
      throw .store(error)
    }
  }
}

/// An error that prevented the alert check.
public enum AlertCheckError: Error, Sendable {
  /// The alerts couldn't be read or stored.
  case store(AlertError)
  /// The prices couldn't be loaded.
  case prices(MarketsError)
}

typealias QuotesByCoin = [CoinID: [CurrencyCode: Quote]]

struct QuoteNeeds: Sendable {
  private(set) var coins: Set<CoinID> = []
  private(set) var currencies: Set<CurrencyCode> = []

  mutating func add(_ coins: some Sequence<CoinID>, in currency: CurrencyCode) {
    self.coins.formUnion(coins)
    currencies.insert(currency)
  }

  mutating func add(_ alerts: [PriceAlert], of service: AlertService?) {
    for alert in alerts where alert.isActive && service?.checks(alert) ?? true {
      guard let coin = CoinID(alert.request.coin.id), let currency = CurrencyCode(alert.request.currency) else {
        continue
      }
      add([coin], in: currency)
    }
  }

  /// Loads the prices in one request.
  ///
  /// No request is sent if there are no coins or the source supports none of the currencies.
  func load(
    from repository: any MarketsRepository,
    _ policy: LoadPolicy
  ) async throws(MarketsError) -> QuotesByCoin {
    let currencies = currencies.intersection(repository.capabilities.quoteCurrencies)
    guard !coins.isEmpty, !currencies.isEmpty else { return [:] }
    return try await repository.quotes(
      of: coins.sorted { $0.description < $1.description },
      in: currencies.sorted(),
      policy: policy
    )
  }
}

extension AlertQuotes {
  init(_ quotes: QuotesByCoin, interval: Duration, capabilities: MarketsCapabilities) {
    var byText: [String: [String: Quote]] = [:]
    for (coin, prices) in quotes {
      for (currency, quote) in prices { byText[coin.description, default: [:]][currency.code.lowercased()] = quote }
    }
    self.init(byText, interval: interval)
    currencies = Set(capabilities.quoteCurrencies.map { $0.code.lowercased() })
    source = capabilities.name
  }
}
