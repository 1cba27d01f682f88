/// A rule that converts a command line word to a value, and describes the valid words.
public struct ValueRule<Value: Sendable>: Sendable {
  /// The texts of the rule, without its value type.
  let declaration: ValueDeclaration

  /// Converts a word to a value.
  public let parse: @Sendable (String) throws(ValidationError) -> Value

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - expectation: The valid words as a noun phrase, such as `a whole number from 0 to 65535`.
  ///   - example: A valid word, for hints.
  ///   - choices: The valid words of a closed set. Empty for other rules.
  ///   - completion: The kind of words that shells offer: ``CompletionKind/choices`` for a closed set.
  ///   - parse: Converts a word to a value.
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

  /// The valid words as a noun phrase.
  public var expectation: String { declaration.expectation }

  /// An example of a valid word.
  public var example: String { declaration.example }

  /// The valid words of a closed set.
  ///
  /// The array is empty for other rules.
  public var choices: [Choice] { declaration.choices }

  /// Returns the same rule with words for shells to offer.
  ///
  /// Other words remain valid.
  ///
  /// - Parameters:
  ///   - suggestions: The words to offer.
  ///   - command: The arguments with which the program prints replacements for `suggestions`. May be empty. The program
  ///     prints one word per line, optionally followed by a tab and a description. If it fails, shells offer
  ///     `suggestions`. ``Choice/previousWord`` represents the word before the cursor's word.
  /// - Returns: The rule with suggestions.
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

  /// The valid words as a noun phrase.
  public let expectation: String

  /// An example of a valid word.
  public let example: String

  /// The valid words of a closed set.
  ///
  /// The array is empty for other values.
  public let choices: [Choice]

  /// Words that shells offer, although other words are also valid.
  var suggestions: [Choice] = []

  /// The arguments with which the program prints replacements for the suggestions.
  ///
  /// The array is empty if there is no such command.
  var suggestionCommand: [String] = []

  var completion: CompletionKind

  /// Throws the reason why a word is invalid.
  public let check: @Sendable (String) throws(ValidationError) -> Void
}

extension ValueDeclaration {
  /// Creates a declaration from a rule's texts.
  public init<Value>(_ rule: ValueRule<Value>, placeholder: String) {
    self = rule.declaration
    self.placeholder = placeholder
  }

  /// The words that a shell offers without running the program.
  public var offered: [Choice] { choices + suggestions }

  /// Returns the choices separated by bars if that is short, and otherwise the name in capitals.
  func usualPlaceholder(for name: String) -> String {
    let choices = choices.map(\.word).joined(separator: "|")
    return choices.isEmpty || choices.count > 30 ? name.uppercased() : choices
  }
}

/// A word in a closed set of values.
public struct Choice: Equatable, Sendable, ExpressibleByStringLiteral {
  /// The word as typed.
  public let word: String

  /// A description for shells that show one, which may be empty.
  public let summary: String

  /// Creates a choice.
  public init(_ word: String, _ summary: String = "") {
    self.word = word
    self.summary = summary
  }

  /// The placeholder for the word before the cursor's word, in a command that prints suggestions.
  public static let previousWord = "{previous}"

  /// Creates a choice without a description.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

/// The kind of words that a shell offers when it completes a value.
public enum CompletionKind: Equatable, Sendable {
  /// No words, because the value is free text or a number.
  case nothing

  /// The words of a closed set, or the suggestions.
  case choices

  /// Names of files, and of the directories that lead to them.
  case files

  /// Names of directories.
  case folders
}

/// The reason why a word isn't a valid value.
///
/// The parser adds the option or argument.
public struct ValidationError: Error, Equatable, Sendable {
  /// The end of a sentence, such as `the unit is missing`.
  public let reason: String

  /// The valid word that the user probably meant.
  public let suggestion: String?

  /// A replacement for displaying a word that may contain a secret, such as a password in a URL.
  public let redactedWord: String?

  /// Creates an error.
  public init(_ reason: String, suggestion: String? = nil, redactedWord: String? = nil) {
    self.reason = reason
    self.suggestion = suggestion
    self.redactedWord = redactedWord
  }
}
