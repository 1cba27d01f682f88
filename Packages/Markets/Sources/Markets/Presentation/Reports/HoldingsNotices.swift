import Components
public import Foundation
public import Portfolio

/// Notices about amounts that the holdings' figures don't include.
public enum HoldingsNotices {
  /// Returns a sentence for each currency without rates, and a sentence about coins with an unknown cost.
  ///
  /// `shortfall` is the reason why rates are missing, if any. `now` determines the time left until the next try.
  public static func texts(for holdings: Holdings, shortfall: MarketsError?, now: Date) -> [String] {
    var texts = missingRates(holdings.missingRates, to: holdings.currency, shortfall: shortfall, now: now)
    let unknown = holdings.holdings.filter { $0.amountWithoutCost > 0 }.map { holding in
      "\(MoneyText.amount(holding.amountWithoutCost)) \(holding.coin.symbol.uppercased().sanitized(.singleLine))"
    }
    if !unknown.isEmpty {
      texts.append("Cost and gain exclude coins of unknown cost: \(unknown.joined(separator: ", ")).")
    }
    return texts
  }

  /// Returns a sentence for each currency without rates.
  ///
  /// The last sentence gives the reason.
  public static func missingRates(
    _ rates: [MissingRate],
    to currency: String,
    shortfall: MarketsError?,
    now: Date
  ) -> [String] {
    let target = currency.uppercased()
    var texts = rates.map { missing in
      let (first, last) = (ChartDates.day.string(of: missing.first), ChartDates.day.string(of: missing.last))
      let period = first == last ? "on \(first)" : "from \(first) to \(last)"
      let subject = missing.entryCount == 1 ? "1 entry" : "\(missing.entryCount) entries"
      let result = missing.entryCount == 1 ? "its amount is unknown" : "their amounts are unknown"
      return "No exchange rate from \(missing.currency.uppercased()) to \(target) for \(subject) \(period): "
        + "\(result) in \(target)."
    }
    if !texts.isEmpty, let shortfall {
      switch shortfall {
      case .rangeNotAvailable(_, let reason): texts[texts.count - 1] += " \(sentence(reason))"
      default: texts[texts.count - 1] += " \(MarketsProblem(shortfall, now: now).message)"
      }
    }
    return texts
  }

  private static func sentence(_ reason: String) -> String {
    let text = reason.sanitized(.singleLine)
    return text.prefix(1).uppercased() + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
  }
}
