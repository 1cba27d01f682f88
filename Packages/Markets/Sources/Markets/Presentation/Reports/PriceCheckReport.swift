public import Components
import Foundation
import Portfolio

/// A printable report on a price check.
public struct PriceCheckReport: Sendable, Encodable {
  private let check: PriceCheck

  /// Creates a report on a check.
  public init(_ check: PriceCheck) { self.check = check }

  private var condition: (word: String, threshold: Decimal) {
    switch check.request.condition {
    case .above(let price): ("above", price)
    case .below(let price): ("below", price)
    case .rises(let percent, _): ("rises", percent)
    case .falls(let percent, _): ("falls", percent)
    }
  }

  /// Returns the line to print.
  ///
  /// In a pipe, the line contains `yes` or `no`, the time of the price, ID, symbol, price, currency, condition,
  /// threshold and source.
  public func text(for mode: OutputMode) -> String {
    let (word, threshold) = condition
    let currency = check.request.currency
    guard mode.layout != .records else {
      let fields = [
        check.holds ? "yes" : "no", check.quote.time.formatted(.iso8601), check.coin.id.description, check.coin.symbol,
        check.quote.price.description, currency, word, threshold.description, check.quote.source,
      ]
      return fields.map { $0.sanitized(.singleLine) }.joined(separator: "\t") + "\n"
    }
    let age = RelativeAge.text(of: check.quote.time, now: check.time)
    let answer = StyledText(
      check.holds ? "Yes" : "No",
      check.holds ? mode.theme.typography.positive : mode.theme.typography.negative
    )
    let line =
      answer
      + StyledText(": \(AlertText.condition(check.request)): \(AlertText.quote(check.quote, currency, age: age))")
    return line.encoded(for: mode.capabilities) + "\n"
  }

  /// Encodes the JSON document.
  public func encode(to encoder: any Encoder) throws {
    let (word, threshold) = condition
    var container = encoder.container(keyedBy: DocumentKey.self)
    try container.set("holds", check.holds)
    try container.set("id", check.coin.id.description)
    try container.set("symbol", check.coin.symbol)
    try container.set("condition", word)
    try container.set("threshold", threshold)
    try container.set("currency", check.request.currency)
    try container.set("price", check.quote.price) { MoneyText.money($0, check.request.currency) }
    try container.set("as_of", check.quote.time)
    try container.set("age_seconds", max(0, Int(check.time.timeIntervalSince(check.quote.time))))
    try container.set("source", check.quote.source)
  }
}

extension PriceCheckError {
  /// The failure, as a user-facing sentence.
  public var message: String {
    switch self {
    case .prices(let error): MarketsProblem(error, now: Date()).message
    case .noPrice(let coin, let currency):
      "There is no price for \(coin.symbol.uppercased().sanitized(.singleLine)) in \(currency)."
    case .unusablePrice(let coin, let currency):
      "The latest response has no usable price for \(coin.symbol.uppercased().sanitized(.singleLine)) in \(currency)."
    case .tooOld(let coin, let time, let now) where time > now:
      "The latest price for \(coin.symbol.uppercased().sanitized(.singleLine)) is dated in the future. Check this computer's clock."
    case .tooOld(let coin, let time, let now):
      "The latest price for \(coin.symbol.uppercased().sanitized(.singleLine)) is from \(Self.age(of: time, now: now))."
    }
  }

  /// Returns an age to the second, because even a price less than a minute old can be too old.
  private static func age(of time: Date, now: Date) -> String {
    let seconds = Int(now.timeIntervalSince(time))
    return seconds < 60 ? "\(seconds) s ago" : RelativeAge.text(of: time, now: now)
  }
}
