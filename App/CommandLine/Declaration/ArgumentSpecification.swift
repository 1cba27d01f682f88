/// A positional argument as help, completions and the parser see it; made from an ``ArgumentDeclaration``.
struct ArgumentSpecification: Sendable {
  /// How many words the argument takes.
  enum Count: Equatable, Sendable {
    case one
    case oneOrNone
    case oneOrMore
    case any
  }

  /// The name in capitals, as it stands in the usage line.
  var name: String

  /// What the argument is, as one sentence.
  var summary: String

  /// How many words it takes.
  var count: Count

  /// What is allowed.
  var value: ValueSpecification

  init<Value>(name: String, summary: String, count: Count, _ rule: ValueRule<Value>) {
    self.name = name
    self.summary = summary
    self.count = count
    value = ValueSpecification(rule, placeholder: name)
  }
}

extension ArgumentSpecification {
  /// Takes the specification out of a typed declaration: `[.init(.coin), .init(.amount)]`.
  init<Value>(_ declaration: ArgumentDeclaration<Value>) {
    self = declaration.specification
  }

  /// Whether at least one word must be given.
  var isRequired: Bool { count == .one || count == .oneOrMore }

  /// Whether it takes all remaining words.
  var isRepeating: Bool { count == .oneOrMore || count == .any }

  /// The argument as the usage line shows it: `WHO`, `[LINK]`, `WORD...`.
  var usage: String {
    let text = isRepeating ? name + "..." : name
    return isRequired ? text : "[\(text)]"
  }
}
