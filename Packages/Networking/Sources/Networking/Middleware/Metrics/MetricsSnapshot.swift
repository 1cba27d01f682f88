/// What a ``MetricsCollector`` has counted so far.
public struct MetricsSnapshot: Sendable {
  /// Percentiles of a duration, exact to about 6 %.
  public struct Percentiles: Sendable, Hashable {
    /// Half stayed within.
    public let median: Duration
    /// Nine of ten stayed within.
    public let p90: Duration
    /// Ninety-nine of a hundred stayed within.
    public let p99: Duration
    /// The longest.
    public let maximum: Duration

    init?(_ histogram: DurationHistogram) {
      guard let median = histogram.percentile(0.5), let p90 = histogram.percentile(0.9),
        let p99 = histogram.percentile(0.99)
      else { return nil }
      (self.median, self.p90, self.p99, maximum) = (median, p90, p99, histogram.maximum)
    }
  }

  /// The requests that came to their end.
  public let requests: Int
  /// Those of them that succeeded.
  public let successes: Int
  /// How often each ``RequestMetrics/failureKind`` occurred.
  public let failures: [String: Int]
  /// From the call to the end of the body; `nil` before the first request.
  public let total: Percentiles?
  /// From the call to the head of the answer; `nil` before the first answer.
  public let head: Percentiles?
  /// The attempts beyond each request's first.
  public let retries: Int
  /// The redirects that were followed.
  public let redirects: Int
  /// The requests that shared another one's answer.
  public let coalesced: Int
  /// How often each outcome of the cache occurred.
  public let cache: [CacheOutcome: Int]
  /// The exchanges on a connection that had been used before, as far as the transport says so.
  public let reusedConnections: Int
  /// The bytes of contents that were sent.
  public let bytesSent: Int
  /// The bytes of contents that were received.
  public let bytesReceived: Int

  /// The part of the requests that succeeded, 0 to 1; `nil` before the first one.
  public var successRate: Double? { requests == 0 ? nil : Double(successes) / Double(requests) }
}
