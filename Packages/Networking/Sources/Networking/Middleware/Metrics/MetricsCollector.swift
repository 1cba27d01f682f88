import Foundation

/// Measures every request, and adds up over all of them.
///
/// A request is counted when the body of its answer was read to the end or given up. What inner middleware and the transport did
/// (attempts, redirects, waiting, cache, connection) is taken from the contexts.
///
/// In the chain it belongs at the very outside, next to ``RequestLogger``, to measure what callers wait for. All copies add to the same sums.
public struct MetricsCollector: Middleware {
  private let time: TimeSource
  private let totals = MetricsTotals()
  private let report: (@Sendable (RequestMetrics) -> Void)?

  /// Makes a collector.
  ///
  /// - Parameters:
  ///   - clock: What durations are measured with.
  ///   - report: Called for each request that comes to its end; it must not block.
  public init(
    clock: any Clock<Duration> = ContinuousClock(),
    report: (@Sendable (RequestMetrics) -> Void)? = nil
  ) {
    time = TimeSource(clock)
    self.report = report
  }

  /// The sums so far.
  public var snapshot: MetricsSnapshot { totals.snapshot }

  /// Starts the sums anew.
  public func reset() { totals.reset() }

  /// Sends the request on and measures it.
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
      let bytes = ByteCount()
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

/// How many bytes of a body were read.
///
/// `@unchecked Sendable`: `count` is guarded by `lock`.
private final class ByteCount: @unchecked Sendable {
  private let lock = Lock()
  private var count = 0

  var value: Int { lock.withLock { count } }

  func add(_ bytes: Int) { lock.withLock { count += bytes } }
}

/// One request that is being measured.
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
