/// Middleware that pauses requests to a failing service, so that callers fail fast and the service can recover.
///
/// Each origin has a circuit with three states:
///
/// - *Closed:* requests pass. If too many of the recent requests failed, the circuit opens.
/// - *Open:* requests fail immediately with ``NetworkError/circuitOpen(origin:retryAfter:)`` and aren't sent.
/// - *Half-open:* after a pause, a few trial requests pass. If all succeed, the circuit closes; otherwise it opens.
///
/// Connection errors, timeouts and the policy's statuses count as failures. Cancelled requests don't count, and neither
/// do requests that time out before a ``RateLimiter`` or ``RequestScheduler`` lets them through.
///
/// Place it inside ``RequestRetrier``, which doesn't retry while the circuit is open, and outside ``RequestScheduler``.
/// The standard stack has no circuit breaker. All copies share their circuits.
public struct CircuitBreaker: Middleware {
  /// The conditions under which a circuit opens and closes.
  public struct Policy: Sendable {
    package var failureRate: Double
    package var minimumRequests: Int
    package var window: Duration
    package var openDuration: Duration
    package var trialRequests: Int
    package var statuses: Set<Int>

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - failureRate: The share of failures in the window at which the circuit opens, 0 to 1.
    ///   - minimumRequests: The minimum number of requests in the window before the circuit can open.
    ///   - window: The length of the time window; must be positive.
    ///   - openDuration: The time that the circuit stays open.
    ///   - trialRequests: The number of concurrent trial requests, which must all succeed; at least 1.
    ///   - statuses: The response statuses that count as failures.
    public init(
      failureRate: Double = 0.5,
      minimumRequests: Int = 20,
      window: Duration = .seconds(10),
      openDuration: Duration = .seconds(5),
      trialRequests: Int = 1,
      statuses: Set<Int> = [500, 502, 503, 504]
    ) {
      self.failureRate = failureRate
      self.minimumRequests = minimumRequests
      self.window = window
      self.openDuration = openDuration
      self.trialRequests = trialRequests
      self.statuses = statuses
    }
  }

  package enum State: Sendable, Hashable {
    case closed, open, halfOpen
  }

  private let policy: Policy
  private let circuits: Circuits

  /// Creates a circuit breaker whose circuits are all closed; the clock measures the window and the pause.
  public init(policy: Policy = Policy(), clock: any Clock<Duration> = ContinuousClock()) {
    precondition(
      policy.trialRequests > 0 && policy.window > .zero,
      "a circuit breaker needs at least one trial request and a positive window"
    )
    self.policy = policy
    circuits = Circuits(policy: policy, time: TimeSource(clock))
  }

  package func state(of origin: Origin) -> State { circuits.state(of: origin) }

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
    // A request that was never sent reveals nothing about the service.
    case .timedOut(.queue, _, _): .none
    case .timedOut(.total, _, _) where request.context[RequestTrace.self]?.takeEndedUnsent() ?? false: .none
    case .unreachable, .connectionLost, .timedOut, .protocolViolation: .failure
    default: .none
    }
  }
}

private final class Circuits: Sendable {
  enum Verdict {
    case success
    case failure
    /// The request was cancelled or never sent.
    case none
  }

  struct Pass {
    fileprivate let origin: Origin
    fileprivate let phase: Int
  }

  private enum Phase {
    case closed
    case open(until: Duration)
    case halfOpen(underWay: Int, succeeded: Int)
  }

  private struct Counts {
    var total = 0
    var failures = 0
  }

  private struct Circuit {
    var phase = Phase.closed
    /// The number of phase changes, used to ignore late results from an earlier phase.
    var number = 0
    var window: SlidingWindow<Counts>

    func isIdle(_ now: Duration) -> Bool {
      guard case .closed = phase else { return false }
      return window.isOver(now)
    }
  }

  private let policy: CircuitBreaker.Policy
  private let time: TimeSource
  private let circuits = Locked<[Origin: Circuit]>([:])

  init(policy: CircuitBreaker.Policy, time: TimeSource) {
    self.policy = policy
    self.time = time
  }

  func state(of origin: Origin) -> CircuitBreaker.State {
    let now = time.now
    return circuits.withLock { circuits in
      switch circuits[origin]?.phase {
      case .closed?, nil: .closed
      case .open(let end)?: now < end ? .open : .halfOpen
      case .halfOpen?: .halfOpen
      }
    }
  }

