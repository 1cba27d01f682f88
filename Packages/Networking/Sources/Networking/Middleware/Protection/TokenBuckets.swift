import Foundation

/// The buckets of all origins, and who waits at them.
///
/// `@unchecked Sendable`: `buckets`, and all that is in them, is guarded by `lock`.
final class TokenBuckets: @unchecked Sendable {
  /// A task that waits for its token.
  ///
  /// `@unchecked Sendable`: all variables are guarded by the lock of the buckets.
  private final class Waiter: @unchecked Sendable {
    var continuation: CheckedContinuation<Bool, Never>?
    var number: Int?
    var isCancelled = false
  }

  private final class Bucket {
    var tokens: Double
    var filledAt: Duration
    /// By their number in the order of arrival, which is `head` or later; those who have left are missing.
    var waiters: [Int: Waiter] = [:]
    var head = 0
    var tail = 0
    var isServed = false

    init(tokens: Double, filledAt: Duration) {
      self.tokens = tokens
      self.filledAt = filledAt
    }
  }

  private let rate: Double
  private let burst: Double
  private let time: TimeSource
  private let lock = Lock()
  private var buckets: [Origin: Bucket] = [:]

  init(rate: Double, burst: Double, time: TimeSource) {
    self.rate = rate
    self.burst = burst
    self.time = time
  }

  /// Takes a token at once; `false` where there is none, or others wait for it.
  func takeToken(for origin: Origin) -> Bool {
    lock.withLock {
      let bucket = filledBucket(origin)
      guard bucket.waiters.isEmpty, bucket.tokens >= Self.one else { return false }
      bucket.tokens -= 1
      return true
    }
  }

  /// How long the next one to come would wait.
  func expectedWait(for origin: Origin) -> Duration {
    lock.withLock {
      let bucket = filledBucket(origin)
      return .seconds(max(0, Double(bucket.waiters.count + 1) - bucket.tokens) / rate)
    }
  }

  /// Waits for a token in the order of arrival.
  ///
  /// - Throws: ``NetworkError/cancelled``.
  func waitForToken(for origin: Origin) async throws(NetworkError) {
    let waiter = Waiter()
    let isGranted = await withTaskCancellationHandler {
      await withCheckedContinuation { enqueue(waiter, $0, at: origin) }
    } onCancel: {
      leave(waiter, origin)
    }
    guard isGranted else { throw .cancelled }
  }

  private func enqueue(_ waiter: Waiter, _ continuation: CheckedContinuation<Bool, Never>, at origin: Origin) {
    let (isTooLate, isFirst) = lock.withLock { () -> (Bool, Bool) in
      guard !waiter.isCancelled else { return (true, false) }
      let bucket = filledBucket(origin)
      waiter.continuation = continuation
      waiter.number = bucket.tail
      bucket.waiters[bucket.tail] = waiter
      bucket.tail += 1
      defer { bucket.isServed = true }
      return (false, !bucket.isServed)
    }
    if isTooLate { continuation.resume(returning: false) }
    if isFirst { Task { await serve(origin) } }
  }

  private func leave(_ waiter: Waiter, _ origin: Origin) {
    let continuation = lock.withLock { () -> CheckedContinuation<Bool, Never>? in
      waiter.isCancelled = true
      guard let number = waiter.number else { return nil }
      return buckets[origin]?.waiters.removeValue(forKey: number)?.continuation
    }
    continuation?.resume(returning: false)
  }

  /// Hands out tokens as they come, until nobody waits any more.
  private func serve(_ origin: Origin) async {
    while let wait = grant(origin) {
      // Nobody cancels this task; it ends by itself with the last waiter.
      try? await time.sleep(for: wait)
    }
  }

  /// Gives tokens to those who are due.
  ///
  /// - Returns: How long until the next token, or `nil` where nobody waits.
  private func grant(_ origin: Origin) -> Duration? {
    let (granted, wait) = lock.withLock { () -> ([Waiter], Duration?) in
      let bucket = filledBucket(origin)
      var granted: [Waiter] = []
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
    // Out of the queue, a waiter's continuation is touched by nobody else.
    for waiter in granted { waiter.continuation?.resume(returning: true) }
    return wait
  }

  private func filledBucket(_ origin: Origin) -> Bucket {
    let now = time.now
    guard let bucket = buckets[origin] else {
      if buckets.count >= Self.rememberedOrigins { forgetFullBuckets(now) }
      let bucket = Bucket(tokens: burst, filledAt: now)
      buckets[origin] = bucket
      return bucket
    }
    bucket.tokens = min(burst, bucket.tokens + (now - bucket.filledAt).seconds * rate)
    bucket.filledAt = now
    return bucket
  }

  private func forgetFullBuckets(_ now: Duration) {
    buckets = buckets.filter { _, bucket in
      bucket.isServed || bucket.tokens + (now - bucket.filledAt).seconds * rate < burst
    }
  }

  /// A whole token, rounding errors of the clock allowed for.
  private static let one = 1 - 1e-6
  /// How many origins are kept before those with full buckets, which say nothing, are dropped.
  private static let rememberedOrigins = 1000
}
