import Foundation

/// An entry as the ledger holds it in memory: plain bytes without references, names by their numbers.
struct LedgerRecord: Sendable {
  /// Stands for a currency, a note or another coin that is not there.
  static let none: Int32 = -1

  var id: UUID
  var time: Timestamp
  var kind: LedgerKind
  /// The coin that is bought, sold, given away, sent or received; none for a reversal.
  var coin = none
  var symbol = none
  var amount = FixedPoint.zero
  /// The currency of price and fee.
  var currency = none
  var price = FixedPoint.zero
  var fee = FixedPoint.zero
  /// The coin that a swap brings.
  var otherCoin = none
  var otherSymbol = none
  var otherAmount = FixedPoint.zero
  /// The entry that a reversal undoes.
  var original: UUID?
  var note = none

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
