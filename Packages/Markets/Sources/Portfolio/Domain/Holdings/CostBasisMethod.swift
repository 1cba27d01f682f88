/// How it is decided which coins leave first, and what they had cost.
public enum CostBasisMethod: String, Sendable, Hashable, CaseIterable {
  /// First in, first out: the coins that have been held longest leave first, with what they cost.
  case fifo
  /// All coins of a kind cost the same: what those that are held cost on average.
  case average
}
