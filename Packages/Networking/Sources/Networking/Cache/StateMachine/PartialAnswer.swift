import Foundation

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
