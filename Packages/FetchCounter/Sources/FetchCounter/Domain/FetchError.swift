/// Why a fetch did not succeed; the count has not risen.
public enum FetchError: Error, Sendable {
  /// A request failed: the network layer's error, unchanged.
  case service(any Error)
  /// The count could not be read or kept: the store's error, unchanged.
  case store(any Error)
  /// The service refused the path that it had just handed out, every time, this many times; with its own words at last.
  case pathSuperseded(attempts: Int, serviceMessage: String?)
  /// The task was cancelled before the code was there.
  case cancelled
}
