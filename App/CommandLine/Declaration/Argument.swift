/// A positional argument together with the type that its value has in an ``Invocation``.
struct Argument<Value: Sendable>: Sendable {
  /// The argument without its type.
  let declaration: ArgumentDeclaration

  /// Turns the words given, already found acceptable and in their order, into the value.
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
  /// An argument that must be given.
  static func required(_ name: String, _ rule: ValueRule<Value>, summary: String) -> Self {
    Self(ArgumentDeclaration(name: name, summary: summary, count: .one, rule)) { words throws(ValidationError) in
      guard let word = words.first else { throw ValidationError("it is missing") }
      return try rule.parse(word)
    }
  }

  /// An argument that may be left out.
  static func optional<Element: Sendable>(
    _ name: String,
    _ rule: ValueRule<Element>,
    summary: String
  ) -> Self where Value == Element? {
    Self(ArgumentDeclaration(name: name, summary: summary, count: .oneOrNone, rule)) { words throws(ValidationError) in
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
    let count: ArgumentDeclaration.Count = isRequired ? .oneOrMore : .any
    return Self(ArgumentDeclaration(name: name, summary: summary, count: count, rule)) {
      words throws(ValidationError) in
      var values: [Element] = []
      for word in words { values.append(try rule.parse(word)) }
      return values
    }
  }
}
