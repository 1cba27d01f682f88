import NetworkingFoundation

/// The criteria that decide which requests to a URL can use a stored response (RFC 9111, section 4.1).
///
/// In addition to the fields in `Vary`, the criteria always include the request's `Authorization` and `Cookie` fields,
/// so that a user never gets another user's response. Only digests are stored, so the values can't be read from the
/// disk.
struct Selection: Sendable, Hashable {
  struct Field: Sendable, Hashable {
    let name: HTTPField.Name
    /// The digest of the normalized value; `nil` if the request didn't have the field.
    let value: SHA256.Digest?
  }

  let fields: [Field]

  init(fields: [Field]) { self.fields = fields }

  /// Reads the fields listed in `Vary` from the request; `nil` if `Vary` contains `*`, which matches no request.
  init?(vary: [String], request: HTTPFields) {
    let members = FieldList.members(vary)
    if members.contains("*") { return nil }
    var names: Set<HTTPField.Name> = [.authorization, .cookie]
    for member in members {
      // No request has a field with an invalid name, so such a name doesn't restrict the selection.
      if let name = HTTPField.Name(String(member)) { names.insert(name) }
    }
    fields = names.sorted { $0.canonicalName < $1.canonicalName }.map { name in
      Field(name: name, value: Self.digest(of: name, in: request))
    }
  }

  /// Returns whether a request can use the response.
  ///
  /// - Parameters:
  ///   - request: The request's header fields.
  ///   - language: The response's only language, if known. A request that prefers this language to all others matches,
  ///     whatever else its `Accept-Language` contains, because no other response could be better.
  /// - Returns: Whether all fields match.
  func matches(_ request: HTTPFields, language: @autoclosure () -> String?) -> Bool {
    fields.allSatisfy { field in
      Self.digest(of: field.name, in: request) == field.value
        || (field.name == CachingField.acceptLanguage
          && language().map { LanguagePreference($0, in: request).isFirst } ?? false)
    }
  }

  private static func digest(of name: HTTPField.Name, in request: HTTPFields) -> SHA256.Digest? {
    guard request.contains(name) else { return nil }
    // White space around members and the number of field lines don't matter.
    let members = FieldList.members(request[values: name])
    let value = preferences.contains(name) ? Self.byQuality(members) : members.joined(separator: ",")
    return SHA256.digest(of: "\(name.canonicalName):\(value)")
  }

  /// Returns the members in lower case, sorted by descending quality.
  ///
  /// The order of members with equal qualities has no meaning (RFC 9110, section 12.5.4).
  private static func byQuality(_ members: [Substring]) -> String {
    members.map { RatedMember($0) }.sorted { ($1.quality, $0.text) < ($0.quality, $1.text) }
      .map { "\($0.text);q=\($0.quality)" }.joined(separator: ",")
  }

  /// The fields with case-insensitive values and qualities (RFC 9110, sections 12.5.2 to 12.5.4).
  private static let preferences: Set<HTTPField.Name> = [
    "Accept-Charset", .acceptEncoding, CachingField.acceptLanguage,
  ]
}

/// A list member with its quality (RFC 9110, section 12.4.2).
private struct RatedMember {
  /// The member in lower case, without its quality.
  let text: String
  /// The quality from 0 to 1; 1 if it is missing or malformed.
  let quality: Double

  init(_ member: Substring) {
    let parts = member.lowercased().split(separator: ";").map { FieldList.trimmed($0) }
    quality =
      parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
      .flatMap { (0...1).contains($0) ? $0 : nil } ?? 1
    text = parts.filter { !$0.hasPrefix("q=") }.joined(separator: ";")
  }
}

/// The rank of a language among the languages that a request accepts.
private struct LanguagePreference {
  /// Whether the request prefers the language to all other languages.
  let isFirst: Bool

  /// Compares a language with the ranges in `Accept-Language` (RFC 4647, section 3.3.1).
  init(_ language: String, in request: HTTPFields) {
    let ranges = FieldList.members(request[values: CachingField.acceptLanguage]).map { RatedMember($0) }
    let best = ranges.map(\.quality).max() ?? 0
    let first = ranges.filter { $0.quality == best }
    let tag = language.lowercased()
    isFirst = best > 0 && first.count == 1 && (tag == first[0].text || tag.hasPrefix(first[0].text + "-"))
  }
}
