import Foundation

/// The sums over all requests.
///
/// `@unchecked Sendable`: all variables are guarded by `lock`.
final class MetricsTotals: @unchecked Sendable {
  private struct Sums {
    var requests = 0
    var successes = 0
    var failures: [String: Int] = [:]
    var total = DurationHistogram()
    var head = DurationHistogram()
    var retries = 0
    var redirects = 0
    var coalesced = 0
    var cache: [CacheOutcome: Int] = [:]
    var reusedConnections = 0
    var bytesSent = 0
    var bytesReceived = 0
  }

  private let lock = Lock()
  private var sums = Sums()

  func add(_ metrics: RequestMetrics) {
    lock.withLock {
      sums.requests += 1
      if let kind = metrics.failureKind { sums.failures[kind, default: 0] += 1 } else { sums.successes += 1 }
      sums.total.record(metrics.total)
      if let head = metrics.head { sums.head.record(head) }
      sums.retries += metrics.attempts - 1
      sums.redirects += metrics.redirects
      if metrics.isCoalesced { sums.coalesced += 1 }
      if let outcome = metrics.cache { sums.cache[outcome, default: 0] += 1 }
      if metrics.transport?.isConnectionReused == true { sums.reusedConnections += 1 }
      sums.bytesSent += metrics.bytesSent
      sums.bytesReceived += metrics.bytesReceived
    }
  }

  func reset() { lock.withLock { sums = Sums() } }

  var snapshot: MetricsSnapshot {
    let sums = lock.withLock { self.sums }
    return MetricsSnapshot(
      requests: sums.requests,
      successes: sums.successes,
      failures: sums.failures,
      total: MetricsSnapshot.Percentiles(sums.total),
      head: MetricsSnapshot.Percentiles(sums.head),
      retries: sums.retries,
      redirects: sums.redirects,
      coalesced: sums.coalesced,
      cache: sums.cache,
      reusedConnections: sums.reusedConnections,
      bytesSent: sums.bytesSent,
      bytesReceived: sums.bytesReceived
    )
  }
}
