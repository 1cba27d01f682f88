/// A rule that converts a command-line word to a value and describes the valid input.
public struct ValueRule<Value: Sendable>: Sendable {
  let declaration: ValueDeclaration

  /// Converts a word from the command line to a value.
  public let parse: @Sendable (String) throws(ValidationError) -> Value

  /// Creates a rule.
  ///
  /// The expectation is a noun phrase, such as `a whole number from 0 to 65535`. Only rules for a closed set have
  /// choices, with the completion kind ``CompletionKind/choices``.
  public init(
    expectation: String,
    example: String,
    choices: [Choice] = [],
    completion: CompletionKind = .nothing,
    parse: @escaping @Sendable (String) throws(ValidationError) -> Value
  ) {
    declaration = ValueDeclaration(
      placeholder: "",
      expectation: expectation,
      example: example,
      choices: choices,
      completion: choices.isEmpty ? completion : .choices,
      check: { word throws(ValidationError) in _ = try parse(word) }
    )
    self.parse = parse
  }

  private init(_ declaration: ValueDeclaration, parse: @escaping @Sendable (String) throws(ValidationError) -> Value) {
    self.declaration = declaration
    self.parse = parse
  }

  /// A description of the valid input, as a noun phrase.
  public var expectation: String { declaration.expectation }

  /// An example of valid input.
  public var example: String { declaration.example }

  /// The valid values of a closed set, or an empty array for other rules.
  public var choices: [Choice] { declaration.choices }

  /// Returns the same rule with suggestions for shell completion; other input remains valid.
  ///
  /// If `command` isn't empty, shells run the program with these arguments instead. The program must print one value
  /// per line, optionally followed by a tab and a description. If the program fails, shells offer `suggestions`.
  /// ``Choice/previousWord`` represents the word before the word being completed.
  public func suggesting(_ suggestions: [Choice], orPrintedBy command: [String] = []) -> Self {
    var declaration = declaration
    declaration.suggestions = suggestions
    declaration.suggestionCommand = command
    declaration.completion = .choices
    return Self(declaration, parse: parse)
  }
}

/// The rule for an option's or argument's values, without the value type.
public struct ValueDeclaration: Sendable {
  /// The placeholder in help, such as `DURATION` or `line|bars`.
  var placeholder: String

  /// A description of the valid input, as a noun phrase.
  public let expectation: String

  /// An example of valid input.
  public let example: String

  /// The valid values of a closed set, or an empty array for other values.
  public let choices: [Choice]

  /// The values that shells suggest, although other input is also valid.
  var suggestions: [Choice] = []

  /// The arguments that make the program print values in place of the suggestions, or an empty array.
  var suggestionCommand: [String] = []

  var completion: CompletionKind

  /// A closure that checks a word, and throws the reason if the word is invalid.
  public let check: @Sendable (String) throws(ValidationError) -> Void
}

extension ValueDeclaration {
  /// Creates a declaration from a rule's descriptions and choices.
  public init<Value>(_ rule: ValueRule<Value>, placeholder: String) {
    self = rule.declaration
    self.placeholder = placeholder
  }

  /// The completions that shells can offer without running the program.
  public var offered: [Choice] { choices + suggestions }

  /// Returns the choices separated by vertical bars if the result is short enough, or else the uppercase name.
  func usualPlaceholder(for name: String) -> String {
    let choices = choices.map(\.word).joined(separator: "|")
    return choices.isEmpty || choices.count > 30 ? name.uppercased() : choices
  }
}

/// A valid value from a closed set, or a suggested value.
public struct Choice: Equatable, Sendable, ExpressibleByStringLiteral {
  /// The value as typed.
  public let word: String

  /// The description that some shells show, which may be empty.
  public let summary: String

  /// Creates a choice.
  public init(_ word: String, _ summary: String = "") {
    self.word = word
    self.summary = summary
  }

  /// The placeholder for the word before the word being completed, in a command that prints suggestions.
  public static let previousWord = "{previous}"

  /// Creates a choice without a description.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

/// The kind of completions that a shell offers for a value.
public enum CompletionKind: Equatable, Sendable {
  /// No completions, because the value is free text or a number.
  case nothing

  /// The choices or suggestions.
  case choices

  /// File names, and the directories that contain files.
  case files

  /// Directory names.
  case folders
}

/// The reason why a value is invalid, without the option or argument name, which the parser adds.
public struct ValidationError: Error, Equatable, Sendable {
  /// The reason as the end of a sentence, such as `the unit is missing`.
  public let reason: String

  /// The valid value that the user probably meant.
  public let suggestion: String?

  /// A replacement to show in messages if the value may contain a secret, such as a password in a URL.
  public let redactedWord: String?

  /// Creates an error.
  public init(_ reason: String, suggestion: String? = nil, redactedWord: String? = nil) {
    self.reason = reason
    self.suggestion = suggestion
    self.redactedWord = redactedWord
  }
}
