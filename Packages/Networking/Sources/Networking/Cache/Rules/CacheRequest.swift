import NetworkingFoundation

struct CacheRequest: Sendable {
  let method: HTTPMethod
  let headers: HTTPFields
  let directives: RequestDirectives
  let policy: CachePolicy
  let range: RangeRequest?
  /// Whether the cache can't handle the request.
  ///
  /// This applies to methods other than GET and HEAD, requests with content, multiple ranges, and conditions that only
  /// the service can evaluate.
  let isBeyondCache: Bool

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

  /// The conditions that only the service can evaluate (RFC 9110, section 13.1; RFC 9111, section 4.3.2).
  private static let forService = [CachingField.ifMatch, CachingField.ifUnmodifiedSince]

  /// Whether the caller wants to revalidate its own copy.
  var isConditional: Bool {
    headers.contains(CachingField.ifNoneMatch) || headers.contains(CachingField.ifModifiedSince)
  }

  /// Returns whether the caller's copy is current, in which case the cache responds with 304 (RFC 9111, section 4.3.2).
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

  /// Returns the fields for revalidation, which replace the caller's own conditions (RFC 9111, section 4.3.1).
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

/// The part of a complete stored response that satisfies a range request (RFC 9110, sections 13.1.5, 14 and 15.3.7; RFC 9111,
/// section 3.4).
enum PartialResponse: Hashable {
  case whole
  /// The requested bytes, with status 206.
  case part(Range<Int>)
  case unsatisfiable

  /// Evaluates a range request for an entry whose ``StoredEntry/holdsItsBytes`` is `true`.
  init(of entry: StoredEntry, for request: CacheRequest) {
    guard let range = request.range, request.isOwnVersion(entry.response) else {
      self = .whole
      return
    }
    self = range.bounds(in: entry.content.count).map { .part($0) } ?? .unsatisfiable
  }
}

extension CacheRequest {
  /// Returns whether `If-Range` is missing or matches the stored version (RFC 9110, section 13.1.5).
  ///
  /// Entity tags must be equal and strong. Dates must be equal and at least one second before the response's `Date`.
  func isOwnVersion(_ stored: StoredResponse) -> Bool {
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
  /// The part of the content that the entry contains; `nil` for a complete response.
  var part: StoredPart? { StoredPart(response, contentLength: content.count) }

  /// Returns whether the entry contains all the content that a request needs.
  func isUsable(for request: CacheRequest) -> Bool {
    response.status.code != 206 || part?.bounds(for: request, of: response) != nil
  }

  /// Whether the stored bytes are exactly what the service sent.
  ///
  /// The transport removes `Content-Length` when it decodes content.
  var holdsItsBytes: Bool {
    response.status == .ok && response.headers[values: .contentLength].first == String(content.count)
  }
}

/// The invalidation of entries by successful requests that change data (RFC 9111, section 4.4).
enum Invalidation {
  /// Returns the URLs of outdated entries: the request's URL, and the URLs in the response that have the same origin.
  static func targets(of request: HTTPRequest, _ response: HTTPResponse) -> [URL] {
    guard !request.method.isSafe, response.status.isSuccess || response.status.isRedirection else { return [] }
    let origin = request.origin
    let named = [HTTPField.Name.location, CachingField.contentLocation].compactMap { name in
      response.headers[values: name].first.flatMap { URL(string: $0, relativeTo: request.url)?.absoluteURL }
    }
    return [request.url] + named.filter { Origin($0) == origin && origin != nil }
  }
}
