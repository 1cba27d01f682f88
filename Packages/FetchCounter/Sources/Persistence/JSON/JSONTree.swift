/// A JSON text whose numbers and strings are kept exactly as they were written.
///
/// `JSONDecoder` reads what a program knows; this keeps what it does not know, so that a rewrite loses nothing.
indirect enum JSONTree: Sendable, Hashable {
  /// A member of an object.
  struct Member: Sendable, Hashable {
    /// The name, with its escapes resolved.
    var name: String
    /// The name as written, with its quotes.
    var token: String
    var value: JSONTree

    init(name: String, token: String, value: JSONTree) {
      self.name = name
      self.token = token
      self.value = value
    }

    /// A member whose name needs no escapes.
    init(_ name: StaticString, _ value: JSONTree) {
      self.init(name: "\(name)", token: "\"\(name)\"", value: value)
    }
  }

  /// The members in the order of the text; names are unique.
  case object([Member])
  case array([JSONTree])
  /// A number, a string with its quotes, `true`, `false` or `null`, as written.
  case scalar(String)

  /// A string value.
  static func string(_ text: String) -> JSONTree {
    .scalar(JSONPrinter.token(text))
  }

  /// A whole number.
  static func integer(_ number: Int) -> JSONTree {
    .scalar(String(number))
  }

  /// The members of an object, or `nil` for anything else.
  var members: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The value as a whole number, or `nil` when it is anything else or too large.
  var integer: Int? {
    if case .scalar(let text) = self { Int(text) } else { nil }
  }
}
