/// How many fetches went.
public struct FetchRun: Sendable, Hashable {
  /// How many were asked for.
  public let requested: Int
  /// How many succeeded.
  public var succeeded: Int { durations.count }
  /// How many failed; what was cancelled did not fail, and is not counted at all.
  public private(set) var failed = 0
  /// How long all of them took together.
  public internal(set) var elapsed = Duration.zero
  /// Whether it ended before its time because the task was cancelled.
  public internal(set) var wasInterrupted = false

  /// How long each success took, in the order of their end.
  private var durations: [Duration] = []

  init(requested: Int) { self.requested = requested }

  mutating func note(_ result: Result<Fetch, FetchError>) {
    switch result {
    case .success(let fetch): durations.append(fetch.duration)
    case .failure(.cancelled): break
    case .failure: failed += 1
    }
  }

  /// The successes in a second; 0 where no time has passed.
  public var rate: Double {
    elapsed > .zero ? Double(succeeded) / (elapsed / .seconds(1)) : 0
  }

  /// The durations below which a share of the successes lies, by the nearest-rank method.
  ///
  /// A duration is that of a fetch's two requests, tries included, without waiting for its turn or for the disk.
  ///
  /// - Parameter shares: Shares above 0 and up to 1.
  /// - Returns: One duration for each share; `nil` when nothing succeeded.
  /// - Complexity: O(n log n) in the number of successes.
  public func percentiles(_ shares: [Double]) -> [Duration]? {
    guard !durations.isEmpty else { return nil }
    let sorted = durations.sorted()
    return shares.map { share in
      let rank = Int((share * Double(sorted.count)).rounded(.up))
      return sorted[min(max(rank, 1), sorted.count) - 1]
    }
  }
}
