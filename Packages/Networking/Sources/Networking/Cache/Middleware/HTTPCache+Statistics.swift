extension HTTPCache {
  /// What is stored, and what happened since the cache was made.
  public struct Statistics: Sendable, Hashable {
    /// How many answers are stored.
    public let entries: Int
    /// Their size in bytes, as `sizeLimit` counts it.
    public let bytes: Int
    /// How many bytes of them are in memory.
    public let memoryBytes: Int
    /// Requests that were answered without the service.
    public let hits: Int
    /// Requests for which the service was asked, or would have been.
    public let misses: Int
    /// Misses for which the service only had to confirm what was stored.
    public let confirmations: Int
    /// Requests that got a stale answer, whether by permission or because the service failed.
    public let staleResponses: Int
    /// Answers that were removed to make room.
    public let evictions: Int
    /// Files that were found damaged and removed.
    public let damagedEntries: Int
    /// Background confirmations (`stale-while-revalidate`) that failed.
    public let failedRevalidations: Int
    /// Operations on files that failed; what they were to store is not stored.
    public let storageFailures: Int
    /// The last of those, for people.
    public let lastStorageFailure: String?

    init(
      _ totals: (entries: Int, bytes: Int, memoryBytes: Int, counters: CacheStore.Counters),
      _ counts: CacheActivity.Counts
    ) {
      entries = totals.entries
      bytes = totals.bytes
      memoryBytes = totals.memoryBytes
      hits = counts.hits
      misses = counts.misses
      confirmations = counts.confirmations
      staleResponses = counts.staleResponses
      evictions = totals.counters.evicted
      damagedEntries = totals.counters.damaged
      failedRevalidations = counts.failedRevalidations
      storageFailures = totals.counters.failures
      lastStorageFailure = totals.counters.lastFailure
    }
  }
}
