/// What can be entered into the ledger for a coin.
public enum CoinAction: String, Sendable, CaseIterable {
  /// The coin was bought.
  case buy
  /// The coin was sold.
  case sell
  /// The coin was given for another one.
  case swap
  /// The coin came from elsewhere.
  case receive
  /// The coin went elsewhere.
  case send
}
