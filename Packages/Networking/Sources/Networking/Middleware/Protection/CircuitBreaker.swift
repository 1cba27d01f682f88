/// Leaves a service alone for a while when most requests to it fail, so that callers fail at once and the service can recover.
///
/// Per origin: *closed*, requests pass, and their failures are counted over a window; when enough of them failed, *open*, requests fail with
/// ``NetworkError/circuitOpen(origin:retryAfter:)`` without being sent; after a while *half-open*, a few go out as a trial, whose success closes it and
/// whose failure opens it again. No connection, a broken one, a timeout and the statuses of ``Policy/statuses`` are failures; what the caller
/// cancelled does not count, and neither does a request whose time was up before it was its turn in a ``RateLimiter`` or ``RequestScheduler``.
///
/// In the chain it belongs inside ``RequestRetrier``, which does not try again when it is open, and outside ``RequestScheduler``. It is in no
/// default chain. All copies share what they know.
public struct CircuitBreaker: Middleware {
  /// When a circuit opens.
  public struct Policy: Sendable {
    /// The part of the requests in the window that must fail, 0 to 1.
    public var failureRate = 0.5
    /// The fewest requests in the window that say anything.
    public var minimumRequests = 20
    /// How far back requests are counted.
    public var window: Duration = .seconds(10)
    /// How long an open circuit stays so.
    public var openDuration: Duration = .seconds(5)
    /// How many requests are let out at once as a trial, all of which must succeed.
    public var trialRequests = 1
    /// The statuses that are failures of the service.
    public var statuses: Set<Int> = [500, 502, 503, 504]

    /// Makes the default policy.
    public init() {}
  }

  /// What a circuit is doing.
  public enum State: Sendable, Hashable {
    /// Requests pass.
    case closed
    /// Requests fail at once.
    case open
    /// A few requests pass as a trial.
    case halfOpen
  }

  /// When a circuit opens.
  public let policy: Policy

  private let circuits: Circuits

  /// Makes a breaker with all circuits closed.
  ///
  /// - Parameters:
  ///   - policy: When a circuit opens.
  ///   - clock: What that is measured with.
  public init(policy: Policy = Policy(), clock: any Clock<Duration> = ContinuousClock()) {
    precondition(policy.trialRequests > 0 && policy.window > .zero, "a breaker needs a trial and a window")
    self.policy = policy
    circuits = Circuits(policy: policy, time: TimeSource(clock))
  }

  /// What the circuit of an origin is doing now.
  public func state(of origin: Origin) -> State { circuits.state(of: origin) }

  /// Sends the request, unless the circuit is open.
  public func intercept(_ request: HTTPRequest, next: any Transport) async throws(NetworkError) -> HTTPResponse {
    guard let origin = request.origin else { return try await next.send(request) }
    let pass = try circuits.enter(origin)
    var request = request
    if request.timeouts.total != nil, request.context[RequestTrace.self] == nil {
      request.context[RequestTrace.self] = RequestTrace()
    }
    do {
      let response = try await next.send(request)
      circuits.leave(pass, policy.statuses.contains(response.status.code) ? .failure : .success)
      return response
    } catch {
      circuits.leave(pass, Self.verdict(on: error, request))
      throw error
    }
  }

  private static func verdict(on error: NetworkError, _ request: HTTPRequest) -> Circuits.Verdict {
    switch error {
    // What waited for its turn until its time was up says nothing about the service.
    case .timedOut(.queue, _, _): .none
    case .timedOut(.total, _, _) where request.context[RequestTrace.self]?.takeEndedUnsent() ?? false: .none
    case .unreachable, .connectionLost, .timedOut, .protocolViolation: .failure
    default: .none
    }
  }
}
