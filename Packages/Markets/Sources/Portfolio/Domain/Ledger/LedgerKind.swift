/// The kinds of ledger entries, as files name them.
public enum LedgerKind: String, Sendable, Hashable, CaseIterable {
  /// Coins for money.
  case buy
  /// Money for coins.
  case sell
  /// Coins for other coins.
  case swap
  /// Coins that left without being sold.
  case send
  /// Coins that came without being bought.
  case receive
  /// Undoes another entry.
  case reversal
}

extension LedgerAction {
  /// The kind of the action.
  public var kind: LedgerKind {
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
