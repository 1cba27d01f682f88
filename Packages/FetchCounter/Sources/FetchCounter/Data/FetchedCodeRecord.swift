public import Foundation

/// A code of the history as it is kept in the file.
public struct FetchedCodeRecord: Codable, Sendable, Hashable {
  /// The code.
  public var responseCode: ResponseCode
  /// When it arrived, by RFC 3339 with whole seconds.
  public var fetchedAt: Date
  /// How long both requests took together, in microseconds.
  public var microseconds: Int

  /// Numbers up to here are exact in every JSON reader (RFC 8259, section 6); 285 years.
  static let longestMicroseconds = 1 << 53

  enum CodingKeys: String, CodingKey {
    case responseCode = "response_code"
    case fetchedAt = "fetched_at"
    case microseconds = "duration_us"
  }

  /// Makes a record.
  public init(responseCode: ResponseCode, fetchedAt: Date, microseconds: Int) {
    self.responseCode = responseCode
    self.fetchedAt = fetchedAt
    self.microseconds = microseconds
  }

  /// Reads a record; an empty code, a time that is none and an impossible duration are damage.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func damaged(_ key: CodingKeys, _ reason: String) -> DecodingError {
      .dataCorruptedError(forKey: key, in: container, debugDescription: reason)
    }
    guard let code = ResponseCode(try container.decode(String.self, forKey: .responseCode)) else {
      throw damaged(.responseCode, "it is empty")
    }
    guard let date = RFC3339.date(of: try container.decode(String.self, forKey: .fetchedAt)) else {
      throw damaged(.fetchedAt, "it is no time")
    }
    let microseconds = try container.decode(Int.self, forKey: .microseconds)
    guard (0...Self.longestMicroseconds).contains(microseconds) else {
      throw damaged(.microseconds, "it is no possible duration")
    }
    self.init(responseCode: code, fetchedAt: date, microseconds: microseconds)
  }

  /// Writes a record.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(responseCode.description, forKey: .responseCode)
    try container.encode(RFC3339.text(of: fetchedAt), forKey: .fetchedAt)
    try container.encode(microseconds, forKey: .microseconds)
  }
}
