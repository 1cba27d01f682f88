/// A report on how the cache handled a request (RFC 9211), stored in the response's context.
///
/// ```swift
/// if let status = response.context[CacheStatus.self] {
///   print(status)  // Networking; fwd=stale; fwd-status=304; ttl=60; stored
///   if status.isStale { print("The response may be out of date.") }
/// }
/// ```
public struct CacheStatus: Sendable, Hashable {
  /// The reason the cache sent the request to the service (RFC 9211, section 2.2).
  package enum ForwardReason: String, Sendable, Hashable {
    case bypass
    /// Responses to requests with this method aren't stored.
    case method
    case uriMiss = "uri-miss"
    /// The stored responses are for requests with different header fields.
    case varyMiss = "vary-miss"
    case request
    case stale
    /// The request asks for part of the content, or has conditions that only the service can evaluate.
    case partial
  }

  package var cacheName: String
  package var forward: ForwardReason?
  /// The status of the service's response, if the service responded.
  public var forwardStatus: HTTPStatus?
  /// The remaining freshness lifetime; negative for a stale response.
  package var timeToLive: Duration?
  /// Whether the response is stored once its content has been read to the end.
  package var isStored: Bool
  /// The response's age, if it came from the cache.
  public var age: Duration?
  package var staleReason: StaleReason?
  /// The failure that led to the use of a stale response.
  public var failure: NetworkError?

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

  package var isHit: Bool { forward == nil }
  /// Whether the response is stale.
  public var isStale: Bool { staleReason != nil }
  /// Whether the content came from the cache, with or without revalidation.
  public var isFromCache: Bool { age != nil }
}

extension CacheStatus: CustomStringConvertible {
  /// The value of a `Cache-Status` field.
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

extension CacheStatus: MessageContextKey {}
