public import Foundation

/// An entry in the ledger, stored on one line in the file.
public struct LedgerEntry: Sendable, Hashable, Identifiable {
  /// The entry's identifier, which is unique in the ledger.
  public let id: UUID
  package let time: Date
  package let action: LedgerAction
  /// The note exactly as typed, which must be sanitized before it is written to a terminal.
  package let note: String?

  /// Creates an entry; its time is stored in milliseconds, and an empty note becomes `nil`.
  public init(id: UUID = UUID(), time: Date, action: LedgerAction, note: String? = nil) {
    self.id = id
    self.time = time
    self.action = action
    self.note = note?.isEmpty == true ? nil : note
  }

  package var original: UUID? {
    guard case .reversal(let original) = action else { return nil }
    return original
  }

  /// Returns a copy with a new identifier, for restoring the entry after its reversal.
  public func copy() -> LedgerEntry { LedgerEntry(time: time, action: action, note: note) }
}

/// The action that an entry records.
public enum LedgerAction: Sendable, Hashable {
  /// Coins bought for money.
  case buy(Trade)
  /// Coins sold for money.
  case sell(Trade)
  /// Coins exchanged for other coins.
  case swap(Swap)
  /// Coins removed without a sale, such as by a transfer to another wallet or as a gift.
  case send(Transfer)
  /// Coins added without a purchase, such as by a transfer from another wallet or as a reward.
  case receive(Transfer)
  /// The reversal of another entry, which cancels that entry's effect. Both entries stay in the ledger.
  case reversal(of: UUID)
}

/// A purchase or a sale.
public struct Trade: Sendable, Hashable {
  package let coin: CoinReference
  /// The number of coins, above zero.
  package let amount: Decimal
  package let price: UnitPrice
  /// The fee in the price's currency, zero or more, which raises a purchase's cost and lowers a sale's proceeds.
  package let fee: Decimal

  /// Creates a trade; its numbers are validated when the entry is recorded.
  public init(coin: CoinReference, amount: Decimal, price: UnitPrice, fee: Decimal = 0) {
    self.coin = coin
    self.amount = amount
    self.price = price
    self.fee = fee
  }
}

/// An exchange of coins for other coins.
///
/// A swap with a price is a sale of the coins given and a purchase of the coins received at the same value. Without a
/// price, the cost basis moves to the coins received and nothing is realized.
public struct Swap: Sendable, Hashable {
  package let given: CoinReference
  /// The number of coins given, above zero.
  package let givenAmount: Decimal
  package let received: CoinReference
  /// The number of coins received, above zero.
  package let receivedAmount: Decimal
  package let price: UnitPrice?
  /// The fee in the price's currency, zero or more; always zero without a price.
  package let fee: Decimal

  /// Creates a swap; its numbers are validated when the entry is recorded.
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
  /// The number of coins, above zero.
  package let amount: Decimal
  /// The cost of one received coin; `nil` if unknown.
  ///
  /// For sent coins, this is the price of one coin, which doesn't affect any results.
  package let price: UnitPrice?
  /// The fee in the price's currency, zero or more, which raises the cost of received coins; zero without a price.
  package let fee: Decimal

  /// Creates a transfer; its numbers are validated when the entry is recorded.
  public init(coin: CoinReference, amount: Decimal, price: UnitPrice? = nil, fee: Decimal = 0) {
    self.coin = coin
    self.amount = amount
    self.price = price
    self.fee = fee
  }
}

/// The kinds of ledger entries, with their names in files.
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

/// A coin's identifier and symbol, as stored in the ledger and the alerts.
public struct CoinReference: Sendable, Hashable {
  /// The key from the coin's ``CoinIdentity``, such as `bitcoin`.
  ///
  /// The key identifies the coin in all sources.
  public internal(set) var id: String
  /// The symbol, such as `btc`, which may change over time.
  public let symbol: String

  /// Creates a reference from a coin's key and symbol.
  public init(id: String, symbol: String) {
    self.id = id
    self.symbol = symbol
  }
}

/// The price of one coin in a currency.
public struct UnitPrice: Sendable, Hashable {
  /// The price of one coin, zero or more, with at most 18 decimal places.
  public let value: Decimal
  /// The currency code in lower case, such as `aud`.
  public let currency: String

  /// Creates a price and lowercases the currency code.
  public init(_ value: Decimal, _ currency: String) {
    self.value = value
    self.currency = currency.lowercased()
  }
}
