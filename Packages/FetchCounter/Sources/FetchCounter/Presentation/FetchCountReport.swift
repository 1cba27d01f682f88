public import Components
import Foundation

/// The count as it is printed.
public struct FetchCountReport: Sendable, Encodable {
  private let fetchCount: FetchCount

  enum CodingKeys: String, CodingKey {
    case fetchCount = "fetch_count"
    case lastFetchedAt = "last_fetched_at"
  }

  /// Makes the report of a fetch count.
  public init(_ fetchCount: FetchCount) { self.fetchCount = fetchCount }

  /// The lines to print: described texts for people, one record with count and time for pipes; there a time that is
  /// missing is an empty field.
  public func text(for mode: OutputMode) -> String {
    if mode.layout == .records { return "\(fetchCount.count)\t\(lastFetchedAt ?? "")\n" }
    return DescribedTextGroup([
      DescribedText("Fetch Count", "\(fetchCount.count)"),
      DescribedText("Last Fetched", lastFetchedAt ?? "never"),
    ]).rendered(for: mode)
  }

  /// The JSON document: `fetch_count`, `last_fetched_at` (RFC 3339, or null).
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(fetchCount.count, forKey: .fetchCount)
    try container.encode(lastFetchedAt, forKey: .lastFetchedAt)
  }

  private var lastFetchedAt: String? { fetchCount.lastFetchedAt.map(RFC3339.text) }
}
