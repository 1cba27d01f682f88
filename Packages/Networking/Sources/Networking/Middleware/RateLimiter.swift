/// Limits the rate of requests to a host by delaying them.
///
/// Each origin has a token bucket: a burst of requests passes immediately, then one request for each token of the rate. Requests wait in order of
/// arrival, and cancelling the task ends the wait. A request whose wait would exceed ``Timeouts/total`` fails immediately.
///
/// Place it inside ``RequestRetrier``, so that retries count, and outside ``RequestScheduler``, so that waiting holds no slot. The standard stack has
/// none. All copies share their buckets.
public struct RateLimiter: Middleware {
  private let buckets: TokenBuckets
  private let time: TimeSource

  /// Creates a limiter with full buckets.
  ///
  /// - Parameters:
  ///   - rate: The requests per second to one origin; more than 0.
  ///   - burst: The maximum number of immediate requests after a pause; at least 1.
  ///   - clock: The clock for the rate.
  public init(rate: Double, burst: Int, clock: any Clock<Duration> = ContinuousClock()) {
    precondition(rate > 0 && rate.isFinite && burst > 0, "a limiter with no rate or burst would send nothing")
    time = TimeSource(clock)
    buckets = TokenBuckets(rate: rate, burst: Double(burst), time: time)
  }

  /// Creates a limiter for a number of requests per interval, such as 30 per minute.
  public init(_ count: Int, per interval: Duration, burst: Int = 1, clock: any Clock<Duration> = ContinuousClock()) {
    self.init(rate: Double(count) / interval.seconds, burst: burst, clock: clock)
  }

  /// Sends the request once it has a token.
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

private final class TokenBuckets: Sendable {
  private typealias Continuation = CheckedContinuation<Bool, Never>

  private struct Bucket {
    var tokens: Double
    var filledAt: Duration
    /// The waiting tasks by their number in the order of arrival, from `head` on; tasks that have left are missing.
    var waiters: [Int: Continuation] = [:]
    /// The waiters that were cancelled before they began to wait.
    var cancelled: Set<Int> = []
    var head = 0
    var tail = 0
    /// The number of tasks between taking a number and leaving.
    var callers = 0
    var isServed = false
  }

  private let rate: Double
  private let burst: Double
  private let time: TimeSource
  private let buckets = Locked<[Origin: Bucket]>([:])

  init(rate: Double, burst: Double, time: TimeSource) {
    self.rate = rate
    self.burst = burst
    self.time = time
  }

  /// Takes a token; `false` without a token, or if other tasks wait for it.
  func takeToken(for origin: Origin) -> Bool {
    withBucket(of: origin) { bucket in
      guard bucket.waiters.isEmpty, bucket.tokens >= Self.one else { return false }
      bucket.tokens -= 1
      return true
    }
  }

  func expectedWait(for origin: Origin) -> Duration {
    withBucket(of: origin) { .seconds(max(0, Double($0.waiters.count + 1) - $0.tokens) / rate) }
  }

  /// Waits for a token in the order of arrival.
  ///
  /// - Throws: ``NetworkError/cancelled``.
  func waitForToken(for origin: Origin) async throws(NetworkError) {
    let number = withBucket(of: origin) { bucket -> Int in
      bucket.callers += 1
      defer { bucket.tail += 1 }
      return bucket.tail
    }
    defer { withBucket(of: origin) { $0.callers -= 1 } }
    let isGranted = await withTaskCancellationHandler {
      await withCheckedContinuation { enqueue(number, $0, at: origin) }
    } onCancel: {
      leave(number, origin)
    }
    guard isGranted else { throw .cancelled }
  }

  private func enqueue(_ number: Int, _ continuation: Continuation, at origin: Origin) {
    let (isTooLate, isFirst) = withBucket(of: origin) { bucket -> (Bool, Bool) in
      guard bucket.cancelled.remove(number) == nil else { return (true, false) }
      bucket.waiters[number] = continuation
      // A task with an earlier number may begin to wait after the following ones.
      bucket.head = min(bucket.head, number)
      defer { bucket.isServed = true }
      return (false, !bucket.isServed)
    }
    if isTooLate { continuation.resume(returning: false) }
    if isFirst { Task { await serve(origin) } }
  }

  private func leave(_ number: Int, _ origin: Origin) {
    let continuation = withBucket(of: origin) { bucket -> Continuation? in
      let continuation = bucket.waiters.removeValue(forKey: number)
      if continuation == nil { bucket.cancelled.insert(number) }
      return continuation
    }
    continuation?.resume(returning: false)
  }

  /// Grants tokens as they arrive, until no task waits any more.
  private func serve(_ origin: Origin) async {
    while let wait = grant(origin) {
      // This task is never cancelled; it ends with the last waiter.
      try? await time.sleep(for: wait)
    }
  }

  /// Grants the available tokens.
  ///
  /// - Returns: The time until the next token; `nil` if no task waits.
  private func grant(_ origin: Origin) -> Duration? {
    let (granted, wait) = withBucket(of: origin) { bucket -> ([Continuation], Duration?) in
      var granted: [Continuation] = []
      while !bucket.waiters.isEmpty, bucket.tokens >= Self.one {
        if let waiter = bucket.waiters.removeValue(forKey: bucket.head) {
          bucket.tokens -= 1
          granted.append(waiter)
        }
        bucket.head += 1
      }
      bucket.isServed = !bucket.waiters.isEmpty
      return (granted, bucket.isServed ? .seconds(max(0, 1 - bucket.tokens) / rate) : nil)
    }
    for waiter in granted { waiter.resume(returning: true) }
    return wait
  }

  /// Accesses the bucket of an origin, filled up to now.
  private func withBucket<Result: Sendable>(of origin: Origin, _ body: (inout Bucket) -> Result) -> Result {
    let now = time.now
    return buckets.withLock { buckets in
      if buckets[origin] == nil, buckets.count >= Self.rememberedOrigins { forgetFullBuckets(&buckets, now) }
      return fill(&buckets[origin, default: Bucket(tokens: burst, filledAt: now)], now, body)
    }
  }

  private func fill<Result>(_ bucket: inout Bucket, _ now: Duration, _ body: (inout Bucket) -> Result) -> Result {
    bucket.tokens = min(burst, bucket.tokens + (now - bucket.filledAt).seconds * rate)
    bucket.filledAt = now
    return body(&bucket)
  }

  private func forgetFullBuckets(_ buckets: inout [Origin: Bucket], _ now: Duration) {
    buckets = buckets.filter { _, bucket in
      bucket.isServed || bucket.callers > 0 || bucket.tokens + (now - bucket.filledAt).seconds * rate < burst
    }
  }

  /// A whole token, with an allowance for rounding errors of the clock.
  private static let one = 1 - 1e-6
  /// The number of origins beyond which full buckets are dropped.
  private static let rememberedOrigins = 1000
}
