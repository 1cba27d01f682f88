import Foundation
import Portfolio

/// The rules for the age of a source's prices: when to request them again, and when to show their age.
public struct Freshness: Hashable, Sendable {
  /// The user's setting for how long prices count as fresh.
  public enum Rule: Hashable, Sendable {
    /// The shortest time that the source's plan allows.
    case automatic
    /// A fixed time, regardless of the plan.
    case fixed(Duration)
  }

  /// The reason for the current freshness.
  public enum Reason: Hashable, Sendable {
    /// The source's plan determines the time.
    case plan
    /// The user chose a fixed time.
    case choice
    /// Few of this month's calls are left.
    case budget(CallUsage)
  }

  /// The share of the monthly calls that must be used up before prices start to count as fresh for longer.
  static let stretchingShare = 0.8
  /// The longest time for which prices count as fresh, used when no calls are left.
  static let longest: Duration = .seconds(86_400)

  /// The time for which prices count as fresh, which is also the minimum auto-refresh interval.
  public let duration: Duration
  /// The age after which prices are stale and their age is shown.
  ///
  /// It never exceeds the time documented for the source, even if prices are requested less often.
  public private(set) var staleAge: Duration
  /// The reason for ``duration``.
  public let reason: Reason

  init(_ duration: Duration, staleAge: Duration? = nil, reason: Reason = .plan) {
    self.duration = duration
    self.staleAge = staleAge ?? duration
    self.reason = reason
  }

  /// Creates the freshness from a rule and a plan.
  ///
  /// If necessary, the time is extended so that the remaining calls last until the end of the month.
  init(_ rule: Rule, plan: CallPlan, usage: CallUsage?, now: Date) {
    let base: Freshness =
      switch rule {
      case .automatic: Freshness(plan.freshness)
      case .fixed(let duration):
        Freshness(duration, staleAge: min(duration, plan.freshness), reason: .choice)
      }
    guard let usage, let limit = usage.limit, Double(usage.calls) >= Double(limit) * Self.stretchingShare else {
      self = base
      return
    }
    let rest = CallMonth(containing: now).end.timeIntervalSince(now)
    let pace = min(Duration.seconds(max(rest, 0) / Double(max(limit - usage.calls, 1))), Self.longest)
    let isUsedUp = usage.calls >= limit
    let duration = isUsedUp ? Self.longest : pace
    self = duration > base.duration ? Freshness(duration, staleAge: base.staleAge, reason: .budget(usage)) : base
  }

  /// Returns the policy for a request: ``LoadPolicy/fresh`` becomes a maximum age of ``duration``.
  ///
  /// An age in the policy doesn't change when prices are stale.
  func resolved(_ policy: LoadPolicy) -> LoadPolicy { policy == .fresh ? .maxAge(duration) : policy }

  /// Returns whether a price with the given time is stale; a time of unknown age is.
  func isStale(_ time: Date, at now: Date) -> Bool { Quote.age(of: time, at: now) > staleAge / .seconds(1) }

  /// Returns the freshness of figures that the source updates only at an interval.
  func allowing(_ interval: Duration) -> Freshness {
    var freshness = self
    freshness.staleAge = max(staleAge, interval)
    return freshness
  }
}

struct CallPlan: Hashable, Sendable {
  /// The shortest useful interval between refreshes.
  let freshness: Duration
  /// The number of calls per month; `nil` if there is no known limit.
  let monthlyCalls: Int?

  /// The plan for the services built into the program.
  static let builtIn = CallPlan(freshness: .seconds(60), monthlyCalls: nil)
  /// CoinGecko without a key or with a demo key (see “Common Errors & Rate Limit” in CoinGecko's documentation).
  static let free = CallPlan(freshness: .seconds(300), monthlyCalls: 10_000)
  /// CoinGecko with a paid key.
  static let paid = CallPlan(freshness: .seconds(60), monthlyCalls: nil)
}

/// The number of calls to a service in a month.
public struct CallUsage: Hashable, Sendable {
  /// The number of requests sent this month.
  public let calls: Int
  /// The number of requests that the plan allows per month; `nil` if there is no known limit.
  public let limit: Int?

  /// Creates a usage from the number of calls and the plan's limit.
  public init(calls: Int, limit: Int?) {
    self.calls = calls
    self.limit = limit
  }
}

/// A calendar month in UTC, the period for which services count calls.
struct CallMonth: Hashable, Sendable, CustomStringConvertible {
  private let year: Int
  private let month: Int
  let end: Date

  init(containing date: Date) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents([.year, .month], from: date)
    (year, month) = (parts.year ?? 1970, parts.month ?? 1)
    let next = DateComponents(year: month == 12 ? year + 1 : year, month: month == 12 ? 1 : month + 1)
    end = calendar.date(from: next) ?? date
  }

  var description: String { "\(year)-\(month < 10 ? "0" : "")\(month)" }
}
