public import Foundation

/// Why the ledger does not accept an entry.
public enum LedgerRefusal: Error, Sendable, Hashable {
  /// The entry itself is wrong.
  case invalid(InvalidEntry)
  /// More coins would leave than are held.
  case insufficient(coin: CoinReference, held: Decimal, needed: Decimal)
  /// More coins would have left than were held at the time of the entry.
  case insufficientThen(coin: CoinReference, time: Date, held: Decimal, needed: Decimal)
  /// A reversal, or an entry of an earlier time, would take coins that a later entry has sold, swapped or sent.
  case neededLater(coin: CoinReference, by: UUID)
  /// There is no entry of this identity to reverse.
  case unknownEntry(UUID)
  /// The entry is reversed already.
  case alreadyReversed(UUID, by: UUID)
  /// The entry is a reversal itself.
  case notReversible(UUID)
  /// There is an entry of this identity already.
  case duplicate(UUID)
}

extension LedgerRefusal: CustomStringConvertible {
  /// A sentence that says what is wrong and what can be done.
  public var description: String {
    switch self {
    case .invalid(let reason): reason.description
    case .insufficient(let coin, let held, let needed):
      "Only \(held) \(coin.symbol) are held, and \(needed) are needed. Enter the missing purchase or receipt first."
    case .insufficientThen(let coin, let time, let held, let needed):
      """
      Only \(held) \(coin.symbol) were held at \(time.formatted(.iso8601)), and \(needed) are needed. \
      Enter the missing purchase or receipt first, or give a later time.
      """
    case .neededLater(let coin, let entry):
      """
      The \(coin.symbol) of this entry are needed for the later entry \(entry.uuidString.lowercased()). \
      Reverse that one first.
      """
    case .unknownEntry(let id): "There is no entry \(id.uuidString.lowercased())."
    case .alreadyReversed(let id, let reversal):
      "The entry \(id.uuidString.lowercased()) is already reversed, by \(reversal.uuidString.lowercased())."
    case .notReversible(let id):
      "The entry \(id.uuidString.lowercased()) is a reversal itself. Enter again what it undid."
    case .duplicate(let id): "There is an entry \(id.uuidString.lowercased()) already."
    }
  }
}
