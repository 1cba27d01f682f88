public import Foundation

/// One line of the ledger.
public struct LedgerEntry: Sendable, Hashable, Identifiable {
  /// The entry's identity; a second entry with it is not accepted.
  public let id: UUID
  package let time: Date
  package let action: LedgerAction
  /// A remark as the person typed it; terminals need it sanitized.
  package let note: String?

  /// Creates an entry; the ledger keeps milliseconds of its time, and no empty note.
  public init(id: UUID = UUID(), time: Date, action: LedgerAction, note: String? = nil) {
    self.id = id
    self.time = time
    self.action = action
    self.note = note?.isEmpty == true ? nil : note
  }
}

/// The action that an entry records.
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
  package let coin: CoinReference
  /// The number of coins; more than zero.
  package let amount: Decimal
  package let price: UnitPrice
  /// The fee in the price's currency, zero or more; it raises a purchase's cost and lowers a sale's proceeds.
  package let fee: Decimal

  /// Creates a trade; the ledger checks its numbers when it is entered.
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
  package let given: CoinReference
  /// The number of coins; more than zero.
  package let givenAmount: Decimal
  package let received: CoinReference
  /// The number of coins; more than zero.
  package let receivedAmount: Decimal
  package let price: UnitPrice?
  /// The fee in the price's currency; zero without a price.
  package let fee: Decimal

  /// Creates a swap; the ledger checks its numbers when it is entered.
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
  package let coin: CoinReference
  /// The number of coins; more than zero.
  package let amount: Decimal
  /// The cost of one received coin, if known; the price of one sent coin, which changes no figures.
  package let price: UnitPrice?
  /// The fee in the price's currency, zero without a price; it raises the cost of received coins.
  package let fee: Decimal

  /// Creates a transfer; the ledger checks its numbers when it is entered.
  public init(coin: CoinReference, amount: Decimal, price: UnitPrice? = nil, fee: Decimal = 0) {
    self.coin = coin
    self.amount = amount
    self.price = price
    self.fee = fee
  }
}

/// The kinds of ledger entries, as files name them.
package enum LedgerKind: String, Sendable, Hashable, CaseIterable {
  case buy
  case sell
  case swap
  case send
  case receive
  case reversal
}

extension LedgerAction {
  package var kind: LedgerKind {
    switch self {
    case .buy: .buy
    case .sell: .sell
    case .swap: .swap
    case .send: .send
    case .receive: .receive
    case .reversal: .reversal
    }
  }
}

/// The identifier and the symbol of a coin, as the ledger and the alerts keep them.
public struct CoinReference: Sendable, Hashable {
  /// The key of the coin's ``CoinIdentity`` (`bitcoin`), which identifies the coin in all sources.
  public internal(set) var id: String
  /// The symbol (`btc`), which may change over time.
  public let symbol: String

  /// Creates a reference to a coin by its key and its symbol.
  public init(id: String, symbol: String) {
    self.id = id
    self.symbol = symbol
  }
}

/// The price of one coin in a currency.
public struct UnitPrice: Sendable, Hashable {
  /// The price of one coin; zero or more, with at most 18 decimal places.
  public let value: Decimal
  /// The currency's code in lower case (`aud`).
  public let currency: String

  /// Creates a price; the currency's code is kept in lower case.
  public init(_ value: Decimal, _ currency: String) {
    self.value = value
    self.currency = currency.lowercased()
  }
}
