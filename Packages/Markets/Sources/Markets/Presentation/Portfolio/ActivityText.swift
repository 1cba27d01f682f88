public import Components
import Foundation
public import Portfolio

/// An entry of the ledger in words.
public struct ActivityText {
  private let formatter: PriceFormatter
  private let theme: Theme

  /// Makes the words; amounts of coins are written as in a currency's country.
  public init(_ currency: CurrencyCode, theme: Theme = .dark) {
    formatter = PriceFormatter(currency)
    self.theme = theme
  }

  /// What was done, such as `Bought 0.5 BTC at $88,000.00`; crossed out where it was undone.
  public func text(_ activity: Activity) -> StyledText {
    let words = text(activity.entry.action, undone: activity.original)
    let note = activity.entry.note.map { StyledText("  \($0)", theme.typography.caption) } ?? StyledText()
    guard activity.isReversed else { return words + note }
    return StyledText(words.plainText, theme.typography.caption) + StyledText(" (undone)", theme.typography.caption)
      + note
  }

  /// The kind as one word, for scripts.
  public static func kind(_ action: LedgerAction) -> String {
    switch action {
    case .buy: "buy"
    case .sell: "sell"
    case .swap: "swap"
    case .send: "send"
    case .receive: "receive"
    case .reversal: "reversal"
    }
  }

  private func text(_ action: LedgerAction, undone: LedgerEntry?) -> StyledText {
    let typography = theme.typography
    switch action {
    case .buy(let trade):
      return StyledText("Bought ", typography.positive) + amount(trade.amount, trade.coin)
        + price(trade.price, trade.fee)
    case .sell(let trade):
      return StyledText("Sold ", typography.negative) + amount(trade.amount, trade.coin) + price(trade.price, trade.fee)
    case .swap(let swap):
      return StyledText("Swapped ", typography.emphasis) + amount(swap.givenAmount, swap.given) + " for "
        + amount(swap.receivedAmount, swap.received)
    case .send(let transfer): return StyledText("Sent ", typography.negative) + amount(transfer.amount, transfer.coin)
    case .receive(let transfer):
      return StyledText("Received ", typography.positive) + amount(transfer.amount, transfer.coin)
        + price(transfer.price, transfer.fee)
    case .reversal:
      let what = undone.map { text($0.action, undone: nil).plainText } ?? "an entry"
      return StyledText("Undid: \(what)", typography.caption)
    }
  }

  private func amount(_ amount: Decimal, _ coin: Portfolio.Coin) -> StyledText {
    StyledText("\(formatter.quantity(amount)) \(coin.symbol.uppercased())")
  }

  private func price(_ price: UnitPrice?, _ fee: Decimal) -> StyledText {
    guard let price else { return StyledText() }
    let currency = CurrencyCode(price.currency)
    func text(_ value: Decimal) -> String {
      currency.map { PriceFormatter($0).price(value) } ?? "\(value) \(price.currency.uppercased())"
    }
    let code = currency == formatter.currency ? "" : " \(price.currency.uppercased())"
    return StyledText(" at \(text(price.value))\(code)\(fee == 0 ? "" : ", fee \(text(fee))")")
  }
}
