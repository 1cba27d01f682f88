/// What the cache did with a request (RFC 9211); on the answer, in `response.context[CacheStatus.self]`.
///
/// ```swift
/// if let status = response.context[CacheStatus.self], status.isStale { print("from \(status.age) ago") }
/// print(status)  // Networking; fwd=stale; fwd-status=304; ttl=60; stored
/// ```
public struct CacheStatus: Sendable, Hashable {
  /// Why the service was asked (RFC 9211, section 2.2).
  package enum ForwardReason: String, Sendable, Hashable {
    /// The cache was told to keep out.
    case bypass
    /// The method's answers are not stored.
    case method
    /// Nothing was stored for the URL.
    case uriMiss = "uri-miss"
    /// What was stored is for requests with other header fields.
    case varyMiss = "vary-miss"
    /// The request asked for an answer from the service.
    case request
    /// What was stored was stale.
    case stale
    /// The request is for a part or under conditions that only the service can judge.
    case partial
  }

  /// The name of the cache.
  package var cacheName: String
  /// Why the service was asked; `nil` where the cache answered.
  package var forward: ForwardReason?
  /// The status that the service answered, where it was asked.
  public var forwardStatus: HTTPStatus?
  /// How long the answer has been or will be fresh; negative for how long it has been stale.
  package var timeToLive: Duration?
  /// Whether the answer is stored, once its content has been read to the end.
  package var isStored: Bool
  /// The age of an answer that was stored.
  public var age: Duration?
  /// Why a stale answer was used.
  package var staleReason: StaleReason?
  /// Why the service's own answer could not be used, where a stale one took its place.
  public var failure: NetworkError?

  /// Makes a status.
  package init(
    cacheName: String,
    forward: ForwardReason? = nil,
    forwardStatus: HTTPStatus? = nil,
    timeToLive: Duration? = nil,
    isStored: Bool = false,
    age: Duration? = nil,
    staleReason: StaleReason? = nil,
    failure: NetworkError? = nil
  ) {
    self.cacheName = cacheName
    self.forward = forward
    self.forwardStatus = forwardStatus
    self.timeToLive = timeToLive
    self.isStored = isStored
    self.age = age
    self.staleReason = staleReason
    self.failure = failure
  }

  /// Whether the cache answered without the service.
  public var isHit: Bool { forward == nil }
  /// Whether the answer is stale.
  public var isStale: Bool { staleReason != nil }
  /// Whether the content came from the cache: without the service, or confirmed by it.
  public var isFromCache: Bool { age != nil }
}

extension CacheStatus: CustomStringConvertible {
  /// The value for a `Cache-Status` field.
  public var description: String {
    var text = HTTPToken.isValid(cacheName) ? cacheName : "\"\(cacheName.filter { $0 != "\"" && $0 != "\\" })\""
    if let forward {
      text += "; fwd=\(forward.rawValue)"
      if let forwardStatus { text += "; fwd-status=\(forwardStatus)" }
    } else {
      text += "; hit"
    }
    if let timeToLive { text += "; ttl=\(timeToLive.components.seconds)" }
    if isStored { text += "; stored" }
    if let staleReason { text += "; detail=\(staleReason.rawValue)" }
    return text
  }
}

extension CacheStatus: MessageContextKey {
  /// `nil`: no cache was involved.
  public static var defaultValue: CacheStatus? { nil }
}
