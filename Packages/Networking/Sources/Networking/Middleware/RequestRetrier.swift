public import NetworkingFoundation

/// Middleware that retries requests after temporary failures.
///
/// A request is retried only if its method is idempotent or it has an ``IdempotencyKey`` (or an `Idempotency-Key`
/// field), and never if its body can be read only once (``RequestBody/isReplayable``).
///
/// Two kinds of 5xx responses without `Retry-After` aren't retried. After a response with `Last-Modified` or `max-age`
/// above 0, a retry would get the same response. If a PUT or DELETE request without an idempotency key gets a status
/// other than 503, the request may already have taken effect.
///
/// The delay grows exponentially with random jitter (``RetryPolicy``) and respects `Retry-After`. A ``RetryBudget``
/// limits retries across all requests, and ``Timeouts/total`` covers all attempts. The caller receives the last
/// attempt's response or error.
///
/// Place it inside ``Authenticator`` and outside ``CircuitBreaker``, ``RateLimiter`` and ``RequestScheduler``, so that
/// a request doesn't hold a slot while it waits for its next attempt.
public struct RequestRetrier: Middleware {
  private let policy: RetryPolicy

  private let budget: RetryBudget
  private let time: TimeSource
  private let date: @Sendable () -> Date
  private let random: @Sendable () -> Double

  /// Creates a retrier.
  ///
  /// - Parameters:
  ///   - policy: The conditions and delays for retries.
  ///   - budget: The retry budget for all requests together; by default, each retrier has its own budget.
  ///   - clock: The clock for delays.
  ///   - date: A closure that returns the current time, for `Retry-After` fields that contain a date.
  ///   - random: A closure that returns a number from 0 to 1 for the jitter.
  public init(
    policy: RetryPolicy = RetryPolicy(),
    budget: RetryBudget? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    date: @escaping @Sendable () -> Date = { Date() },
    random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
  ) {
    self.policy = policy
    self.budget = budget ?? RetryBudget(clock: clock)
    time = TimeSource(clock)
    self.date = date
    self.random = random
  }

  /// Sends the request until it succeeds or can't be retried.
  public func intercept(_ request: HTTPRequest, next: any Transport) async throws(NetworkError) -> HTTPResponse {
    var request = request
    if let key = request.context[IdempotencyKey.self], !request.headers.contains(.idempotencyKey) {
      guard request.headers.append(.idempotencyKey, key.rawValue) else {
        throw .invalidRequest(reason: "the idempotency key contains a line break or NUL")
      }
    }
    guard isRepeatable(request) else { return try await next.send(request) }
    let deadline = RequestDeadline(request, time: time)
    budget.deposit()
    var attempt = 1
    while true {
      let delay: Duration
      do {
        var response = try await next.send(request)
        guard let wait = wait(after: response, to: request, attempt: attempt, deadline) else {
          if attempt > 1 { response.context[AttemptCount.self] = attempt }
          return response
        }
        // The failed response is released here, which frees its connection.
        delay = wait
      } catch {
        guard let wait = wait(after: error, attempt: attempt, deadline) else { throw deadline.restored(error) }
        delay = wait
      }
      try await time.sleep(for: delay)
      try deadline.restrict(&request)
      attempt += 1
      request.context[AttemptCount.self] = attempt
      request.context[RequestTrace.self]?.update { $0.attempts = attempt }
    }
  }

  private func isRepeatable(_ request: HTTPRequest) -> Bool {
    policy.maximumAttempts > 1 && request.isReplayable
      && (request.method.isIdempotent || request.headers.contains(.idempotencyKey))
  }

  private func wait(
    after response: HTTPResponse,
    to request: HTTPRequest,
    attempt: Int,
    _ deadline: RequestDeadline
  ) -> Duration? {
    guard policy.statuses.contains(response.status.code) else { return nil }
    let asked = response.headers.retryAfter(now: date())
    if let asked, asked > policy.maximumRetryAfter { return nil }
    if asked == nil, response.isFinal(for: request) { return nil }
    return allowed(atLeast: asked ?? .zero, attempt: attempt, deadline)
  }

