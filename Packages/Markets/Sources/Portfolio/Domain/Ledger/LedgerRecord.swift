import Foundation

/// An entry as the ledger holds it in memory: plain bytes without references, names by their numbers.
struct LedgerRecord: Sendable {
  /// Stands for a currency, a note or another coin that is not there.
  static let none: Int32 = -1

  // Large members first: there may be very many records, and padding would make them a quarter larger.
  var id: UUID
  var amount = FixedPoint.zero
  var price = FixedPoint.zero
  var fee = FixedPoint.zero
  /// What a swap brings.
  var otherAmount = FixedPoint.zero
  var time: Timestamp
  /// The coin that is bought, sold, given away, sent or received; none for a reversal.
  var coin = none
  var symbol = none
  /// The currency of price and fee.
  var currency = none
  /// The coin that a swap brings.
  var otherCoin = none
  var otherSymbol = none
  var note = none
  var kind: LedgerKind
  /// The entry that a reversal undoes.
  var original: UUID?

  var hasPrice: Bool { currency != LedgerRecord.none }

  /// The coin that the entry takes from what is held, and how many.
  var outgoing: (coin: Int32, amount: FixedPoint)? {
    switch kind {
    case .sell, .send, .swap: (coin, amount)
    case .buy, .receive, .reversal: nil
    }
  }

  /// The coin that the entry adds to what is held, and how many.
  var incoming: (coin: Int32, amount: FixedPoint)? {
    switch kind {
    case .buy, .receive: (coin, amount)
    case .swap: (otherCoin, otherAmount)
    case .sell, .send, .reversal: nil
    }
  }
}
