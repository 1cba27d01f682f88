/// The header fields in order; names are case-insensitive and may repeat (RFC 9110, section 5).
///
/// The fields in a received request are converted to strings only on access.
public struct ServerHeaders: Sendable {
  package struct Field: Sendable, Hashable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  private enum Storage: Sendable {
    case list([Field])
    case head(RequestHead)
  }

  private var storage: Storage

  package init(_ fields: [Field] = []) {
    storage = .list(fields)
  }

  init(head: RequestHead) {
    storage = .head(head)
  }

  /// The fields in order; O(1), or O(*n*) for a received request.
  package var fields: [Field] {
    get {
      switch storage {
      case .list(let fields): fields
      case .head(let head): head.fields.map { Field(head.text($0.name), head.text($0.value)) }
      }
    }
    set { storage = .list(newValue) }
  }

  /// The first value of a field; setting it replaces all values of the field, and setting `nil` removes them.
  public subscript(name: String) -> String? {
    get {
      switch storage {
      case .list(let fields):
        return fields.first { $0.name.equalsIgnoringCase(name) }?.value
      case .head(let head):
        let wanted = Array(name.utf8)
        return head.fields.first { head.name(of: $0, equals: wanted) }.map { head.text($0.value) }
      }
    }
    set {
      var list = fields
      let first = list.firstIndex { $0.name.equalsIgnoringCase(name) }
      list.removeAll { $0.name.equalsIgnoringCase(name) }
      if let newValue { list.insert(Field(name, newValue), at: min(first ?? list.count, list.count)) }
      storage = .list(list)
    }
  }

  package func values(of name: String) -> [String] {
    switch storage {
    case .list(let fields):
      return fields.filter { $0.name.equalsIgnoringCase(name) }.map(\.value)
    case .head(let head):
      let wanted = Array(name.utf8)
      return head.fields.filter { head.name(of: $0, equals: wanted) }.map { head.text($0.value) }
    }
  }

  package func contains(_ name: String) -> Bool { self[name] != nil }

  package mutating func add(_ name: String, _ value: String) {
    guard case .list(var list) = storage else {
      fields += [Field(name, value)]
      return
    }
    storage = .list([])
    list.append(Field(name, value))
    storage = .list(list)
  }
}

extension ServerHeaders: ExpressibleByDictionaryLiteral {
  /// Creates fields from a literal, in the literal's order; names may repeat.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements.map { Field($0.0, $0.1) })
  }
}

extension ServerHeaders: Equatable {
  /// Returns whether both lists have the same fields in the same order.
  public static func == (left: ServerHeaders, right: ServerHeaders) -> Bool {
    left.fields == right.fields
  }
}

extension RequestHead {
  func name(of field: Field, equals wanted: [UInt8]) -> Bool {
    guard field.name.count == wanted.count else { return false }
    for (index, byte) in zip(field.name, wanted)
    where FieldSyntax.lowercase(bytes[index]) != FieldSyntax.lowercase(byte) { return false }
    return true
  }
}

extension String {
  func equalsIgnoringCase(_ other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    return zip(utf8, other.utf8).allSatisfy { FieldSyntax.lowercase($0) == FieldSyntax.lowercase($1) }
  }
}
