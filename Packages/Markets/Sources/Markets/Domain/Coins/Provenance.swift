public import Foundation

/// Where figures come from, and how old they are.
public struct Provenance: Sendable {
  /// When they left the service.
  public let asOf: Date
  /// Whether they are older than they should be, since newer ones could not be had.
  public let isStale: Bool
  /// Whether they were stored on this machine.
  public let isFromCache: Bool
  /// Before when the service wants no further request; `nil` where it said nothing.
  public let nextTry: Date?

  /// Makes a provenance.
  public init(asOf: Date, isStale: Bool = false, isFromCache: Bool = false, nextTry: Date? = nil) {
    self.asOf = asOf
    self.isStale = isStale
    self.isFromCache = isFromCache
    self.nextTry = nextTry
  }

  /// That of figures which were put together from both: as old as the older, stale if either is.
  public func joined(with other: Provenance) -> Provenance {
    Provenance(
      asOf: min(asOf, other.asOf),
      isStale: isStale || other.isStale,
      isFromCache: isFromCache || other.isFromCache,
      nextTry: [nextTry, other.nextTry].compactMap { $0 }.max()
    )
  }
}
