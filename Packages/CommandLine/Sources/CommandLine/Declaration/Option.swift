/// A typed option.
///
/// Declare each option once, usually as a static member, so commands can read `invocation[.timeout]`:
///
/// ```swift
/// extension Option where Value == Duration? {
///   static var timeout: Self {
///     .optional("timeout", .duration(), placeholder: "DURATION", summary: "Give up after this time.", defaultText: "15s")
///   }
/// }
/// ```
///
/// The factory methods share these parameters:
/// - `short` is the letter of the short form.
/// - `placeholder` represents the value in help. The default is the list of choices or the uppercase name.
/// - `isCommon` lists the option before other options in help.
/// - `defaultText` describes the value that applies without the option. Only help shows the text.
/// - `environmentVariable` is the name of a variable with the same effect as the option. The program itself must read
///   the variable.
/// - `excludes` contains the names of options that can't be combined with this one.
public struct Option<Value: Sendable>: Sendable {
  /// The option without its value type.
  public let declaration: OptionDeclaration

  /// Converts the option's validated words, in command-line order, to its value.
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
  /// Returns a flag whose value is `true` if the flag is given.
  public static func flag(
    _ name: String,
    short: Character? = nil,
    summary: String,
    isCommon: Bool = false,
    excludes: [String] = []
  ) -> Self where Value == Bool {
    var declaration = OptionDeclaration(name: name, shortName: short, form: .flag, summary: summary, isCommon: isCommon)
    declaration.excludedNames = excludes
    return Self(declaration) { words throws(ValidationError) in !words.isEmpty }
  }

  /// Returns a negatable flag, whose value is `true` for `--name`, `false` for `--no-name`, and `nil` if neither is
  /// given.
  public static func negatableFlag(
    _ name: String,
    short: Character? = nil,
    summary: String,
    isCommon: Bool = false,
    defaultText: String? = nil
  ) -> Self where Value == Bool? {
    var declaration = OptionDeclaration(name: name, shortName: short, form: .negatableFlag, summary: summary)
    declaration.isCommon = isCommon
    declaration.defaultText = defaultText
    return Self(declaration) { words throws(ValidationError) in words.last.map { $0 == Invocation.on } }
  }

  /// Returns an option whose value is `nil` if the option isn't given, so a file, for example, can provide the value.
  public static func optional<Element: Sendable>(
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
    var declaration = OptionDeclaration(name, short, rule, placeholder, summary, isCommon)
    declaration.defaultText = defaultText
    declaration.environmentVariable = environmentVariable
    declaration.excludedNames = excludes
    return Self(declaration) { words throws(ValidationError) in
      guard let word = words.last else { return nil }
      return try rule.parse(word)
    }
  }

  /// Returns an option with a default value; the rule parses the default value if the option isn't given.
  public static func value(
    _ name: String,
    short: Character? = nil,
    _ rule: ValueRule<Value>,
    placeholder: String? = nil,
    default defaultWord: String,
    summary: String,
    isCommon: Bool = false,
    excludes: [String] = []
  ) -> Self {
    var declaration = OptionDeclaration(name, short, rule, placeholder, summary, isCommon)
    declaration.defaultText = defaultWord
    declaration.excludedNames = excludes
    return Self(declaration) { words throws(ValidationError) in try rule.parse(words.last ?? defaultWord) }
  }

  /// Returns a required option.
  public static func required(
    _ name: String,
    short: Character? = nil,
    _ rule: ValueRule<Value>,
    placeholder: String? = nil,
    summary: String
  ) -> Self {
    var declaration = OptionDeclaration(name, short, rule, placeholder, summary, true)
    declaration.isRequired = true
    return Self(declaration) { words throws(ValidationError) in
      guard let word = words.last else { throw ValidationError("it is missing") }
      return try rule.parse(word)
    }
  }

  /// Returns an option that can be repeated, with its values in command-line order.
  public static func repeated<Element: Sendable>(
    _ name: String,
    short: Character? = nil,
    _ rule: ValueRule<Element>,
    placeholder: String? = nil,
    summary: String,
    isCommon: Bool = false
  ) -> Self where Value == [Element] {
    var declaration = OptionDeclaration(name, short, rule, placeholder, summary, isCommon)
    declaration.isRepeatable = true
    return Self(declaration) { words throws(ValidationError) in
      var values: [Element] = []
      for word in words { values.append(try rule.parse(word)) }
      return values
    }
  }
}

/// An option without its value type, for help, completions and the parser.
public struct OptionDeclaration: Sendable {
  enum Form: Sendable {
    case flag

    /// A flag without a value: `--name` turns it on, and `--no-name` turns it off.
    case negatableFlag

    case value(ValueDeclaration)
  }

  /// The name without its dashes.
  public let name: String
  var shortName: Character?
  var form: Form

  /// A one-sentence description of the option.
  public let summary: String
  var isCommon = false
  var isRepeatable = false
  var isRequired = false
  var defaultText: String?

  /// The environment variable with the same effect as the option.
  public internal(set) var environmentVariable: String?

  var excludedNames: [String] = []

  init(name: String, shortName: Character? = nil, form: Form, summary: String, isCommon: Bool = false) {
    self.name = name
    self.shortName = shortName
    self.form = form
    self.summary = summary
    self.isCommon = isCommon
  }

  fileprivate init<Value>(
    _ name: String,
    _ short: Character?,
    _ rule: ValueRule<Value>,
    _ placeholder: String?,
    _ summary: String,
    _ isCommon: Bool
  ) {
    let value = ValueDeclaration(rule, placeholder: placeholder ?? rule.declaration.usualPlaceholder(for: name))
    self.init(name: name, shortName: short, form: .value(value), summary: summary, isCommon: isCommon)
  }
}

extension OptionDeclaration {
  /// The value after the name, or `nil` for flags.
  public var value: ValueDeclaration? {
    if case .value(let value) = form { value } else { nil }
  }

  /// All spellings with dashes, with long forms before the short form.
  public var spellings: [String] {
    longSpellings + (shortName.map { ["-\($0)"] } ?? [])
  }

  var longSpellings: [String] {
    isNegatable ? ["--" + name, "--no-" + name] : ["--" + name]
  }

  var isNegatable: Bool {
    if case .negatableFlag = form { true } else { false }
  }

  var example: String {
    value.map { "--\(name) \($0.example)" } ?? "--" + name
  }
}
