/// Where something is left out of a text that is too wide.
public enum TruncationPosition: Hashable, Sendable {
  /// At the start, so that the end stays.
  case start
  /// In the middle, so that both ends stay.
  case middle
  /// At the end, so that the start stays.
  case end
}
