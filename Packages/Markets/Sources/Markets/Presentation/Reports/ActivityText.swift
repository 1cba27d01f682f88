import Components
import Foundation
import Portfolio

struct ActivityText {
  private let currency: CurrencyCode?
  private let theme: Theme

  init(_ currency: CurrencyCode? = nil, theme: Theme = .dark) {
    self.currency = currency
    self.theme = theme
  }

  /// Returns the first digits of an entry's ID, which commands accept instead of the whole ID.
  static func shortened(_ id: UUID) -> String { String(id.uuidString.lowercased().prefix(8)) }

  /// Returns the action with its note, such as `Bought 0.5 BTC at $88,000.00`; dimmed if the entry was undone.
  func text(_ activity: Activity) -> StyledText {
    let note =
      activity.entry.note.map { StyledText("  \($0.sanitized(.singleLine))", theme.typography.caption) }
      ?? StyledText()
    return textWithoutNote(activity) + note
  }

  func textWithoutNote(_ activity: Activity) -> StyledText {
    let words = text(activity.entry.action, undone: activity.original)
    guard activity.isReversed else { return words }
    return StyledText(words.plainText, theme.typography.caption) + StyledText(" (undone)", theme.typography.caption)
  }

  func text(_ action: LedgerAction, undone: LedgerEntry? = nil) -> StyledText {
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
      let what = undone.map { text($0.action).plainText } ?? "an entry"
      return StyledText("Undid: \(what)", typography.caption)
    }
  }

  private func amount(_ amount: Decimal, _ coin: CoinReference) -> StyledText {
    StyledText("\(MoneyText.amount(amount)) \(coin.symbol.uppercased())")
  }

  private func price(_ price: UnitPrice?, _ fee: Decimal) -> StyledText {
    guard let price else { return StyledText() }
    let currency = CurrencyCode(price.currency)
    func text(_ value: Decimal) -> String {
      currency.map { PriceFormatter($0).price(value) } ?? "\(value) \(price.currency.uppercased())"
    }
    let named = currency == self.currency ? text(price.value) : MoneyText.namedMoney(price.value, price.currency)
    return StyledText(" at \(named)\(fee == 0 ? "" : ", fee \(text(fee))")")
  }
}
