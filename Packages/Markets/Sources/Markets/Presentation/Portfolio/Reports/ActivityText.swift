public import Foundation
public import Portfolio

/// Entries of the ledger in words for people; coins and notes in them are not neutralised.
public enum ActivityText {
  /// What an entry did: `Bought 2 BTC at $88,047.00`.
  public static func text(of activity: Activity) -> String {
    let words = activity.original.map { "Undid: \(text(of: $0.action))" } ?? text(of: activity.entry.action)
    return activity.isReversed ? words + " (undone)" : words
  }

  /// What an entry did, on its own.
  public static func text(of action: LedgerAction) -> String {
    switch action {
    case .buy(let trade): "Bought \(traded(trade))"
    case .sell(let trade): "Sold \(traded(trade))"
    case .swap(let swap):
      "Swapped \(coins(swap.givenAmount, swap.given)) for \(coins(swap.receivedAmount, swap.received))"
        + fee(swap.fee, swap.price)
    case .send(let transfer): "Sent \(coins(transfer.amount, transfer.coin))" + fee(transfer.fee, transfer.price)
    case .receive(let transfer):
      "Received \(coins(transfer.amount, transfer.coin))"
        + (transfer.price.map { " at \(MoneyText.money($0.value, $0.currency))" } ?? "")
        + fee(transfer.fee, transfer.price)
    case .reversal(let id): "Undid \(shortened(id))"
    }
  }

  /// The first digits of an identity, by which people can name an entry.
  public static func shortened(_ id: UUID) -> String { String(id.uuidString.lowercased().prefix(8)) }

  private static func coins(_ amount: Decimal, _ coin: Portfolio.Coin) -> String {
    "\(MoneyText.amount(amount)) \(coin.symbol)"
  }

  private static func traded(_ trade: Trade) -> String {
    "\(coins(trade.amount, trade.coin)) at \(MoneyText.money(trade.price.value, trade.price.currency))"
      + fee(trade.fee, trade.price)
  }

  private static func fee(_ fee: Decimal, _ price: UnitPrice?) -> String {
    guard fee != 0, let price else { return "" }
    return ", fee \(MoneyText.money(fee, price.currency))"
  }
}
