public import Foundation

/// How many fetches succeeded so far, and when the last one did.
public struct FetchTally: Sendable, Hashable {
  /// The number of successful fetches; never negative.
  public var count: Int
  /// When the count last rose; `nil` before the first fetch and after a reset.
  public var lastFetchedAt: Date?

  /// Makes a tally.
  public init(count: Int = 0, lastFetchedAt: Date? = nil) {
    self.count = count
    self.lastFetchedAt = lastFetchedAt
  }
}
