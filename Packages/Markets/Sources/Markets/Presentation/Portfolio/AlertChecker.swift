import Foundation
public import Portfolio

/// Checks alerts against prices, those of coins that are not in the list asked for one by one.
public struct AlertChecker: Sendable {
  /// The most coins that are asked for beside the list, so that alerts don't use up a service's limits.
  public static let maximumRequests = 20

  private let store: any AlertStoring
  private let fetchCoin: FetchCoin

  /// Makes a checker.
  public init(store: any AlertStoring, repository: any MarketsRepository) {
    self.store = store
    fetchCoin = FetchCoin(repository: repository)
  }

  /// Checks all alerts.
  ///
  /// - Parameters:
  ///   - page: Coins with their prices.
  ///   - policy: The choice between stored prices and the service for other coins.
  /// - Returns: What fired and what could not be checked, or why the alerts can't be read.
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
        // A coin that vanished, or a currency that the source has not, is reported as unchecked.
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

/// An alert in words.
public enum AlertText {
  /// What it waits for, such as `BTC above $100,000.00`.
  public static func condition(_ request: AlertRequest) -> String {
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

  /// What happened.
  public static func fired(_ fired: FiredAlert) -> String {
    let currency = CurrencyCode(fired.alert.request.currency)
    let price = currency.map { PriceFormatter($0).price(fired.price) } ?? "\(fired.price)"
    return "\(condition(fired.alert.request)): it is \(price) now"
  }

  /// Where it stands, as one word.
  public static func state(_ state: AlertState) -> String {
    switch state {
    case .armed: "armed"
    case .triggered: "waiting"
    case .off: "done"
    }
  }
}
