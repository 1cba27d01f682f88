/// The cache policy of a request, in addition to HTTP's own header fields.
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
  /// The freshness lifetime of a stored response.
  public enum Lifetime: Sendable, Hashable {
    /// According to the service (RFC 9111).
    case standard
    /// A fixed time since the response arrived or was last confirmed, regardless of its fields.
    case fixed(Duration)
    /// Until the response is removed.
    case forever
  }

  /// The permitted sources of the response.
  public enum Access: Sendable, Hashable {
    /// Cache and network, according to RFC 9111.
    case standard
    /// The network; the response is stored.
    case refresh
    /// The cache, regardless of age; a miss is ``NetworkError/cacheMiss(url:)``.
    case offline
    /// The network, and nothing is stored.
    case neverStore
  }

  /// The freshness lifetime of a stored response.
  public var lifetime: Lifetime
  /// The permitted sources of the response.
  public var access: Access
  /// Whether a stale response of any age is used if the network fails or the service responds with 429 or 5xx.
  package var isStaleBetterThanNone: Bool
  package var isPinned: Bool

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

  /// RFC 9111 without exceptions.
  public static let standard = CachePolicy()
  /// Bypasses the cache.
  public static let neverStore = CachePolicy(access: .neverStore)
  /// Uses a successful response until it is removed.
  public static let forever = CachePolicy(lifetime: .forever)
  /// Sends the request to the service and stores the response.
  public static let refresh = CachePolicy(access: .refresh)
  /// Uses the cache only.
  public static let offline = CachePolicy(access: .offline)

  /// Uses a successful response for a fixed time, regardless of its header fields.
  public static func timeToLive(_ duration: Duration) -> CachePolicy { CachePolicy(lifetime: .fixed(duration)) }

  /// Returns the policy that uses a stale response if the service is unavailable.
  ///
  /// It also applies to responses with `must-revalidate` or `no-cache`. The age is in ``CacheStatus/age``.
  public func staleIfUnavailable() -> CachePolicy {
    var policy = self
    policy.isStaleBetterThanNone = true
    return policy
  }

  /// Returns the policy that removes its responses last when the cache is full.
  public func pinned() -> CachePolicy {
    var policy = self
    policy.isPinned = true
    return policy
  }

  /// Returns the policy that now sends the request to the service, and stores the response as before.
  public func refreshing() -> CachePolicy {
    var policy = self
    policy.access = .refresh
    return policy
  }
}

extension CachePolicy: MessageContextKey {}
