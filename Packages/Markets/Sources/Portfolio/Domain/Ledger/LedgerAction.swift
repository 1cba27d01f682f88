public import Foundation

/// What an entry of the ledger records.
public enum LedgerAction: Sendable, Hashable {
  /// Coins for money.
  case buy(Trade)
  /// Money for coins.
  case sell(Trade)
  /// Coins for other coins.
  case swap(Swap)
  /// Coins that left without being sold: to another wallet, as a gift.
  case send(Transfer)
  /// Coins that came without being bought: from another wallet, as a reward.
  case receive(Transfer)
  /// Undoes another entry, as if it had never been made; both stay in the ledger.
  case reversal(of: UUID)
}

/// A purchase or a sale.
public struct Trade: Sendable, Hashable {
  /// The coin that is bought or sold.
  public let coin: CoinReference
  /// How many coins; more than zero.
  public let amount: Decimal
  /// The price of one coin.
  public let price: UnitPrice
  /// What was paid on top, in the price's currency; zero or more.
  ///
  /// It raises the cost of a purchase and lowers the proceeds of a sale.
  public let fee: Decimal

  /// Creates a trade; the ledger checks its numbers when it is entered.
  ///
  /// - Parameters:
  ///   - coin: The coin that is bought or sold.
  ///   - amount: How many coins.
  ///   - price: The price of one coin.
  ///   - fee: What was paid on top, in the price's currency.
  public init(coin: CoinReference, amount: Decimal, price: UnitPrice, fee: Decimal = 0) {
    self.coin = coin
    self.amount = amount
    self.price = price
    self.fee = fee
  }
}

/// An exchange of coins for other coins.
///
/// With a price it is a sale of the one and a purchase of the other for the same value; without one the cost basis
/// moves from the one to the other and nothing is realized.
public struct Swap: Sendable, Hashable {
  /// The coin that is given away.
  public let given: CoinReference
  /// How many of them; more than zero.
  public let givenAmount: Decimal
  /// The coin that is got; another one.
  public let received: CoinReference
  /// How many of them; more than zero.
  public let receivedAmount: Decimal
  /// The price of one coin of those given away.
  public let price: UnitPrice?
  /// What was paid on top, in the price's currency; zero without a price.
  public let fee: Decimal

  /// Creates a swap; the ledger checks its numbers when it is entered.
  ///
  /// - Parameters:
  ///   - given: The coin that is given away.
  ///   - givenAmount: How many of them.
  ///   - received: The coin that is got.
  ///   - receivedAmount: How many of them.
  ///   - price: The price of one coin of those given away.
  ///   - fee: What was paid on top, in the price's currency.
  public init(
    given: CoinReference,
    givenAmount: Decimal,
    received: CoinReference,
    receivedAmount: Decimal,
    price: UnitPrice? = nil,
    fee: Decimal = 0
  ) {
    self.given = given
    self.givenAmount = givenAmount
    self.received = received
    self.receivedAmount = receivedAmount
    self.price = price
    self.fee = fee
  }
}

/// Coins that are sent or received without a trade.
public struct Transfer: Sendable, Hashable {
  /// The coin.
  public let coin: CoinReference
  /// How many; more than zero.
  public let amount: Decimal
  /// For coins received, what one of them cost, if that is known; for coins sent, their price at that time, which
  /// changes no figures.
  public let price: UnitPrice?
  /// What was paid for the transfer, in the price's currency; zero without a price.
  ///
  /// It raises the cost of coins received.
  public let fee: Decimal

  /// Creates a transfer; the ledger checks its numbers when it is entered.
  ///
  /// - Parameters:
  ///   - coin: The coin.
  ///   - amount: How many.
  ///   - price: What one of them cost, or is worth.
  ///   - fee: What was paid for the transfer, in the price's currency.
  public init(coin: CoinReference, amount: Decimal, price: UnitPrice? = nil, fee: Decimal = 0) {
    self.coin = coin
    self.amount = amount
    self.price = price
    self.fee = fee
  }
}
