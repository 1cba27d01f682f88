/// A positional argument as help, completions and the parser see it; made from an ``Argument``.
struct ArgumentDeclaration: Sendable {
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
  var value: ValueDeclaration

  init<Value>(name: String, summary: String, count: Count, _ rule: ValueRule<Value>) {
    self.name = name
    self.summary = summary
    self.count = count
    value = ValueDeclaration(rule, placeholder: name)
  }
}

extension ArgumentDeclaration {
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
