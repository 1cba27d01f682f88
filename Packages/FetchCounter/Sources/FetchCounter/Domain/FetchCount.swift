public import Foundation

/// How many fetches succeeded so far, when the last one did, and the codes that the last ones brought.
public struct FetchCount: Sendable, Hashable {
  /// How many codes are kept; older ones go.
  public static let historyLimit = 10

  /// The count at which counting stops, so that the stored count stays readable.
  ///
  /// Numbers up to here are exact in every JSON reader (RFC 8259, section 6).
  static let highestCount = 1 << 53

  /// The number of successful fetches; never negative.
  public var count: Int
  /// When the count last rose; `nil` before the first fetch and after a reset.
  public var lastFetchedAt: Date?
  /// The last codes, the newest first; at most ``historyLimit``.
  public private(set) var lastCodes: [FetchedCode]

  /// Makes a fetch count; codes beyond ``historyLimit`` are left out.
  public init(count: Int = 0, lastFetchedAt: Date? = nil, lastCodes: [FetchedCode] = []) {
    self.count = count
    self.lastFetchedAt = lastFetchedAt
    self.lastCodes = Array(lastCodes.prefix(Self.historyLimit))
  }

  /// Counts a fetch, and keeps its code as the newest one.
  public mutating func add(_ code: FetchedCode) {
    if count < Self.highestCount { count += 1 }
    lastFetchedAt = code.fetchedAt
    lastCodes.insert(code, at: 0)
    if lastCodes.count > Self.historyLimit { lastCodes.removeLast() }
  }

  /// Drops the codes; the count and its time stay.
  public mutating func clearCodes() { lastCodes = [] }
}
