import Foundation
import LoopbackServer

/// How often which fault happens, and how long every answer takes.
public struct SampleFaultPlan: Sendable {
  /// A fault and its share of the requests.
  public struct Entry: Sendable, Hashable {
    /// The fault.
    public let fault: SampleFault
    /// Its share of the requests, 0 to 1.
    public let rate: Double

    /// Makes an entry; the rate is brought into 0 to 1.
    public init(_ fault: SampleFault, rate: Double) {
      self.fault = fault
      self.rate = min(max(rate, 0), 1)
    }
  }

  /// How long every answer takes at least.
  public var latency: Duration
  /// The faults; the first one that happens counts.
  public var entries: [Entry]
  /// What chance follows from: the same number, the same requests fail.
  public var seed: UInt64

  /// Makes a plan without faults unless said otherwise.
  public init(latency: Duration = .zero, entries: [Entry] = [], seed: UInt64 = 1) {
    self.latency = latency
    self.entries = entries
    self.seed = seed
  }
}

/// Applies a plan to answers, one after another.
///
/// `@unchecked Sendable`: `random` is guarded by `lock`.
final class SampleFaultInjector: @unchecked Sendable {
  private let plan: SampleFaultPlan
  private let lock = NSLock()
  private var random: SeededRandom

  init(_ plan: SampleFaultPlan) {
    self.plan = plan
    random = SeededRandom(seed: plan.seed)
  }

  func applied(to response: ServerResponse) -> ServerResponse {
    var response = response
    for entry in plan.entries where nextFraction() < entry.rate {
      response = entry.fault.applied(to: response)
      break
    }
    guard plan.latency > .zero else { return response }
    return response.delayed(by: max(plan.latency, response.delay ?? .zero))
  }

  private func nextFraction() -> Double { lock.withLock { random.fraction() } }
}
