public import Components
import Foundation

/// A successful fetch as it is printed.
public struct FetchReport: Sendable, Encodable {
  private let fetch: Fetch

  enum CodingKeys: String, CodingKey {
    case responseCode = "response_code"
    case fetchCount = "fetch_count"
    case fetchedAt = "fetched_at"
  }

  /// Makes the report of a fetch.
  public init(_ fetch: Fetch) { self.fetch = fetch }

  /// The lines to print: described texts for people, one record with code and count for pipes.
  public func text(for mode: OutputMode) -> String {
    let code = fetch.responseCode.description
    if mode.layout == .records { return "\(code.sanitized())\t\(fetch.count)\n" }
    return DescribedTextGroup([
      DescribedText("Response Code", code),
      DescribedText("Fetch Count", "\(fetch.count)"),
    ]).rendered(for: mode)
  }

  /// The JSON document: `response_code`, `fetch_count`, `fetched_at` (RFC 3339).
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(fetch.responseCode.description, forKey: .responseCode)
    try container.encode(fetch.count, forKey: .fetchCount)
    try container.encode(RFC3339.text(of: fetch.fetchedAt), forKey: .fetchedAt)
  }
}
