public import Foundation

/// The fetch count as it is kept in a file.
public struct FetchCountRecord: Codable, Sendable, Hashable {
  /// How many fetches succeeded.
  public var fetchCount: Int
  /// When the count last rose, by RFC 3339 with whole seconds.
  public var lastFetchedAt: Date?
  /// The last codes, the newest first; not written where there are none, as in files of versions that kept none.
  public var lastCodes: [FetchedCodeRecord]

  enum CodingKeys: String, CodingKey {
    case fetchCount = "fetch_count"
    case lastFetchedAt = "last_fetched_at"
    case lastCodes = "last_codes"
  }

  /// Makes a record.
  public init(fetchCount: Int = 0, lastFetchedAt: Date? = nil, lastCodes: [FetchedCodeRecord] = []) {
    self.fetchCount = fetchCount
    self.lastFetchedAt = lastFetchedAt
    self.lastCodes = lastCodes
  }

  /// Reads a record; a count that nobody can have reached, a time that is none, and codes that are none are damage.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    fetchCount = try container.decode(Int.self, forKey: .fetchCount)
    guard (0...FetchCount.highestCount).contains(fetchCount) else {
      throw DecodingError.dataCorruptedError(
        forKey: .fetchCount,
        in: container,
        debugDescription: "it is no possible count"
      )
    }
    lastFetchedAt = try container.decodeIfPresent(String.self, forKey: .lastFetchedAt).map { text in
      guard let date = RFC3339.date(of: text) else {
        throw DecodingError.dataCorruptedError(forKey: .lastFetchedAt, in: container, debugDescription: "it is no time")
      }
      return date
    }
    lastCodes = try container.decodeIfPresent([FetchedCodeRecord].self, forKey: .lastCodes) ?? []
  }

  /// Writes a record.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(fetchCount, forKey: .fetchCount)
    try container.encodeIfPresent(lastFetchedAt.map(RFC3339.text), forKey: .lastFetchedAt)
    if !lastCodes.isEmpty { try container.encode(lastCodes, forKey: .lastCodes) }
  }
}
