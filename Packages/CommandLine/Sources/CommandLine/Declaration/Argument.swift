/// A typed positional argument with an uppercase name, as in the usage line.
///
/// Declare each argument once, usually as a static member, so commands can read `invocation[argument: .coin]`.
public struct Argument<Value: Sendable>: Sendable {
  /// The argument without its value type.
  public let declaration: ArgumentDeclaration

  /// Converts the argument's validated words, in command-line order, to its value.
  let read: @Sendable ([String]) throws(ValidationError) -> Value

  private init(
    _ declaration: ArgumentDeclaration,
    read: @escaping @Sendable ([String]) throws(ValidationError) -> Value
  ) {
    self.declaration = declaration
    self.read = read
  }
}

extension Argument {
  /// Returns a required argument.
  public static func required(_ name: String, _ rule: ValueRule<Value>, summary: String) -> Self {
    Self(ArgumentDeclaration(name: name, summary: summary, count: .one, rule)) { words throws(ValidationError) in
      guard let word = words.first else { throw ValidationError("it is missing") }
      return try rule.parse(word)
    }
  }

  /// Returns an optional argument.
  public static func optional<Element: Sendable>(
    _ name: String,
    _ rule: ValueRule<Element>,
    summary: String
  ) -> Self where Value == Element? {
    Self(ArgumentDeclaration(name: name, summary: summary, count: .oneOrNone, rule)) { words throws(ValidationError) in
      guard let word = words.first else { return nil }
      return try rule.parse(word)
    }
  }

  /// Returns an argument that takes all remaining words; if `isRequired` is `true`, there must be at least one.
  public static func repeated<Element: Sendable>(
    _ name: String,
    _ rule: ValueRule<Element>,
    isRequired: Bool = false,
    summary: String
  ) -> Self where Value == [Element] {
    let count: ArgumentDeclaration.Count = isRequired ? .oneOrMore : .any
    return Self(ArgumentDeclaration(name: name, summary: summary, count: count, rule)) {
      words throws(ValidationError) in
      var values: [Element] = []
      for word in words { values.append(try rule.parse(word)) }
      return values
    }
  }
}

/// A positional argument without its value type, for help, completions and the parser.
public struct ArgumentDeclaration: Sendable {
  enum Count: Equatable, Sendable {
    case one, oneOrNone, oneOrMore, any
  }

  /// The uppercase name, as in the usage line.
  public let name: String

  /// A one-sentence description of the argument.
  public let summary: String
  let count: Count
  let value: ValueDeclaration

  init<Value>(name: String, summary: String, count: Count, _ rule: ValueRule<Value>) {
    self.name = name
    self.summary = summary
    self.count = count
    value = ValueDeclaration(rule, placeholder: name)
  }

  var isRequired: Bool { count == .one || count == .oneOrMore }

  var isRepeating: Bool { count == .oneOrMore || count == .any }

  /// The argument as shown in the usage line: `WHO`, `[LINK]` or `WORD...`.
  var usage: String {
    let text = isRepeating ? name + "..." : name
    return isRequired ? text : "[\(text)]"
  }
}
