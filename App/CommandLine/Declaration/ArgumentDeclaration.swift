/// A positional argument together with the type that its value has in an ``Invocation``.
struct ArgumentDeclaration<Value: Sendable>: Sendable {
  /// The argument without its type.
  let specification: ArgumentSpecification

  /// Turns the words given, already found acceptable and in their order, into the value.
  let read: @Sendable ([String]) throws(ValueProblem) -> Value

  private init(
    _ specification: ArgumentSpecification,
    read: @escaping @Sendable ([String]) throws(ValueProblem) -> Value
  ) {
    self.specification = specification
    self.read = read
  }
}

extension ArgumentDeclaration {
  /// An argument that must be given.
  static func required(_ name: String, _ rule: ValueRule<Value>, summary: String) -> Self {
    Self(ArgumentSpecification(name: name, summary: summary, count: .one, rule)) { words throws(ValueProblem) in
      guard let word = words.first else { throw ValueProblem("it is missing") }
      return try rule.parse(word)
    }
  }

  /// An argument that may be left out.
  static func optional<Element: Sendable>(
    _ name: String,
    _ rule: ValueRule<Element>,
    summary: String
  ) -> Self where Value == Element? {
    Self(ArgumentSpecification(name: name, summary: summary, count: .oneOrNone, rule)) { words throws(ValueProblem) in
      guard let word = words.first else { return nil }
      return try rule.parse(word)
    }
  }

  /// An argument that takes all remaining words.
  ///
  /// `isRequired` says whether there must be one at least.
  static func repeated<Element: Sendable>(
    _ name: String,
    _ rule: ValueRule<Element>,
    isRequired: Bool = false,
    summary: String
  ) -> Self where Value == [Element] {
    let count: ArgumentSpecification.Count = isRequired ? .oneOrMore : .any
    return Self(ArgumentSpecification(name: name, summary: summary, count: count, rule)) {
      words throws(ValueProblem) in
      var values: [Element] = []
      for word in words { values.append(try rule.parse(word)) }
      return values
    }
  }
}
