import Basics
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
final class SampleFaultInjector: Sendable {
  private let plan: SampleFaultPlan
  private let random: Locked<SeededRandom>

  init(_ plan: SampleFaultPlan) {
    self.plan = plan
    random = Locked(SeededRandom(seed: plan.seed))
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

  private func nextFraction() -> Double { random.withLock { $0.fraction() } }
}

/// A way in which the services can fail on purpose.
public enum SampleFault: String, CaseIterable, Sendable {
  /// 500 with a message in JSON.
  case status500 = "status-500"
  /// 503 with a page of HTML.
  case status503 = "status-503"
  /// 429 with `Retry-After: 2`.
  case status429 = "status-429"
  /// 200 with what is no JSON.
  case notJSON = "not-json"
  /// The connection is closed before an answer.
  case close
  /// The connection is reset before an answer.
  case reset
  /// The connection is closed inside the body.
  case truncate
  /// Nothing comes any more after the head.
  case stall
  /// The answer comes one byte at a time.
  case slow
  /// The answer comes five seconds late.
  case late
  /// What comes is no HTTP.
  case garbage

  /// What the fault does, in a few words.
  public var summary: String {
    switch self {
    case .status500: "answers 500 with a message"
    case .status503: "answers 503 with a page of HTML"
    case .status429: "answers 429 and wants two seconds' patience"
    case .notJSON: "answers 200 with what is no JSON"
    case .close: "closes the connection before the answer"
    case .reset: "resets the connection before the answer"
    case .truncate: "closes the connection inside the body"
    case .stall: "sends nothing after the head"
    case .slow: "sends one byte every 20 milliseconds"
    case .late: "answers after five seconds"
    case .garbage: "sends what is no HTTP"
    }
  }

  /// The answer with the fault in it.
  func applied(to response: ServerResponse) -> ServerResponse {
    switch self {
    case .status500: .json(["error": "The service fails on purpose."], status: 500)
    case .status503: .html("<html><body><h1>Service Unavailable</h1></body></html>", status: 503)
    case .status429: .json(["error": "Too many requests."], status: 429).header("Retry-After", "2")
    case .notJSON: .text("This is no JSON.")
    case .close: response.failing(with: .close(at: .beforeHead))
    case .reset: response.failing(with: .reset(at: .beforeHead))
    case .truncate: response.failing(with: .close(at: .insideBody(afterBytes: 10)))
    case .stall: response.failing(with: .stall(at: .afterHead))
    case .slow: response.failing(with: .trickle(bytes: 1, every: .milliseconds(20)))
    case .late: response.delayed(by: .seconds(5))
    case .garbage: response.failing(with: .garbage(bytes: 200))
    }
  }
}
