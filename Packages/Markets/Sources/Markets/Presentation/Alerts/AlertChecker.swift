import Foundation
public import Portfolio

/// Checks alerts against prices, and loads the prices of coins outside of the list one by one.
public struct AlertChecker: Sendable {
  /// The maximum number of extra requests in a check, which protects the service's limits.
  static let maximumRequests = 20

  private let store: any AlertStoring
  private let fetchCoin: FetchCoin

  /// Creates a checker.
  public init(store: any AlertStoring, repository: any MarketsRepository) {
    self.store = store
    fetchCoin = FetchCoin(repository: repository)
  }

  /// Checks all alerts, with the prices of a page and further ones from the repository.
  @concurrent
  public func check(_ page: CoinPage, _ policy: LoadPolicy) async -> Result<AlertEvaluation, AlertError> {
    do throws(AlertError) {
      let alerts = try store.alerts()
      guard !alerts.isEmpty else { return .success(try store.check([:])) }
      var prices: [String: [String: Decimal]] = [:]
      var changes: [String: [String: Decimal]] = [:]
      func note(_ coin: Coin, _ currency: CurrencyCode) {
        let code = currency.code.lowercased()
        prices[coin.id.description, default: [:]][code] = coin.prices[currency]
        changes[coin.id.description, default: [:]][code] = coin.figures.change24h
      }
      for coin in page.coins { note(coin, page.currency) }
      var asked = 0
      for alert in alerts {
        if case .off = alert.state { continue }
        let (id, code) = (alert.request.coin.id, alert.request.currency)
        guard prices[id]?[code] == nil, asked < Self.maximumRequests, let currency = CurrencyCode(code) else {
          continue
        }
        asked += 1
        // Coins and currencies that the source lacks are reported as unchecked.
        let found = try? await fetchCoin.execute(id, CoinQuery(currency: currency, policy: policy))
        if let coin = found?.coins.first, coin.id.description == id { note(coin, currency) }
      }
      let quotes = prices.map { id, prices in (id, AlertQuote(prices: prices, dayChanges: changes[id] ?? [:])) }
      return .success(try store.check(Dictionary(uniqueKeysWithValues: quotes)))
    } catch {
      return .failure(error)
    }
  }
}

enum AlertText {
  /// The condition, such as `BTC above $100,000.00`.
  static func condition(_ request: AlertRequest) -> String {
    let symbol = request.coin.symbol.uppercased()
    func price(_ value: Decimal) -> String {
      let currency = CurrencyCode(request.currency)
      let text = currency.map { PriceFormatter($0).price(value) } ?? "\(value)"
      return "\(text) \(request.currency.uppercased())"
    }
    func since(_ baseline: AlertBaseline) -> String {
      switch baseline {
      case .day: "in 24 h"
      case .price(let value): "from \(price(value))"
      }
    }
    return switch request.condition {
    case .above(let value): "\(symbol) above \(price(value))"
    case .below(let value): "\(symbol) below \(price(value))"
    case .rises(let percent, let baseline): "\(symbol) rises \(percent) % \(since(baseline))"
    case .falls(let percent, let baseline): "\(symbol) falls \(percent) % \(since(baseline))"
    }
  }

  static func fired(_ fired: FiredAlert) -> String {
    let currency = CurrencyCode(fired.alert.request.currency)
    let price = currency.map { PriceFormatter($0).price(fired.price) } ?? "\(fired.price)"
    return "\(condition(fired.alert.request)): it is \(price) now"
  }

  static func standing(_ state: AlertState, now: Date) -> String {
    switch state {
    case .armed: "waits"
    case .triggered(let since): "fired \(RelativeAge.text(of: since, now: now)), until the price comes back"
    case .off(let since): "fired \(RelativeAge.text(of: since, now: now)), over"
    }
  }
}
