/// An option as help, completions and the parser see it; made from an ``Option``.
struct OptionDeclaration: Sendable {
  /// What follows the option's name.
  enum Form: Sendable {
    /// Nothing: it is on when given.
    case flag

    /// Nothing: `--name` turns it on, `--no-name` off.
    case negatableFlag

    /// A value.
    case value(ValueDeclaration)
  }

  /// The name without its dashes.
  var name: String

  /// The letter of the short form.
  var shortName: Character?

  /// What follows the name.
  var form: Form

  /// What the option does, as one sentence.
  var summary: String

  /// Whether it may be given more than once.
  var isRepeatable = false

  /// Whether it must be given.
  var isRequired = false

  /// Whether help shows it before the others.
  var isCommon = false

  /// What holds when the option is not given, as a word to show.
  var defaultText: String?

  /// The environment variable that says the same.
  var environmentVariable: String?

  /// The names of the options that cannot be given together with this one.
  var excludedNames: [String] = []
}

extension OptionDeclaration {
  /// The value's declaration; nil for flags.
  var value: ValueDeclaration? {
    if case .value(let value) = form { value } else { nil }
  }

  /// Whether `--no-name` is understood.
  var isNegatable: Bool {
    if case .negatableFlag = form { true } else { false }
  }

  /// All long spellings, with dashes.
  var longSpellings: [String] {
    isNegatable ? ["--" + name, "--no-" + name] : ["--" + name]
  }

  /// How the option is written, with an acceptable value: `--timeout 15s`.
  var example: String {
    value.map { "--\(name) \($0.example)" } ?? "--" + name
  }
}
