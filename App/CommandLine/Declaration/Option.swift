/// An option together with the type that its value has in an ``Invocation``.
///
/// Declared once, usually as a static member, so that commands read `invocation[.timeout]`:
///
/// ```swift
/// extension Option where Value == Duration? {
///   static var timeout: Self {
///     .optional("timeout", .duration(), placeholder: "DURATION", summary: "Gives up after this long.", defaultText: "15s")
///   }
/// }
/// ```
struct Option<Value: Sendable>: Sendable {
  /// The option without its type.
  let declaration: OptionDeclaration

  /// Turns the words given, already found acceptable and in their order, into the value.
  let read: @Sendable ([String]) throws(ValidationError) -> Value

  private init(
    _ declaration: OptionDeclaration,
    read: @escaping @Sendable ([String]) throws(ValidationError) -> Value
  ) {
    self.declaration = declaration
    self.read = read
  }
}

extension Option {
  /// A flag: true when given.
  static func flag(
    _ name: String,
    short: Character? = nil,
    summary: String,
    isCommon: Bool = false,
    environmentVariable: String? = nil,
    excludes: [String] = []
  ) -> Self where Value == Bool {
    Self(
      OptionDeclaration(
        name: name,
        shortName: short,
        form: .flag,
        summary: summary,
        isCommon: isCommon,
        environmentVariable: environmentVariable,
        excludedNames: excludes
      )
    ) { words throws(ValidationError) in !words.isEmpty }
  }

  /// A flag with an opposite: true for `--name`, false for `--no-name`, nil when neither is given.
  static func negatableFlag(
    _ name: String,
    short: Character? = nil,
    summary: String,
    isCommon: Bool = false,
    defaultText: String? = nil,
    environmentVariable: String? = nil,
    excludes: [String] = []
  ) -> Self where Value == Bool? {
    Self(
      OptionDeclaration(
        name: name,
        shortName: short,
        form: .negatableFlag,
        summary: summary,
        isCommon: isCommon,
        defaultText: defaultText,
        environmentVariable: environmentVariable,
        excludedNames: excludes
      )
    ) { words throws(ValidationError) in words.last.map { $0 == Invocation.on } }
  }

  /// An option with a value; nil when it is not given, so that another source (environment, file) can decide.
  ///
  /// `defaultText` says what then holds in the end; it is for help only.
  static func optional<Element: Sendable>(
    _ name: String,
    short: Character? = nil,
    _ rule: ValueRule<Element>,
    placeholder: String? = nil,
    summary: String,
    isCommon: Bool = false,
    defaultText: String? = nil,
    environmentVariable: String? = nil,
    excludes: [String] = []
  ) -> Self where Value == Element? {
    var declaration = OptionDeclaration(name, short, rule, placeholder, summary, isCommon, environmentVariable)
    declaration.defaultText = defaultText
    declaration.excludedNames = excludes
    return Self(declaration) { words throws(ValidationError) in
      guard let word = words.last else { return nil }
      return try rule.parse(word)
    }
  }

  /// An option with a value and a default.
  ///
  /// The default is a word, read by the rule when the option is not given, so that help and program cannot disagree.
  static func value(
    _ name: String,
    short: Character? = nil,
    _ rule: ValueRule<Value>,
    placeholder: String? = nil,
    default defaultWord: String,
    summary: String,
    isCommon: Bool = false,
    environmentVariable: String? = nil,
    excludes: [String] = []
  ) -> Self {
    var declaration = OptionDeclaration(name, short, rule, placeholder, summary, isCommon, environmentVariable)
    declaration.defaultText = defaultWord
    declaration.excludedNames = excludes
    return Self(declaration) { words throws(ValidationError) in try rule.parse(words.last ?? defaultWord) }
  }

  /// An option that must be given.
  static func required(
    _ name: String,
    short: Character? = nil,
    _ rule: ValueRule<Value>,
    placeholder: String? = nil,
    summary: String,
    isCommon: Bool = true
  ) -> Self {
    var declaration = OptionDeclaration(name, short, rule, placeholder, summary, isCommon, nil)
    declaration.isRequired = true
    return Self(declaration) { words throws(ValidationError) in
      guard let word = words.last else { throw ValidationError("it is missing") }
      return try rule.parse(word)
    }
  }

  /// An option that may be given more than once; the values are in the order of the command line.
  static func repeated<Element: Sendable>(
    _ name: String,
    short: Character? = nil,
    _ rule: ValueRule<Element>,
    placeholder: String? = nil,
    summary: String,
    isCommon: Bool = false,
    environmentVariable: String? = nil,
    excludes: [String] = []
  ) -> Self where Value == [Element] {
    var declaration = OptionDeclaration(name, short, rule, placeholder, summary, isCommon, environmentVariable)
    declaration.isRepeatable = true
    declaration.excludedNames = excludes
    return Self(declaration) { words throws(ValidationError) in
      var values: [Element] = []
      for word in words { values.append(try rule.parse(word)) }
      return values
    }
  }
}

extension OptionDeclaration {
  fileprivate init<Element>(
    _ name: String,
    _ short: Character?,
    _ rule: ValueRule<Element>,
    _ placeholder: String?,
    _ summary: String,
    _ isCommon: Bool,
    _ environmentVariable: String?
  ) {
    let placeholder = placeholder ?? ValueDeclaration.placeholder(for: rule, name: name)
    self.init(
      name: name,
      shortName: short,
      form: .value(ValueDeclaration(rule, placeholder: placeholder)),
      summary: summary,
      isCommon: isCommon,
      environmentVariable: environmentVariable
    )
  }
}