  /// Lets a request pass; throws ``NetworkError/circuitOpen(origin:retryAfter:)`` if the circuit is open or all trial
  /// requests have been sent.
  func enter(_ origin: Origin) throws(NetworkError) -> Pass {
    let now = time.now
    let (pass, wait) = circuits.withLock { circuits -> (Pass?, Duration) in
      if circuits.count >= Self.rememberedOrigins { circuits = circuits.filter { !$0.value.isIdle(now) } }
      var circuit = circuits[origin] ?? Circuit(window: emptyWindow)
      defer { circuits[origin] = circuit }
      if case .open(let end) = circuit.phase {
        guard now >= end else { return (nil, end - now) }
        circuit.number += 1
        circuit.phase = .halfOpen(underWay: 0, succeeded: 0)
      }
      if case .halfOpen(let underWay, let succeeded) = circuit.phase {
        guard underWay + succeeded < policy.trialRequests else { return (nil, policy.openDuration) }
        circuit.phase = .halfOpen(underWay: underWay + 1, succeeded: succeeded)
      }
      return (Pass(origin: origin, phase: circuit.number), .zero)
    }
    guard let pass else { throw .circuitOpen(origin: origin.description, retryAfter: wait) }
    return pass
  }

  func leave(_ pass: Pass, _ verdict: Verdict) {
    let now = time.now
    circuits.withLock { circuits in
      guard var circuit = circuits[pass.origin], circuit.number == pass.phase else { return }
      defer { circuits[pass.origin] = circuit }
      switch (circuit.phase, verdict) {
      case (.halfOpen, .failure): open(&circuit, now)
      case (.halfOpen(let underWay, let succeeded), .success):
        let isProven = succeeded + 1 >= policy.trialRequests
        circuit.phase = isProven ? .closed : .halfOpen(underWay: underWay - 1, succeeded: succeeded + 1)
        if isProven {
          circuit.number += 1
          circuit.window = emptyWindow
        }
      case (.halfOpen(let underWay, let succeeded), .none):
        circuit.phase = .halfOpen(underWay: underWay - 1, succeeded: succeeded)
      case (.closed, .success), (.closed, .failure):
        circuit.window.advance(to: now)
        circuit.window.current.total += 1
        if verdict == .failure { circuit.window.current.failures += 1 }
        let total = circuit.window.slots.reduce(0) { $0 + $1.total }
        let failures = circuit.window.slots.reduce(0) { $0 + $1.failures }
        let isBad = total >= policy.minimumRequests && Double(failures) >= policy.failureRate * Double(total)
        if isBad && failures > 0 { open(&circuit, now) }
      case (.closed, .none), (.open, _): break
      }
    }
  }

  /// The number of origins above which circuits without recent requests are dropped.
  private static let rememberedOrigins = 1000

  private var emptyWindow: SlidingWindow<Counts> { SlidingWindow(length: policy.window, empty: Counts()) }

  private func open(_ circuit: inout Circuit, _ now: Duration) {
    circuit.number += 1
    circuit.phase = .open(until: now + policy.openDuration)
    circuit.window = emptyWindow
  }
}

/// A sliding time window with ten slots, whose memory use doesn't depend on the number of requests.
struct SlidingWindow<Value> {
  private static var slotCount: Int { 10 }

  private let length: Duration
  private let empty: Value
  private(set) var slots: [Value]
  private var newest = 0

  init(length: Duration, empty: Value) {
    self.length = length
    self.empty = empty
    slots = Array(repeating: empty, count: Self.slotCount)
  }

  var current: Value {
    get { slots[newest % Self.slotCount] }
    set { slots[newest % Self.slotCount] = newValue }
  }

  mutating func advance(to now: Duration) {
    let slot = number(at: now)
    guard slot > newest else { return }
    for stale in max(newest + 1, slot - Self.slotCount + 1)...slot { slots[stale % Self.slotCount] = empty }
    newest = slot
  }

  func isOver(_ now: Duration) -> Bool { number(at: now) >= newest + Self.slotCount }

  private func number(at time: Duration) -> Int { Int(time.seconds / length.seconds * Double(Self.slotCount)) }
}
