/// When a failed request is sent again, and how long to wait before.
public struct RetryPolicy: Sendable {
  /// The most attempts, the first one included; 1 retries nothing.
  public var maximumAttempts = 3
  /// The upper end of the first wait; it doubles with each attempt.
  public var baseDelay: Duration = .milliseconds(250)
  /// The longest wait that backing off comes to.
  public var maximumDelay: Duration = .seconds(20)
  /// The longest wait that a service may ask for with `Retry-After`; if it asks for more, its answer is taken as it is.
  public var maximumRetryAfter: Duration = .seconds(60)
  /// The statuses after which a request is sent again: the ones that say "not now".
  public var statuses: Set<Int> = [408, 429, 500, 502, 503, 504]

  /// Makes the default policy.
  public init() {}

  /// No retry.
  public static var never: RetryPolicy {
    var policy = RetryPolicy()
    policy.maximumAttempts = 1
    return policy
  }

  /// The wait after an attempt: exponential backoff with full jitter, so that clients that failed together don't come back together.
  ///
  /// - Parameters:
  ///   - attempt: The number of the attempt that failed, from 1.
  ///   - random: A number from 0 to 1.
  /// - Returns: The wait.
  func backoff(after attempt: Int, random: Double) -> Duration {
    let doublings = min(max(attempt - 1, 0), 30)
    let ceiling = min(baseDelay * (1 << doublings), maximumDelay)
    return .seconds(ceiling.seconds * min(max(random, 0), 1))
  }
}
