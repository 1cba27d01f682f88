import Basics
public import Components
import Foundation

/// A printable report about a successful fetch.
public struct FetchReport: Sendable, Encodable {
  private let fetch: Fetch

  enum CodingKeys: String, CodingKey {
    case responseCode = "response_code"
    case fetchCount = "fetch_count"
    case fetchedAt = "fetched_at"
  }

  /// Creates a report about a fetch.
  public init(_ fetch: Fetch) { self.fetch = fetch }

  /// Returns human-readable labeled values, or a record with the code and the count for pipes.
  public func text(for mode: OutputMode) -> String {
    let code = fetch.responseCode.description
    if mode.layout == .records { return "\(code.sanitized())\t\(fetch.count)\n" }
    return DescribedTextGroup([
      DescribedText("Response Code", code),
      DescribedText("Fetch Count", "\(fetch.count)"),
    ]).rendered(for: mode)
  }

  /// Encodes `response_code`, `fetch_count` and `fetched_at` (RFC 3339).
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(fetch.responseCode.description, forKey: .responseCode)
    try container.encode(fetch.count, forKey: .fetchCount)
    try container.encode(RFC3339.text(of: fetch.fetchedAt), forKey: .fetchedAt)
  }
}

/// A printable report about the fetch count.
public struct FetchCountReport: Sendable, Encodable {
  private let fetchCount: FetchCount

  enum CodingKeys: String, CodingKey {
    case fetchCount = "fetch_count"
    case lastFetchedAt = "last_fetched_at"
  }

  /// Creates a report about a fetch count.
  public init(_ fetchCount: FetchCount) { self.fetchCount = fetchCount }

  /// Returns human-readable labeled values, or a record with the count and the time (possibly empty) for pipes.
  public func text(for mode: OutputMode) -> String {
    if mode.layout == .records { return "\(fetchCount.count)\t\(lastFetchedAt ?? "")\n" }
    return DescribedTextGroup([
      DescribedText("Fetch Count", "\(fetchCount.count)"),
      DescribedText("Last Fetched", lastFetchedAt ?? "never"),
    ]).rendered(for: mode)
  }

  /// Encodes `fetch_count` and `last_fetched_at` (RFC 3339, or null).
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(fetchCount.count, forKey: .fetchCount)
    try container.encode(lastFetchedAt, forKey: .lastFetchedAt)
  }

  private var lastFetchedAt: String? { fetchCount.lastFetchedAt.map { RFC3339.text(of: $0) } }
}

/// A printable report about a batch.
public struct FetchRunReport: Sendable, Encodable {
  /// The number of failures of one kind.
  public struct Failure: Sendable, Encodable {
    /// A stable identifier for scripts.
    let kind: String
    var count: Int
    /// A sentence about the first failure.
    let message: String
    let hint: String?

    enum CodingKeys: String, CodingKey {
      case kind, count, message, hint
    }

    /// Creates a count for one kind of failure.
    public init(kind: String, count: Int, message: String, hint: String?) {
      self.kind = kind
      self.count = count
      self.message = message
      self.hint = hint
    }

    /// Encodes the failure; `hint` may be null.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(kind, forKey: .kind)
      try container.encode(count, forKey: .count)
      try container.encode(message, forKey: .message)
      try container.encode(hint, forKey: .hint)
    }
  }

  private struct Percentiles: Encodable {
    let p50: Double?
    let p95: Double?
    let p99: Double?

    enum CodingKeys: String, CodingKey {
      case p50, p95, p99
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(p50, forKey: .p50)
      try container.encode(p95, forKey: .p95)
      try container.encode(p99, forKey: .p99)
    }
  }

  private static let shares = [0.5, 0.95, 0.99]

  private let run: FetchRun
  private let last: Fetch?
  private let failures: [Failure]

  enum CodingKeys: String, CodingKey {
    case requested, succeeded, failed, interrupted, failures
    case elapsedSeconds = "elapsed_seconds"
    case fetchesPerSecond = "fetches_per_second"
    case durationMilliseconds = "duration_ms"
  }

  /// Creates a report about a batch; `last` is the fetch with the highest count.
  public init(_ run: FetchRun, last: Fetch?, failures: [Failure]) {
    self.run = run
    self.last = last
    self.failures = failures
  }

  /// Returns the lines to print, with labeled values.
  public func text(for mode: OutputMode) -> String {
    var items: [DescribedText] = []
    if let last {
      items.append(DescribedText("Response Code", last.responseCode.description))
      items.append(DescribedText("Fetch Count", "\(last.count)"))
    }
    items.append(
      DescribedText("Succeeded", "\(run.succeeded) of \(run.requested)\(run.wasInterrupted ? ", interrupted" : "")")
    )
    if run.failed > 0 { items.append(DescribedText("Failed", "\(run.failed)")) }
    for failure in failures {
      items.append(DescribedText(failure.kind, "\(failure.count): \(failure.message)"))
    }
    let time = Decimals.text(run.elapsed / .seconds(1), decimals: 2)
    items.append(DescribedText("Time", "\(time) s, \(Decimals.text(run.rate, decimals: 1)) a second"))
    if let percentiles = run.percentiles(Self.shares) {
      let texts = zip(["p50", "p95", "p99"], percentiles).map { name, duration in
        "\(name) \(Decimals.text(duration / .milliseconds(1), decimals: 2)) ms"
      }
      items.append(DescribedText("Duration", texts.joined(separator: ", ")))
    }
    return DescribedTextGroup(items).rendered(for: mode)
  }

  /// Encodes `requested`, `succeeded`, `failed`, `failures`, `interrupted`, `elapsed_seconds`, `fetches_per_second` and
  /// `duration_ms` with `p50`, `p95` and `p99`, which are null if no fetch succeeded.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(run.requested, forKey: .requested)
    try container.encode(run.succeeded, forKey: .succeeded)
    try container.encode(run.failed, forKey: .failed)
    try container.encode(failures, forKey: .failures)
    try container.encode(run.wasInterrupted, forKey: .interrupted)
    try container.encode(run.elapsed / .seconds(1), forKey: .elapsedSeconds)
    try container.encode(run.rate, forKey: .fetchesPerSecond)
    let milliseconds = run.percentiles(Self.shares)?.map { $0 / .milliseconds(1) }
    try container.encode(
      Percentiles(p50: milliseconds?[0], p95: milliseconds?[1], p99: milliseconds?[2]),
      forKey: .durationMilliseconds
    )
  }
}
