/// What a cache had to do with an answer, as metrics count it; ``CacheStatus`` says more.
public enum CacheOutcome: String, Sendable, Hashable, CaseIterable {
  /// It answered by itself.
  case hit
  /// It answered with something past its time, by itself or because the service failed.
  case stale
  /// It answered after the service had confirmed what it has.
  case revalidated
  /// It had nothing that could be used.
  case miss
  /// It was not asked, or keeps no such answers.
  case bypass

  /// Takes the outcome out of a status.
  public init(_ status: CacheStatus) {
    self =
      switch status.forward {
      case _ where status.isStale: .stale
      case nil: .hit
      case .bypass, .method: .bypass
      default: status.isFromCache ? .revalidated : .miss
      }
  }
}