  private func wait(after error: NetworkError, attempt: Int, _ deadline: RequestDeadline) -> Duration? {
    switch error {
    // Another attempt would run into the same limit, the same open circuit or the same queue.
    case .timedOut(.total, _, _), .timedOut(.queue, _, _), .circuitOpen: return nil
    default: return error.isRetryable ? allowed(atLeast: .zero, attempt: attempt, deadline) : nil
    }
  }

  private func allowed(atLeast minimum: Duration, attempt: Int, _ deadline: RequestDeadline) -> Duration? {
    guard attempt < policy.maximumAttempts else { return nil }
    let wait = max(minimum, policy.backoff(after: attempt, random: random()))
    guard deadline.allows(wait), budget.withdraw() else { return nil }
    return wait
  }
}

extension HTTPResponse {
  /// Whether a retry after this error response, which has no `Retry-After`, would be useless or unsafe.
  fileprivate func isFinal(for request: HTTPRequest) -> Bool {
    guard status.isServerError else { return false }
    let isPublished =
      headers.contains(CachingField.lastModified) || ResponseDirectives(headers).maxAge.map { $0 > 0 } ?? false
    let mayHaveTakenEffect =
      !request.method.isSafe && !request.headers.contains(.idempotencyKey) && status != .serviceUnavailable
    return isPublished || mayHaveTakenEffect
  }
}

/// The conditions and delays for retries.
public struct RetryPolicy: Sendable {
  package var maximumAttempts: Int
  package var baseDelay: Duration
  package var maximumDelay: Duration
  package var maximumRetryAfter: Duration
  package var statuses: Set<Int>

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - maximumAttempts: The maximum number of attempts, including the first; 1 disables retries.
  ///   - baseDelay: The upper bound of the first delay, which doubles with each attempt.
  ///   - maximumDelay: The upper bound of all delays.
  ///   - maximumRetryAfter: The maximum delay in `Retry-After`; requests with a longer delay aren't retried.
  ///   - statuses: The response statuses that are retried.
  public init(
    maximumAttempts: Int = 3,
    baseDelay: Duration = .milliseconds(250),
    maximumDelay: Duration = .seconds(20),
    maximumRetryAfter: Duration = .seconds(60),
    statuses: Set<Int> = [408, 429, 500, 502, 503, 504]
  ) {
    self.maximumAttempts = maximumAttempts
    self.baseDelay = baseDelay
    self.maximumDelay = maximumDelay
    self.maximumRetryAfter = maximumRetryAfter
    self.statuses = statuses
  }

  /// Returns an exponential delay with full jitter, so that clients that failed together don't retry together.
  func backoff(after attempt: Int, random: Double) -> Duration {
    let doublings = min(max(attempt - 1, 0), 30)
    let ceiling = min(baseDelay * (1 << doublings), maximumDelay)
    return .seconds(ceiling.seconds * min(max(random, 0), 1))
  }
}

extension HTTPFields {
  /// Returns the delay in `Retry-After`, given in seconds or as a date (RFC 9110, section 10.2.3).
  ///
  /// A date is compared with the response's `Date`, so a wrong local clock doesn't matter; without a `Date`, it is
  /// compared with `now`. For a past date, the delay is zero. Returns `nil` if the field is missing or malformed.
  public func retryAfter(now: Date) -> Duration? {
    guard let value = self[values: .retryAfter].first, !value.isEmpty else { return nil }
    // A hundred years, in seconds: longer than any limit, and far from overflow.
    let longest = 3_155_760_000
    if value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return .seconds(Swift.min(Int(value) ?? Int.max, longest))
    }
    guard let date = HTTPDate.parse(value, now: now) else { return nil }
    let start = self[values: "Date"].first.flatMap { HTTPDate.parse($0, now: now) } ?? now
    return .milliseconds(Int64(Swift.min(Swift.max(0, date.timeIntervalSince(start)), TimeInterval(longest)) * 1000))
  }
}
