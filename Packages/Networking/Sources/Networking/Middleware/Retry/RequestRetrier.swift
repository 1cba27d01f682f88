public import Foundation

/// Sends a request again when it failed in a way that may pass.
///
/// Only requests that mean the same when they arrive twice are repeated: those with an idempotent method, and those that carry an
/// ``IdempotencyKey`` (or an `Idempotency-Key` field). The wait grows with each attempt, at random (``RetryPolicy``); `Retry-After` is
/// heeded; a ``RetryBudget`` bounds the retries of all requests together; ``Timeouts/total`` spans all attempts. A request whose body can be
/// read once only (``RequestBody/isReplayable``) is never repeated. When attempts run out, the last answer or failure is the result, and the answer's
/// context has the ``AttemptCount``.
///
/// In the chain it belongs inside ``Authenticator`` and outside ``CircuitBreaker``, ``RateLimiter`` and ``RequestScheduler``: a request that
/// waits for its next attempt holds no slot.
public struct RequestRetrier: Middleware {
  /// When and how.
  public let policy: RetryPolicy

  private let budget: RetryBudget
  private let time: TimeSource
  private let date: @Sendable () -> Date
  private let random: @Sendable () -> Double

  /// Makes a retrier.
  ///
  /// - Parameters:
  ///   - policy: When and how.
  ///   - budget: What bounds all retries together; one of its own when left out.
  ///   - clock: What waits are measured with.
  ///   - date: The time of day, for a `Retry-After` that is a date.
  ///   - random: A number from 0 to 1 for the jitter.
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

  /// Sends the request until it succeeds or may not be sent again.
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
        guard let wait = wait(after: response, attempt: attempt, deadline) else {
          if attempt > 1 { response.context[AttemptCount.self] = attempt }
          return response
        }
        // The failed answer goes away here, and with it the connection that it may hold.
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

  private func wait(after response: HTTPResponse, attempt: Int, _ deadline: RequestDeadline) -> Duration? {
    guard policy.statuses.contains(response.status.code) else { return nil }
    let asked = response.headers.retryAfter(now: date())
    if let asked, asked > policy.maximumRetryAfter { return nil }
    return allowed(atLeast: asked ?? .zero, attempt: attempt, deadline)
  }

  private func wait(after error: NetworkError, attempt: Int, _ deadline: RequestDeadline) -> Duration? {
    switch error {
    // Another attempt would meet the same limit, the same open circuit, or wait in the same queue.
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
