/// Middleware that limits the rate of requests to each origin by delaying requests.
///
/// Each origin has a token bucket: a burst of requests passes immediately, and later requests wait for tokens in order.
/// Cancelling the task ends the wait. A request whose wait would exceed ``Timeouts/total`` fails immediately.
///
/// Place it inside ``RequestRetrier``, so that retries count, and outside ``RequestScheduler``, so that waiting
/// requests don't hold a slot. The standard stack has no rate limiter. All copies share their buckets.
public struct RateLimiter: Middleware {
  private let buckets: TokenBuckets
  private let time: TimeSource

  /// Creates a rate limiter with full buckets.
  ///
  /// - Parameters:
  ///   - rate: The number of requests per second to each origin; must be positive.
  ///   - burst: The maximum number of requests that pass immediately after a pause; at least 1.
  ///   - clock: The clock for measuring the rate.
  public init(rate: Double, burst: Int, clock: any Clock<Duration> = ContinuousClock()) {
    precondition(
      rate > 0 && rate.isFinite && burst > 0,
      "a rate limiter needs a positive, finite rate and a burst of at least 1"
    )
    time = TimeSource(clock)
    buckets = TokenBuckets(rate: rate, burst: Double(burst), time: time)
  }

  /// Creates a rate limiter for a number of requests per interval, such as 30 per minute.
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
    /// The waiting tasks by arrival number, starting at `head`; tasks that stopped waiting leave gaps in the numbers.
    var waiters: [Int: Continuation] = [:]
    /// The waiters that were cancelled before they started to wait.
    var cancelled: Set<Int> = []
    var head = 0
    var tail = 0
    /// The number of tasks that have received an arrival number and haven't left yet.
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

  /// Takes a token; returns `false` if no token is available or other tasks are waiting.
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

  /// Waits for a token in order of arrival; throws ``NetworkError/cancelled`` if the task is cancelled.
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
      // A task with an earlier number may start to wait after tasks with later numbers.
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

  /// Grants tokens as they become available, until no task is waiting.
  private func serve(_ origin: Origin) async {
    while let wait = grant(origin) {
      // This task is never cancelled; it ends when no waiter is left.
      try? await time.sleep(for: wait)
    }
  }

  /// Grants the available tokens, and returns the time until the next one; `nil` if no task is waiting.
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

  /// Accesses a bucket after adding the accrued tokens.
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

  /// One token, minus an allowance for rounding errors.
  private static let one = 1 - 1e-6
  /// The number of origins above which full buckets are dropped.
  private static let rememberedOrigins = 1000
}
