import Basics
import LoopbackServer

/// The fault rates and latency for responses.
public struct SampleFaultPlan: Sendable {
  /// A fault and how often it occurs.
  public struct Entry: Sendable, Hashable {
    /// The fault to inject.
    public let fault: SampleFault
    /// The probability that the fault occurs, from 0 to 1, for each request.
    public let rate: Double

    /// Creates an entry, clamping the rate to the range from 0 to 1.
    public init(_ fault: SampleFault, rate: Double) {
      self.fault = fault
      self.rate = min(max(rate, 0), 1)
    }
  }

  /// The minimum delay before each response.
  public var latency: Duration
  /// The faults in order of precedence; at most one applies to a request.
  public var entries: [Entry]
  /// The random seed, which determines which requests fail.
  public var seed: UInt64

  /// Creates a plan, by default without faults or latency.
  public init(latency: Duration = .zero, entries: [Entry] = [], seed: UInt64 = 1) {
    self.latency = latency
    self.entries = entries
    self.seed = seed
  }
}

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

/// A deliberate failure of the sample services.
public enum SampleFault: String, CaseIterable, Sendable {
  /// A 500 with a JSON message.
  case status500 = "status-500"
  /// A 503 with an HTML page.
  case status503 = "status-503"
  /// A 429 with `Retry-After: 2`.
  case status429 = "status-429"
  /// A 200 with a body that isn't JSON.
  case notJSON = "not-json"
  /// Closes the connection before the response.
  case close
  /// Resets the connection before the response.
  case reset
  /// Closes the connection in the middle of the body.
  case truncate
  /// Sends only the head, and then nothing.
  case stall
  /// Sends the response one byte at a time.
  case slow
  /// Sends the response five seconds late.
  case late
  /// Sends bytes that aren't HTTP.
  case garbage

  /// A short description of the fault.
  public var summary: String {
    switch self {
    case .status500: "responds with 500 and a message"
    case .status503: "responds with 503 and an HTML page"
    case .status429: "responds with 429 and asks for a two-second pause"
    case .notJSON: "responds with 200 and invalid JSON"
    case .close: "closes the connection before the response"
    case .reset: "resets the connection before the response"
    case .truncate: "closes the connection in the middle of the body"
    case .stall: "sends nothing after the response head"
    case .slow: "sends one byte every 20 milliseconds"
    case .late: "responds after five seconds"
    case .garbage: "sends data that isn't HTTP"
    }
  }

  func applied(to response: ServerResponse) -> ServerResponse {
    switch self {
    case .status500: .json(["error": "This failure is simulated."], status: 500)
    case .status503: .html("<html><body><h1>Service Unavailable</h1></body></html>", status: 503)
    case .status429: .json(["error": "Too many requests."], status: 429).header("Retry-After", "2")
    case .notJSON: .text("This isn't JSON.")
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
