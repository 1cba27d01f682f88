/// A request's cache policy, which overrides or supplements HTTP's caching header fields.
///
/// It is part of the request's context, so an endpoint can set it for all of its requests:
///
/// ```swift
/// var context: MessageContext {
///   var context = MessageContext()
///   context[CachePolicy.self] = .timeToLive(.seconds(86_400)).staleIfUnavailable()
///   return context
/// }
/// ```
public struct CachePolicy: Sendable, Hashable {
  /// A stored response's freshness lifetime.
  public enum Lifetime: Sendable, Hashable {
    /// The lifetime that the service sets (RFC 9111).
    case standard
    /// A fixed time after the response arrived or was last confirmed, regardless of its header fields.
    case fixed(Duration)
    /// A lifetime that ends only when the response is removed.
    case forever
  }

  /// The permitted sources for the response.
  public enum Access: Sendable, Hashable {
    /// The cache and the network, according to RFC 9111.
    case standard
    /// The network only; the response is stored.
    case refresh
    /// The cache only, regardless of age; a miss fails with ``NetworkError/cacheMiss(url:)``.
    case offline
    /// The network only; the response isn't stored.
    case neverStore
  }

  /// The failures after which a stale response may be used; its age matters only for ``standard``.
  package enum StaleUse: Sendable, Hashable {
    /// The failures for which the service's or the request's `stale-if-error` permits a stale response.
    case standard
    /// Failures of the network, unless the service or the request forbids stale responses.
    case ifDisconnected
    /// Failures of the network, and the statuses 429 and 5xx.
    case ifUnavailable
  }

  /// A stored response's freshness lifetime.
  public var lifetime: Lifetime
  /// The permitted sources for the response.
  public var access: Access
  package var staleUse: StaleUse
  package var isPinned: Bool

  package init(
    lifetime: Lifetime = .standard,
    access: Access = .standard,
    staleUse: StaleUse = .standard,
    isPinned: Bool = false
  ) {
    self.lifetime = lifetime
    self.access = access
    self.staleUse = staleUse
    self.isPinned = isPinned
  }

  /// A policy that follows RFC 9111.
  public static let standard = CachePolicy()
  /// A policy that bypasses the cache and stores nothing.
  public static let neverStore = CachePolicy(access: .neverStore)
  /// A policy that uses a successful response until it is removed.
  public static let forever = CachePolicy(lifetime: .forever)
  /// A policy that requests the response from the service and stores it.
  public static let refresh = CachePolicy(access: .refresh)
  /// A policy that uses cached responses only.
  public static let offline = CachePolicy(access: .offline)

  /// Returns a policy that uses a successful response for a fixed time, regardless of its header fields.
  public static func timeToLive(_ duration: Duration) -> CachePolicy { CachePolicy(lifetime: .fixed(duration)) }

  /// Returns a copy of the policy that uses a stale response if the service is unavailable.
  ///
  /// This also applies to responses with `must-revalidate` or `no-cache`. ``CacheStatus/age`` reports their age.
  public func staleIfUnavailable() -> CachePolicy {
    var policy = self
    policy.staleUse = .ifUnavailable
    return policy
  }

  /// Returns a copy of the policy that uses a stale response if the service can't be reached.
  ///
  /// Unlike ``staleIfUnavailable()``, it respects the service's `must-revalidate` and `no-cache`, and the request's
  /// `no-cache`, `max-age` and `min-fresh` (RFC 9111, section 4.2.4).
  public func staleIfDisconnected() -> CachePolicy {
    var policy = self
    policy.staleUse = .ifDisconnected
    return policy
  }

  /// Returns a copy of the policy whose responses are evicted last when the cache is full.
  public func pinned() -> CachePolicy {
    var policy = self
    policy.isPinned = true
    return policy
  }

  /// Returns a copy of the policy that requests the response from the service, and stores it under the same rules.
  public func refreshing() -> CachePolicy {
    var policy = self
    policy.access = .refresh
    return policy
  }
}

extension CachePolicy: MessageContextKey {}
