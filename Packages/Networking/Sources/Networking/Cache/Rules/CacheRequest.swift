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

/// What a stored whole answer gives for a request for a part of it (RFC 9110, sections 13.1.5, 14 and 15.3.7; RFC 9111, section 3.4).
///
/// Parts themselves are left alone: an answer with 206 goes to the caller and is never stored, so there is nothing to combine but the whole.
enum PartialAnswer: Hashable {
  /// All of it: the caller's own version is another one.
  case whole
  /// These bytes, with 206.
  case part(Range<Int>)
  /// No bytes, with 416: the part begins behind the end.
  case unsatisfiable

  /// Decides for a stored answer that ``StoredEntry/holdsItsBytes``.
  init(of entry: StoredEntry, for request: CacheRequest) {
    guard let range = request.range, request.isOwnVersion(entry.response) else {
      self = .whole
      return
    }
    self = range.bounds(in: entry.content.count).map { .part($0) } ?? .unsatisfiable
  }
}

extension CacheRequest {
  /// Whether the part that is asked for belongs to the stored version, as far as `If-Range` tells (RFC 9110, section 13.1.5).
  ///
  /// A tag has to be the same and strong, a date the very same, and from at least a second before the answer was made.
  fileprivate func isOwnVersion(_ stored: StoredResponse) -> Bool {
    guard let condition = headers[values: CachingField.ifRange].first else { return true }
    if condition.hasPrefix("\"") || condition.hasPrefix("W/") {
      guard let tag = EntityTag(condition), let own = stored.entityTag else { return false }
      return tag.matchesStrongly(own)
    }
    let received = Date(timeIntervalSince1970: stored.exchange.response)
    guard let date = HTTPDate.parse(condition, now: received),
      let modified = stored.lastModified.flatMap({ HTTPDate.parse($0, now: received) }), date == modified,
      let made = stored.headers[values: CachingField.date].first.flatMap({ HTTPDate.parse($0, now: received) })
    else { return false }
    return made.timeIntervalSince(modified) >= 1
  }
}

extension StoredEntry {
  /// Whether the stored bytes are the ones that the service counts: the transport takes the length away where it decodes.
  var holdsItsBytes: Bool {
    response.status == .ok && response.headers[values: .contentLength].first == String(content.count)
  }
}

/// What a successful change at a service makes unusable (RFC 9111, section 4.4).
enum Invalidation {
  /// The URLs whose stored answers are to be removed: the request's own and, on the same origin, those that the answer names.
  static func targets(of request: HTTPRequest, _ response: HTTPResponse) -> [URL] {
    guard !request.method.isSafe, response.status.isSuccess || response.status.isRedirection else { return [] }
    let origin = request.origin
    let named = [HTTPField.Name.location, CachingField.contentLocation].compactMap { name in
      response.headers[values: name].first.flatMap { URL(string: $0, relativeTo: request.url)?.absoluteURL }
    }
    return [request.url] + named.filter { Origin($0) == origin && origin != nil }
  }
}
