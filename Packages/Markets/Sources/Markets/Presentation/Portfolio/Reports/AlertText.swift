public import Foundation
public import Portfolio

/// Alerts in words for people; coins in them are not neutralised.
public enum AlertText {
  /// What an alert watches for: `BTC above $90,000.00`, `BTC falls 5 % in a day`.
  public static func text(of request: AlertRequest) -> String {
    func money(_ value: Decimal) -> String { MoneyText.money(value, request.currency) }
    func change(_ verb: String, _ percent: Decimal, _ baseline: AlertBaseline) -> String {
      switch baseline {
      case .day: "\(verb) \(percent)\u{A0}% in a day"
      case .price(let base): "\(verb) \(percent)\u{A0}% from \(money(base))"
      }
    }
    let words =
      switch request.condition {
      case .above(let price): "above \(money(price))"
      case .below(let price): "below \(money(price))"
      case .rises(let percent, let baseline): change("rises", percent, baseline)
      case .falls(let percent, let baseline): change("falls", percent, baseline)
      }
    return "\(request.coin.symbol) \(words)"
  }

  /// What an alert that fired says: `BTC above $90,000.00: it costs $90,500.00`.
  public static func text(of fired: FiredAlert) -> String {
    let request = fired.alert.request
    let change = fired.change.map { ", \(PriceFormatter(.usd).percent($0))" } ?? ""
    return "\(text(of: request)): it costs \(MoneyText.money(fired.price, request.currency))\(change)"
  }

  /// Where an alert stands, in a few words.
  public static func text(of state: AlertState, now: Date) -> String {
    switch state {
    case .armed: "waiting"
    case .waiting(let since): "fired \(RelativeAge.text(of: since, now: now)), until the price comes back"
    case .done(let at): "fired \(RelativeAge.text(of: at, now: now)), over"
    }
  }
}
