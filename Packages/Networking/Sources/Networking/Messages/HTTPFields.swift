/// The header fields in order; names are case-insensitive and may repeat.
///
/// Values can't contain CR, LF or NUL, which could inject another field (RFC 9110, section 5.5).
public struct HTTPFields: Sendable, Hashable {
  private var fields: [HTTPField] = []

  /// Creates an empty list.
  public init() {}

  /// All values of a field, in order.
  public subscript(values name: HTTPField.Name) -> [String] {
    fields.compactMap { $0.name == name ? $0.value : nil }
  }

  /// The field's value; several values are joined with ", " (RFC 9110, section 5.3).
  ///
  /// The values of `Cookie` are joined with "; " (RFC 9113, section 8.2.3). The values of `Set-Cookie` can't be joined;
  /// use ``subscript(values:)``.
  ///
  /// Setting a value replaces all values of the field; setting `nil` removes them. A value with CR, LF or NUL is a
  /// programmer error and stops the program. Use ``append(_:_:)`` for untrusted values.
  public subscript(name: HTTPField.Name) -> String? {
    get {
      var found: String?
      for field in fields where field.name == name {
        found = found.map { "\($0)\(name == .cookie ? ";" : ",") \(field.value)" } ?? field.value
      }
      return found
    }
    set {
      fields.removeAll { $0.name == name }
      guard let newValue else { return }
      precondition(
        append(name, newValue),
        "the value of the header field '\(name)' contains a line break or NUL; check text from outside with append(_:_:)"
      )
    }
  }

  /// Appends a field line, removing spaces and tabs around the value.
  ///
  /// Adds nothing and returns `false` if the value contains CR, LF or NUL.
  @discardableResult
  public mutating func append(_ name: HTTPField.Name, _ value: String) -> Bool {
    guard !value.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) else { return false }
    fields.append(HTTPField(name: name, value: Self.trimmed(value)))
    return true
  }

  /// Appends a field line; the value must be valid and must have no surrounding white space.
  mutating func append(checked name: HTTPField.Name, _ value: String) {
    fields.append(HTTPField(name: name, value: value))
  }

  /// Joins the lines of `Cookie`, of which a request may have only one (RFC 6265, section 5.4).
  mutating func joinCookies() {
    guard self[values: .cookie].count > 1 else { return }
    self[.cookie] = self[.cookie]
  }

  mutating func reserveCapacity(_ count: Int) { fields.reserveCapacity(count) }

  /// Returns whether the list contains a field.
  public func contains(_ name: HTTPField.Name) -> Bool {
    fields.contains { $0.name == name }
  }

  /// Adds the fields from another list, replacing fields with the same names.
  public mutating func merge(_ other: HTTPFields) {
    guard !other.isEmpty else { return }
    fields.removeAll { other.contains($0.name) }
    fields.append(contentsOf: other.fields)
  }

  private static func trimmed(_ value: String) -> String {
    let utf8 = value.utf8
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    guard let first = utf8.first, let last = utf8.last, isSpace(first) || isSpace(last) else { return value }
    let start = utf8.firstIndex { !isSpace($0) } ?? utf8.endIndex
    guard start < utf8.endIndex, let end = utf8.lastIndex(where: { !isSpace($0) }) else { return "" }
    return String(value[start...end])
  }
}

extension HTTPFields: RandomAccessCollection {
  /// The position of the first field.
  public var startIndex: Int { fields.startIndex }
  /// The position after the last field.
  public var endIndex: Int { fields.endIndex }
  /// The field line at a position.
  public subscript(position: Int) -> HTTPField { fields[position] }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
  /// Creates a list from a literal; a value with CR, LF or NUL stops the program.
  public init(dictionaryLiteral elements: (HTTPField.Name, String)...) {
    for (name, value) in elements {
      precondition(append(name, value), "the value of the header field '\(name)' contains a line break or NUL")
    }
  }
}
