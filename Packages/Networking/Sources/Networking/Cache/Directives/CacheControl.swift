/// The directives of a `Cache-Control` field, in whatever they say (RFC 9111, section 5.2).
struct CacheControl: Sendable, Hashable {
  /// One directive.
  struct Directive: Sendable, Hashable {
    /// The name in lower case.
    let name: String
    /// The argument, unquoted.
    let argument: String?
  }

  /// An argument that should be a number of seconds.
  enum Seconds: Sendable, Hashable {
    case absent
    case value(Int)
    /// There is a directive, but no number.
    case invalid
  }

  let directives: [Directive]

  /// Reads all lines of the field; what is no directive is left out, unknown directives are kept and mean nothing.
  init(_ values: [String]) {
    directives = FieldList.members(values).map { member in
      guard let equals = member.utf8.firstIndex(of: UInt8(ascii: "=")) else {
        return Directive(name: member.lowercased(), argument: nil)
      }
      let name = FieldList.trimmed(member[..<equals]).lowercased()
      return Directive(name: name, argument: FieldList.unquoted(member[member.utf8.index(after: equals)...]))
    }
  }

  /// Whether the directive is there, with or without an argument.
  func contains(_ name: String) -> Bool { directives.contains { $0.name == name } }

  /// The first directive of a name: later ones don't count (RFC 9111, section 4.2.1).
  subscript(name: String) -> Directive? { directives.first { $0.name == name } }

  /// The number of seconds that the first directive of a name says.
  func seconds(_ name: String) -> Seconds {
    guard let directive = self[name] else { return .absent }
    guard let argument = directive.argument, let number = DeltaSeconds.parse(argument) else { return .invalid }
    return .value(number)
  }
}
