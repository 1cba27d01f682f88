import NetworkingFoundation

/// Middleware that measures each request and aggregates the results.
///
/// A request is counted once its response body has been read to the end or abandoned. Inner middleware and the
/// transport report attempts, redirects, waits, cache use and connections through the message contexts.
///
/// Place it outermost, next to ``RequestLogger``, to measure the time that callers wait. All copies share their totals.
public struct MetricsCollector: Middleware {
  private let time: TimeSource
  private let totals = MetricsTotals()
  private let report: (@Sendable (RequestMetrics) -> Void)?

  /// Creates a collector; `report` receives the metrics of each finished request and must not block.
  public init(clock: any Clock<Duration> = ContinuousClock(), report: (@Sendable (RequestMetrics) -> Void)? = nil) {
    time = TimeSource(clock)
    self.report = report
  }

  /// The current totals.
  public var snapshot: MetricsSnapshot { totals.snapshot }

  package func reset() { totals.reset() }

  /// Forwards and measures the request.
  public func intercept(_ request: HTTPRequest, next: any Transport) async throws(NetworkError) -> HTTPResponse {
    var request = request
    let trace = request.context[RequestTrace.self] ?? RequestTrace()
    request.context[RequestTrace.self] = trace
    let start = time.now
    do {
      var response = try await next.send(request)
      let measurement = Measurement(request, trace, response, start: start, head: time.now - start)
      if let bytes = response.body.bytes {
        count(measurement.metrics(at: time.now, bytes: bytes.count, .complete))
        return response
      }
      let bytes = Counter()
      response.body = response.body.observed(
        onChunk: { bytes.add($0) },
        onEnd: { end in count(measurement.metrics(at: time.now, bytes: bytes.value, end)) }
      )
      return response
    } catch {
      let measurement = Measurement(request, trace, nil, start: start, head: nil)
      count(measurement.metrics(at: time.now, bytes: 0, .failed(error)))
      throw error
    }
  }

  private func count(_ metrics: RequestMetrics) {
    totals.add(metrics)
    report?(metrics)
  }
}

private struct Measurement: Sendable {
  private let id: RequestID?
  private let method: HTTPMethod
  private let origin: Origin?
  private let bytesSent: Int
  private let trace: RequestTrace
  private let status: HTTPStatus?
  private let context: MessageContext
  private let start: Duration
  private let head: Duration?

  init(_ request: HTTPRequest, _ trace: RequestTrace, _ response: HTTPResponse?, start: Duration, head: Duration?) {
    id = request.context[RequestID.self]
    method = request.method
    origin = request.origin
    bytesSent = request.body?.length ?? 0
    self.trace = trace
    status = response?.status
    context = response?.context ?? MessageContext()
    self.start = start
    self.head = head
  }

  func metrics(at end: Duration, bytes: Int, _ ending: BodyEnding) -> RequestMetrics {
    let facts = trace.facts
    let result: Result<HTTPStatus, NetworkError> =
      switch (ending, status) {
      case (.failed(let error), _): .failure(error)
      case (_, let status?): .success(status)
      case (_, nil): .failure(.cancelled)
      }
    var isAbandoned = false
    if case .abandoned = ending { isAbandoned = true }
    return RequestMetrics(
      id: id,
      method: method,
      origin: origin,
      result: result,
      total: end - start,
      head: head,
      queueTime: facts.queueTime,
      bytesSent: bytesSent,
      bytesReceived: bytes,
      isAbandoned: isAbandoned,
      attempts: facts.attempts,
      redirects: facts.redirects,
      isCoalesced: context[IsCoalesced.self],
      cache: context[CacheStatus.self].map(CacheOutcome.init),
      transport: context[TransportMetrics.self]
    )
  }
}

private final class MetricsTotals: Sendable {
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

  private let sums = Locked(Sums())

  func add(_ metrics: RequestMetrics) {
    sums.withLock { sums in
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

  func reset() { sums.withLock { $0 = Sums() } }

  var snapshot: MetricsSnapshot {
    let sums = sums.withLock { $0 }
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

/// A constant-memory histogram for durations from 1 µs to days, accurate to about 6 % (16 buckets per power of two).
struct DurationHistogram: Sendable {
  private static let parts = 16
  private static let powers = 40
  private var counts = [UInt64](repeating: 0, count: parts * powers)
  private(set) var count: UInt64 = 0
  private(set) var maximum = Duration.zero

  mutating func record(_ duration: Duration) {
    counts[Self.index(of: duration)] += 1
    count += 1
    maximum = max(maximum, duration)
  }

  /// Returns a percentile (0 to 1); `nil` if the histogram is empty.
  func percentile(_ part: Double) -> Duration? {
    guard count > 0 else { return nil }
    let wanted = UInt64((Double(count) * min(max(part, 0), 1)).rounded(.up))
    var seen: UInt64 = 0
    for (index, number) in counts.enumerated() {
      seen += number
      if seen >= max(wanted, 1) { return min(Self.upperEnd(of: index), maximum) }
    }
    return maximum
  }

  private static func index(of duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    let microseconds = max(0, seconds) * 1_000_000 + max(0, attoseconds) / 1_000_000_000_000
    guard microseconds >= Int64(parts) else { return Int(microseconds) }
    // The highest bit selects the power of two; the next four bits select the part.
    let power = 63 - microseconds.leadingZeroBitCount
    let part = Int(microseconds >> (power - 4)) & (parts - 1)
    return min((power - 3) * parts + part, parts * powers - 1)
  }

  private static func upperEnd(of index: Int) -> Duration {
    guard index >= parts else { return .microseconds(index + 1) }
    let shift = index / parts - 1
    return .microseconds(Int64(parts + index % parts + 1) << Int64(shift))
  }
}
