public import Foundation

/// A code of an earlier fetch, as the history keeps it.
public struct FetchedCode: Sendable, Hashable {
  /// The longest code that the history keeps whole, in Unicode scalars; the services' own have 36.
  public static let longestCode = 200

  /// The code; a longer one than ``longestCode`` is cut and ends in an ellipsis, so that the record stays small.
  public let responseCode: ResponseCode
  /// When it arrived.
  public let fetchedAt: Date
  /// How long both requests took together, tries included; not negative.
  public let duration: Duration

  /// Makes an entry.
  public init(responseCode: ResponseCode, fetchedAt: Date, duration: Duration) {
    self.responseCode = responseCode.shortened(to: Self.longestCode)
    self.fetchedAt = fetchedAt
    self.duration = max(duration, .zero)
  }
}
