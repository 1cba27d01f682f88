import Foundation
import Portfolio

enum AlertText {
  /// Returns the condition, such as `BTC above A$100,000.00`, or `BTC above $100,000.00 AUD` in piped output.
  static func condition(_ request: AlertRequest) -> String {
    let symbol = request.coin.symbol.uppercased()
    func price(_ value: Decimal) -> String {
      MoneyText.namedMoney(value, request.currency)
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

  /// Returns the condition and the price that met it, such as `BTC above A$100,000.00: A$100,500.00 (CoinGecko)`.
  static func fired(_ fired: FiredAlert) -> String {
    "\(condition(fired.alert.request)): \(quote(fired.quote, fired.alert.request.currency, change: fired.change))"
  }

  /// Returns the condition and the price with its age, for messages that don't begin with the price's time.
  static func message(_ fired: FiredAlert) -> String {
    let (request, age) = (fired.alert.request, RelativeAge.text(of: fired.quote.time, now: fired.time))
    return "\(condition(request)): \(quote(fired.quote, request.currency, change: fired.change, age: age))"
  }

  static func holdsAlready(_ quote: Quote, _ request: AlertRequest, now: Date) -> String {
    let age = RelativeAge.text(of: quote.time, now: now)
    return "The condition is already met: \(Self.quote(quote, request.currency, age: age))."
  }

  /// Returns the price, its change, age and source, such as `$100,500.00, +5.1 %, just now (CoinGecko)`.
  static func quote(_ quote: Quote, _ currency: String, change: Decimal? = nil, age: String? = nil) -> String {
    let change = change.map { ", \($0 > 0 ? "+" : "")\($0.rounded(toPlaces: 1, .plain)) %" } ?? ""
    return "\(MoneyText.money(quote.price, currency))\(change)\(age.map { ", \($0)" } ?? "") (\(quote.source))"
  }

  enum StateDetail {
    case full, time, word
  }

  /// Returns the state, such as `Triggered at $100,500.00, 3 min ago`, or with less detail `Triggered 3 min ago` or
  /// `Triggered`.
  static func state(_ alert: PriceAlert, _ detail: StateDetail = .full, now: Date) -> String {
    let price = alert.lastQuote.map { " at \(MoneyText.money($0.price, alert.request.currency))," } ?? ""
    func text(_ word: String, _ since: Date) -> String {
      let age = RelativeAge.text(of: since, now: now)
      return switch detail {
      case .full: "\(word)\(price) \(age)"
      case .time: "\(word) \(age)"
      case .word: word
      }
    }
    return switch alert.state {
    case .armed: "Armed"
    case .triggered(let since), .off(let since): text("Triggered", since)
    }
  }
}
