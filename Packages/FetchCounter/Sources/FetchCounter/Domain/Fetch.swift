public import Foundation

/// One successful fetch: both requests answered, and the count on disk.
public struct Fetch: Sendable, Hashable {
  /// The code that the service answered.
  public let responseCode: ResponseCode
  /// The count with this fetch; durable.
  public let count: Int
  /// When the code arrived.
  public let fetchedAt: Date
  /// How long both requests took together, tries included.
  public let duration: Duration

  /// Makes a fetch.
  public init(responseCode: ResponseCode, count: Int, fetchedAt: Date, duration: Duration) {
    self.responseCode = responseCode
    self.count = count
    self.fetchedAt = fetchedAt
    self.duration = duration
  }
}
