/// What the program wants of the cache for one request, beyond what HTTP's own fields say.
///
/// It travels in the request's context; an endpoint sets it once for all its requests:
///
/// ```swift
/// var context: MessageContext {
///   var context = MessageContext()
///   context[CachePolicy.self] = .timeToLive(.seconds(86_400)).staleIfUnavailable()
///   return context
/// }
/// ```
public struct CachePolicy: Sendable, Hashable {
  /// For how long a stored answer counts as fresh.
  public enum Lifetime: Sendable, Hashable {
    /// As the service says (RFC 9111).
    case standard
    /// For this long since it arrived or was last confirmed, whatever the service says.
    case fixed(Duration)
    /// Until it is removed.
    case forever
  }

  /// Which of cache and network may answer.
  public enum Access: Sendable, Hashable {
    /// Both, as RFC 9111 says.
    case standard
    /// The network; the answer is stored.
    case refresh
    /// The cache, whatever the age; ``NetworkError/cacheMiss(url:)`` where it has nothing.
    case offline
    /// The network, and nothing is stored.
    case neverStore
  }

  /// For how long a stored answer counts as fresh.
  public var lifetime: Lifetime
  /// Which of cache and network may answer.
  public var access: Access
  /// Whether an old answer is used where the network fails or the service answers 429 or 5xx, whatever its age.
  package var isStaleBetterThanNone: Bool
  /// Whether the stored answer is kept when room is made for others.
  package var isPinned: Bool

  /// Makes a policy.
  package init(
    lifetime: Lifetime = .standard,
    access: Access = .standard,
    isStaleBetterThanNone: Bool = false,
    isPinned: Bool = false
  ) {
    self.lifetime = lifetime
    self.access = access
    self.isStaleBetterThanNone = isStaleBetterThanNone
    self.isPinned = isPinned
  }

  /// What RFC 9111 says, and nothing else.
  public static let standard = CachePolicy()
  /// Neither looks into the cache nor stores.
  public static let neverStore = CachePolicy(access: .neverStore)
  /// A successful answer is asked for once and then used until it is removed.
  public static let forever = CachePolicy(lifetime: .forever)
  /// Asks the service, past what is stored, and stores its answer.
  public static let refresh = CachePolicy(access: .refresh)
  /// Answers from the cache, or not at all.
  public static let offline = CachePolicy(access: .offline)

  /// A successful answer is used for a fixed time, whatever its header fields say.
  public static func timeToLive(_ duration: Duration) -> CachePolicy { CachePolicy(lifetime: .fixed(duration)) }

  /// The policy with a stale answer being better than none.
  ///
  /// It is the program's decision, so it also holds where the service says `must-revalidate` or `no-cache`. The age is in ``CacheStatus/age``.
  public func staleIfUnavailable() -> CachePolicy {
    var policy = self
    policy.isStaleBetterThanNone = true
    return policy
  }

  /// The policy with its answers kept when room is made for others.
  public func pinned() -> CachePolicy {
    var policy = self
    policy.isPinned = true
    return policy
  }

  /// The policy that asks the service now, and stores as before.
  public func refreshing() -> CachePolicy {
    var policy = self
    policy.access = .refresh
    return policy
  }
}

extension CachePolicy: MessageContextKey {
  /// `nil`: the cache's own default policy.
  public static var defaultValue: CachePolicy? { nil }
}
