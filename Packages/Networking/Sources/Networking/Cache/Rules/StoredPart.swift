import NetworkingFoundation

/// The part of the content in a 206 response (RFC 9111, section 3.3; RFC 9110, section 15.3.7).
struct StoredPart: Sendable, Hashable {
  /// The positions of the bytes in the complete content.
  let bytes: Range<Int>
  /// The length of the complete content; `nil` if it is uncertain, in which case the part is the end of the content.
  let total: Int?

  init(bytes: Range<Int>, total: Int?) {
    self.bytes = bytes
    self.total = total
  }

  /// Reads the part from a service's response; `nil` if it can't be stored as a part.
  ///
  /// The content must have the length of its `Content-Range`. There is one exception: if the last N bytes were
  /// requested, the response may have exactly N bytes and a `Content-Range` with a wrong end. Such a part is never
  /// joined with other parts. Encoded content isn't stored in parts, because complete content is stored decoded.
  init?(of response: HTTPResponse, to request: CacheRequest) {
    let fields = response.headers[values: CachingField.contentRange]
    guard response.status.code == 206, let requested = request.range, fields.count == 1,
      !response.headers.contains(.contentEncoding), let range = ContentRange(fields[0]), let bounds = range.bounds,
      let total = range.total
    else { return nil }
    let length = response.headers[values: .contentLength].first
    if length.map({ $0 == String(bounds.count) }) ?? true {
      self.init(bytes: Range(bounds), total: total)
      return
    }
    guard case .last(let count) = requested, length == String(count), (1..<bounds.count).contains(count),
      bounds.upperBound == total - 1
    else { return nil }
    self.init(bytes: bounds.lowerBound..<bounds.lowerBound + count, total: nil)
  }

  /// Reads the part from a stored response; `nil` if the response is complete or doesn't match the content's length.
  init?(_ response: StoredResponse, contentLength: Int) {
    guard response.status.code == 206,
      let range = response.headers[CachingField.contentRange].flatMap(ContentRange.init),
      let bounds = range.bounds, bounds.count == contentLength
    else { return nil }
    self.init(bytes: Range(bounds), total: range.total)
  }

  var isComplete: Bool { total.map { bytes == 0..<$0 } ?? false }

  /// Returns the value of `Content-Range` for some of the bytes.
  func contentRange(_ bytes: Range<Int>) -> String {
    "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/\(total.map(String.init) ?? "*")"
  }

  /// Returns the positions of the requested bytes; `nil` if the part doesn't contain all of them.
  func bounds(for request: CacheRequest, of stored: StoredResponse) -> Range<Int>? {
    guard let range = request.range, !request.isConditional, request.isOwnVersion(stored),
      let wanted = range.bounds(in: total ?? bytes.upperBound),
      bytes.lowerBound <= wanted.lowerBound, wanted.upperBound <= bytes.upperBound
    else { return nil }
    return wanted
  }

  /// Returns the `Range` that completes the content for a request; `nil` if one range isn't enough.
  ///
  /// Without a strong validator, the new part can't be joined. The range is still requested, because a service without
  /// range support sends the complete content. If a part arrives instead, the complete content is requested next.
  func missing(for request: CacheRequest) -> String? {
    guard let total, request.method == .get, request.range == nil, !request.isConditional,
      !request.directives.isNoStore
    else { return nil }
    if bytes.lowerBound == 0 { return "bytes=\(bytes.upperBound)-" }
    return bytes.upperBound == total ? "bytes=0-\(bytes.lowerBound - 1)" : nil
  }
}

/// The union of a stored part and a newly received part (RFC 9111, section 3.4).
struct PartJoin: Sendable, Hashable {
  let part: StoredPart
  /// The positions of the stored bytes before the received bytes.
  let before: Range<Int>
  /// The positions of the stored bytes after the received bytes.
  let after: Range<Int>

  /// Joins two parts with the same strong validator; `nil` if there is a gap between them, or if they may belong to
  /// different versions.
  init?(_ stored: StoredPart, _ storedValidator: String?, with received: StoredPart, _ receivedValidator: String?) {
    guard let total = stored.total, total == received.total, let storedValidator,
      storedValidator == receivedValidator, stored.bytes.lowerBound <= received.bytes.upperBound,
      received.bytes.lowerBound <= stored.bytes.upperBound
    else { return nil }
    let start = min(stored.bytes.lowerBound, received.bytes.lowerBound)
    let end = max(stored.bytes.upperBound, received.bytes.upperBound)
    part = StoredPart(bytes: start..<end, total: total)
    before = start..<received.bytes.lowerBound
    after = received.bytes.upperBound..<end
  }

  /// Returns the status and header fields of the union: the stored fields, updated with the received fields.
  func head(_ stored: HTTPFields, with received: HTTPFields, received time: TimeInterval) -> (HTTPStatus, HTTPFields) {
    var fields = StoredFields.updated(stored, with: received, keepsCookies: true, received: time)
    fields[CachingField.contentRange] = part.isComplete ? nil : part.contentRange(part.bytes)
    fields[.contentLength] = String(part.bytes.count)
    return (part.isComplete ? .ok : 206, fields)
  }
}

extension HTTPFields {
  /// Returns the value of `If-Range` that identifies this version byte for byte (RFC 9110, sections 8.8.1 and 13.1.5).
  ///
  /// - Parameter time: The time when the response arrived, in seconds since 1970.
  /// - Returns: The entity tag or the date; `nil` if there is no strong validator.
  func strongValidator(received time: TimeInterval) -> String? {
    let tags = self[values: CachingField.entityTag]
    if let tag = tags.first {
      return tags.count == 1 && tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.utf8.count > 1 ? tag : nil
    }
    let now = Date(timeIntervalSince1970: time)
    guard let text = self[values: CachingField.lastModified].first, let modified = HTTPDate.parse(text, now: now),
      let made = self[values: CachingField.date].first.flatMap({ HTTPDate.parse($0, now: now) }),
      made.timeIntervalSince(modified) >= 1
    else { return nil }
    return text
  }
}
