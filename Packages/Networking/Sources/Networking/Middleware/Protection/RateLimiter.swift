/// Sends no more requests to a host than a rate allows, by letting them wait their turn.
///
/// A token bucket per origin: ``burst`` requests go out at once, then one for each token that the rate brings. Requests wait in the order in
/// which they came; cancelling the task gives up the place. A wait that would outlast ``Timeouts/total`` fails at once, since the answer could
/// not come in time.
///
/// In the chain it belongs inside ``RequestRetrier``, so that retries count, and outside ``RequestScheduler``, so that waiting holds no slot. It is in no
/// default chain. All copies share their buckets.
public struct RateLimiter: Middleware {
  /// The requests per second.
  public let rate: Double
  /// The most requests at once after a pause.
  public let burst: Int

  private let buckets: TokenBuckets
  private let time: TimeSource

  /// Makes a limiter with full buckets.
  ///
  /// - Parameters:
  ///   - rate: The requests per second to one origin; more than 0.
  ///   - burst: The most requests at once after a pause; at least 1.
  ///   - clock: What that is measured with.
  public init(rate: Double, burst: Int, clock: any Clock<Duration> = ContinuousClock()) {
    precondition(rate > 0 && rate.isFinite && burst > 0, "a limiter with no rate or burst would send nothing")
    self.rate = rate
    self.burst = burst
    time = TimeSource(clock)
    buckets = TokenBuckets(rate: rate, burst: Double(burst), time: time)
  }

  /// Makes a limiter for so many requests in each interval, such as 30 a minute.
  public init(
    _ count: Int,
    per interval: Duration,
    burst: Int = 1,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(rate: Double(count) / interval.seconds, burst: burst, clock: clock)
  }

  /// Sends the request when it is its turn.
  public func intercept(_ request: HTTPRequest, next: any Transport) async throws(NetworkError) -> HTTPResponse {
    guard let origin = request.origin else { return try await next.send(request) }
    guard !Task.isCancelled else { throw .cancelled }
    if buckets.takeToken(for: origin) { return try await next.send(request) }
    let deadline = RequestDeadline(request, time: time)
    var request = request
    do throws(NetworkError) {
      guard deadline.allows(buckets.expectedWait(for: origin)) else { throw deadline.expired }
      try await buckets.waitForToken(for: origin)
      try deadline.restrict(&request)
    } catch {
      request.context[RequestTrace.self]?.update { $0.endedUnsent = true }
      throw error
    }
    do {
      return try await next.send(request)
    } catch {
      throw deadline.restored(error)
    }
  }
}
