/// An option together with the type that its value has in an ``Invocation``.
///
/// Declared once, usually as a static member, so that commands read `invocation[.timeout]`:
///
/// ```swift
/// extension OptionDeclaration where Value == Duration? {
///   static var timeout: Self {
///     .optional("timeout", .duration(), placeholder: "DURATION", summary: "Gives up after this long.", defaultText: "15s")
///   }
/// }
/// ```
struct OptionDeclaration<Value: Sendable>: Sendable {
  /// The option without its type.
  let specification: OptionSpecification

  /// Turns the words given, already found acceptable and in their order, into the value.
  let read: @Sendable ([String]) throws(ValueProblem) -> Value

  private init(
    _ specification: OptionSpecification,
    read: @escaping @Sendable ([String]) throws(ValueProblem) -> Value
  ) {
    self.specification = specification
    self.read = read
  }
}

extension OptionDeclaration {
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
      OptionSpecification(
        name: name,
        shortName: short,
        form: .flag,
        summary: summary,
        isCommon: isCommon,
        environmentVariable: environmentVariable,
        excludedNames: excludes
      )
    ) { words throws(ValueProblem) in !words.isEmpty }
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
      OptionSpecification(
        name: name,
        shortName: short,
        form: .negatableFlag,
        summary: summary,
        isCommon: isCommon,
        defaultText: defaultText,
        environmentVariable: environmentVariable,
        excludedNames: excludes
      )
    ) { words throws(ValueProblem) in words.last.map { $0 == Invocation.on } }
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
    var specification = OptionSpecification(name, short, rule, placeholder, summary, isCommon, environmentVariable)
    specification.defaultText = defaultText
    specification.excludedNames = excludes
    return Self(specification) { words throws(ValueProblem) in
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
    var specification = OptionSpecification(name, short, rule, placeholder, summary, isCommon, environmentVariable)
    specification.defaultText = defaultWord
    specification.excludedNames = excludes
    return Self(specification) { words throws(ValueProblem) in try rule.parse(words.last ?? defaultWord) }
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
    var specification = OptionSpecification(name, short, rule, placeholder, summary, isCommon, nil)
    specification.isRequired = true
    return Self(specification) { words throws(ValueProblem) in
      guard let word = words.last else { throw ValueProblem("it is missing") }
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
    var specification = OptionSpecification(name, short, rule, placeholder, summary, isCommon, environmentVariable)
    specification.isRepeatable = true
    specification.excludedNames = excludes
    return Self(specification) { words throws(ValueProblem) in
      var values: [Element] = []
      for word in words { values.append(try rule.parse(word)) }
      return values
    }
  }
}

extension OptionSpecification {
  fileprivate init<Element>(
    _ name: String,
    _ short: Character?,
    _ rule: ValueRule<Element>,
    _ placeholder: String?,
    _ summary: String,
    _ isCommon: Bool,
    _ environmentVariable: String?
  ) {
    let placeholder = placeholder ?? ValueSpecification.placeholder(for: rule, name: name)
    self.init(
      name: name,
      shortName: short,
      form: .value(ValueSpecification(rule, placeholder: placeholder)),
      summary: summary,
      isCommon: isCommon,
      environmentVariable: environmentVariable
    )
  }
}
