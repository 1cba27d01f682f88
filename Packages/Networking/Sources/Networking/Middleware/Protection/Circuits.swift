import Foundation

/// The circuits of all origins.
///
/// `@unchecked Sendable`: `circuits` is guarded by `lock`.
final class Circuits: @unchecked Sendable {
  /// What a request says about its service.
  enum Verdict {
    case success
    case failure
    /// Nothing: it was cancelled, or never sent.
    case none
  }

  /// A request that was let through, and in which phase of the circuit.
  struct Pass {
    fileprivate let origin: Origin
    fileprivate let phase: Int
  }

  private enum Phase {
    case closed
    case open(until: Duration)
    case halfOpen(underWay: Int, succeeded: Int)
  }

  private struct Circuit {
    var phase = Phase.closed
    /// Counts the changes of phase, so that late results of an earlier one don't count.
    var number = 0
    var window: CountingWindow

    /// Whether it says nothing.
    func isIdle(_ now: Duration) -> Bool {
      guard case .closed = phase else { return false }
      return window.isOver(now)
    }
  }

  private let policy: CircuitBreaker.Policy
  private let time: TimeSource
  private let lock = Lock()
  private var circuits: [Origin: Circuit] = [:]

  init(policy: CircuitBreaker.Policy, time: TimeSource) {
    self.policy = policy
    self.time = time
  }

  func state(of origin: Origin) -> CircuitBreaker.State {
    lock.withLock {
      switch circuits[origin]?.phase {
      case .closed?, nil: .closed
      case .open(let end)?: time.now < end ? .open : .halfOpen
      case .halfOpen?: .halfOpen
      }
    }
  }

  /// Lets a request through.
  ///
  /// - Throws: ``NetworkError/circuitOpen(origin:retryAfter:)``.
  func enter(_ origin: Origin) throws(NetworkError) -> Pass {
    let (pass, wait) = lock.withLock { () -> (Pass?, Duration) in
      let now = time.now
      if circuits.count >= Self.rememberedOrigins { circuits = circuits.filter { !$0.value.isIdle(now) } }
      var circuit = circuits[origin] ?? Circuit(window: CountingWindow(length: policy.window))
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

  /// Counts a request that came to its end.
  func leave(_ pass: Pass, _ verdict: Verdict) {
    lock.withLock {
      guard var circuit = circuits[pass.origin], circuit.number == pass.phase else { return }
      defer { circuits[pass.origin] = circuit }
      switch (circuit.phase, verdict) {
      case (.halfOpen, .failure): open(&circuit)
      case (.halfOpen(let underWay, let succeeded), .success):
        let isProven = succeeded + 1 >= policy.trialRequests
        circuit.phase = isProven ? .closed : .halfOpen(underWay: underWay - 1, succeeded: succeeded + 1)
        if isProven {
          circuit.number += 1
          circuit.window = CountingWindow(length: policy.window)
        }
      case (.halfOpen(let underWay, let succeeded), .none):
        circuit.phase = .halfOpen(underWay: underWay - 1, succeeded: succeeded)
      case (.closed, .success), (.closed, .failure):
        circuit.window.count(isFailure: verdict == .failure, now: time.now)
        let (total, failures) = circuit.window.counts
        let isBad = total >= policy.minimumRequests && Double(failures) >= policy.failureRate * Double(total)
        if isBad && failures > 0 { open(&circuit) }
      case (.closed, .none), (.open, _): break
      }
    }
  }

  /// How many origins are kept before those of which nothing is known are dropped.
  private static let rememberedOrigins = 1000

  private func open(_ circuit: inout Circuit) {
    circuit.number += 1
    circuit.phase = .open(until: time.now + policy.openDuration)
    circuit.window = CountingWindow(length: policy.window)
  }
}

/// How many requests, and how many of them failed, in the last while; in ten slots, so that memory does not grow with them.
struct CountingWindow {
  private static let slotCount = 10
  private let length: Duration
  private var slots = [(total: Int, failures: Int)](repeating: (0, 0), count: slotCount)
  private var newest = 0

  init(length: Duration) { self.length = length }

  mutating func count(isFailure: Bool, now: Duration) {
    let slot = Int(now.seconds / length.seconds * Double(Self.slotCount))
    if slot > newest {
      for stale in max(newest + 1, slot - Self.slotCount + 1)...slot { slots[stale % Self.slotCount] = (0, 0) }
      newest = slot
    }
    slots[newest % Self.slotCount].total += 1
    if isFailure { slots[newest % Self.slotCount].failures += 1 }
  }

  /// Whether everything in it is too old to count.
  func isOver(_ now: Duration) -> Bool {
    Int(now.seconds / length.seconds * Double(Self.slotCount)) >= newest + Self.slotCount
  }

  var counts: (total: Int, failures: Int) { slots.reduce((0, 0)) { ($0.0 + $1.total, $0.1 + $1.failures) } }
}
