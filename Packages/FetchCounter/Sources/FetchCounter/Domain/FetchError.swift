/// Why a fetch did not succeed; the count has not risen.
public enum FetchError: Error, Sendable {
  /// A request failed: the network layer's error, unchanged.
  case service(any Error)
  /// The count could not be read or kept: the store's error, unchanged.
  case store(any Error)
  /// Other clients invalidated the path between the two steps every time, this many times.
  case pathSuperseded(attempts: Int)
}
