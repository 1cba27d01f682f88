import Foundation

/// The time for which a source's prices count as fresh.
public struct Freshness: Hashable, Sendable {
  /// A person's choice of the time.
  public enum Rule: Hashable, Sendable {
    /// As short as the limits of the source's plan allow.
    case automatic
    /// A fixed time.
    case fixed(Duration)
  }

  /// The reason for the time.
  public enum Reason: Hashable, Sendable {
    /// The limits of the source's plan.
    case plan
    /// A fixed time that a person chose.
    case choice
    /// Few calls are left this month.
    case budget(CallUsage)
  }

  /// The share of a month's calls from which on the time is stretched.
  static let stretchingShare = 0.8
  /// The longest time that a used-up budget leads to.
  static let longest: Duration = .seconds(86_400)

  /// The time for which prices are fresh, which is also the minimum time between automatic refreshes.
  public let duration: Duration
  /// The reason for the time.
  public let reason: Reason

  init(_ duration: Duration, reason: Reason = .plan) {
    self.duration = duration
    self.reason = reason
  }

  /// Works out the time from a rule and a plan, stretched so that the calls that are left last until the month ends.
  init(_ rule: Rule, plan: CallPlan, usage: CallUsage?, now: Date) {
    let base: Freshness =
      switch rule {
      case .automatic: Freshness(plan.freshness)
      case .fixed(let duration): Freshness(duration, reason: .choice)
      }
    guard let usage, let limit = usage.limit, Double(usage.calls) >= Double(limit) * Self.stretchingShare else {
      self = base
      return
    }
    let rest = CallMonth(containing: now).end.timeIntervalSince(now)
    let pace = min(Duration.seconds(max(rest, 0) / Double(max(limit - usage.calls, 1))), Self.longest)
    let isUsedUp = usage.calls >= limit
    let duration = isUsedUp ? Self.longest : pace
    self = duration > base.duration ? Freshness(duration, reason: .budget(usage)) : base
  }
}

/// The limits of a source's plan.
struct CallPlan: Hashable, Sendable {
  /// The shortest sensible time between refreshes.
  let freshness: Duration
  /// The number of calls a month; `nil` for no limit, or an unknown one.
  let monthlyCalls: Int?

  /// Services inside the program.
  static let builtIn = CallPlan(freshness: .seconds(60), monthlyCalls: nil)
  /// CoinGecko without a key or with a demo key, by its documentation ("Common Errors & Rate Limit").
  static let free = CallPlan(freshness: .seconds(300), monthlyCalls: 10_000)
  /// CoinGecko with a paid key.
  static let paid = CallPlan(freshness: .seconds(60), monthlyCalls: nil)
}

/// The calls of a month.
public struct CallUsage: Hashable, Sendable {
  /// The number of requests that were sent.
  public let calls: Int
  /// The number of requests that the plan allows; `nil` for no known limit.
  public let limit: Int?

  /// Creates a count.
  public init(calls: Int, limit: Int?) {
    self.calls = calls
    self.limit = limit
  }
}

/// A calendar month in UTC, by which services count calls.
struct CallMonth: Hashable, Sendable, CustomStringConvertible {
  private let year: Int
  private let month: Int
  /// The start of the next month.
  let end: Date

  init(containing date: Date) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents([.year, .month], from: date)
    (year, month) = (parts.year ?? 1970, parts.month ?? 1)
    let next = DateComponents(year: month == 12 ? year + 1 : year, month: month == 12 ? 1 : month + 1)
    end = calendar.date(from: next) ?? date
  }

  /// The month as `2026-01`.
  var description: String { "\(year)-\(month < 10 ? "0" : "")\(month)" }
}
