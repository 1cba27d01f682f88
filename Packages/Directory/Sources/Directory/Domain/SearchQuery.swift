/// A search query in which every word must match, either in any field or in a specific one.
///
/// Words are separated by blanks. Quotation marks combine several words: `"core platform"`. A prefix restricts a
/// word to one field: `name:`, `team:`, `email:`, `bio:` or `type:`. A prefix without a word is ignored. Any
/// other prefix is treated as part of the word. Case, diacritics and character width are ignored.
public struct SearchQuery: Sendable, Hashable {
  struct Term: Sendable, Hashable {
    /// The field to search, or `nil` for all text fields.
    var field: EmployeeField?
    var bytes: [UInt8]
  }

  let terms: [Term]

  /// Parses a search query.
  public init(_ text: String) {
    var folder = TextFolder()
    terms = Self.words(of: text).compactMap { word in
      var field: EmployeeField?
      var content = word
      if let colon = word.firstIndex(of: ":"), let named = EmployeeField(rawValue: word[..<colon].lowercased()) {
        field = named
        content = word[word.index(after: colon)...]
      }
      var bytes: [UInt8] = []
      folder.append(String(content.filter { $0 != "\"" }), to: &bytes)
      if field == .type { bytes = Self.bare(bytes) }
      return bytes.isEmpty ? nil : Term(field: field, bytes: bytes)
    }
  }

  var isEmpty: Bool { terms.isEmpty }

  /// Returns whether all employees that match this query also match another query.
  func narrows(_ other: SearchQuery) -> Bool {
    other.terms.allSatisfy { wide in
      terms.contains { narrow in
        guard narrow.field == wide.field || (wide.field == nil && narrow.field != .type) else { return false }
        return narrow.field == .type ? narrow.bytes.starts(with: wide.bytes) : narrow.bytes.contains(wide.bytes)
      }
    }
  }

  /// Returns whether an employment type starts with a word, ignoring hyphens, underscores and blanks.
  static func matches(_ type: EmployeeType, _ word: [UInt8]) -> Bool {
    bare(Array(type.word.utf8)).starts(with: word)
  }

  private static func bare(_ bytes: [UInt8]) -> [UInt8] {
    bytes.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: " ") }
  }

  /// Returns the parts of a query, split at NUL, which folded text never contains, and at blanks outside quotes.
  private static func words(of text: String) -> [Substring] {
    var isQuoted = false
    return text.split { character in
      if character == "\"" { isQuoted.toggle() }
      return (character.isWhitespace && !isQuoted) || character == "\0"
    }
  }
}

extension SearchQuery {
  /// Returns the ranges in a field's text that match the query, for highlighting.
  func matches(in text: String, of field: EmployeeField) -> [Range<String.Index>] {
    let wanted = terms.filter { $0.field == nil || $0.field == field }
    guard field != .type, !wanted.isEmpty, !text.isEmpty else { return [] }
    var folder = TextFolder()
    var folded: [UInt8] = []
    /// For each folded byte, the index of the character that produced it.
    var origins: [Int] = []
    var indices: [String.Index] = []
    for index in text.indices {
      folder.append(text[index], to: &folded)
      origins.append(contentsOf: repeatElement(indices.count, count: folded.count - origins.count))
      indices.append(index)
    }
    indices.append(text.endIndex)
    var found = RangeSet<String.Index>()
    for term in wanted {
      let pattern = BytePattern(term.bytes)
      var start = 0
      while let place = folded.withUnsafeBytes({
        pattern.firstMatch(in: UnsafeRawBufferPointer(rebasing: $0[start...]))
      }) {
        let end = start + place + term.bytes.count
        found.insert(contentsOf: indices[origins[start + place]]..<indices[origins[end - 1] + 1])
        start += place + 1
      }
    }
    return Array(found.ranges)
  }
}

/// A searchable employee field; the raw value is its search prefix without the colon.
enum EmployeeField: String, Sendable, Hashable, CaseIterable {
  case name
  case team
  case email
  case biography = "bio"
  /// The employment type, which matches by prefix: `type:full`.
  case type

  /// The fields searched for a word without a prefix, in index order.
  static let texts: [EmployeeField] = [.name, .team, .email, .biography]
}
