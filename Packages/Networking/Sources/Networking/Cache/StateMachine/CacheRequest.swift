import Foundation

/// A request as the state machine sees it.
struct CacheRequest: Sendable {
  /// The method.
  let method: HTTPMethod
  /// The header fields.
  let headers: HTTPFields
  /// What it says about caching.
  let directives: RequestDirectives
  /// What the program wants.
  let policy: CachePolicy
  /// The part that is asked for.
  let range: RangeRequest?
  /// Whether the cache can't answer it: not GET or HEAD, with content, for several parts, or with conditions that are the service's to judge.
  let isBeyondCache: Bool

  /// Takes what matters of a request.
  init(_ request: HTTPRequest, policy: CachePolicy) {
    method = request.method
    headers = request.headers
    directives = RequestDirectives(request.headers)
    self.policy = policy
    let ranges = request.headers[values: CachingField.range]
    range = method == .get && ranges.count == 1 ? RangeRequest(ranges[0]) : nil
    let isForUnknownPart = range == nil && (!ranges.isEmpty || request.headers.contains(CachingField.ifRange))
    isBeyondCache =
      !(request.method == .get || request.method == .head)
      || request.body != nil
      || isForUnknownPart
      || Self.forService.contains { request.headers.contains($0) }
  }

  /// Fields that RFC 9110, section 13.1 and RFC 9111, section 4.3.2 keep from being answered out of a store of whole answers.
  private static let forService = [CachingField.ifMatch, CachingField.ifUnmodifiedSince]

  /// Whether the caller has a version of its own and asks if it is current.
  var isConditional: Bool {
    headers.contains(CachingField.ifNoneMatch) || headers.contains(CachingField.ifModifiedSince)
  }

  /// Whether the caller's own version is the stored one, so that 304 is the answer (RFC 9111, section 4.3.2).
  func isSatisfied(by stored: StoredResponse) -> Bool {
    guard stored.status == .ok else { return false }
    if headers.contains(CachingField.ifNoneMatch) {
      let tags = FieldList.members(headers[values: CachingField.ifNoneMatch])
      if tags == ["*"] { return true }
      guard let own = stored.entityTag else { return false }
      return tags.contains { EntityTag($0)?.matches(own) ?? false }
    }
    let received = Date(timeIntervalSince1970: stored.exchange.response)
    guard let since = headers[values: CachingField.ifModifiedSince].first,
      let limit = HTTPDate.parse(since, now: received)
    else { return false }
    let own = stored.lastModified ?? stored.headers[values: CachingField.date].first
    return own.flatMap { HTTPDate.parse($0, now: received) }.map { $0 <= limit } ?? false
  }

  /// The fields with which the service is asked whether a stored answer is current (RFC 9111, section 4.3.1).
  ///
  /// They replace the caller's own conditions, which are judged against the result.
  func headers(validating stored: StoredResponse) -> HTTPFields {
    var conditional = headers
    conditional[CachingField.ifNoneMatch] = nil
    conditional[CachingField.ifModifiedSince] = nil
    if let tag = stored.headers[CachingField.entityTag], stored.entityTag != nil {
      conditional.append(CachingField.ifNoneMatch, tag)
    }
    if let modified = stored.lastModified { conditional.append(CachingField.ifModifiedSince, modified) }
    return conditional
  }
}
