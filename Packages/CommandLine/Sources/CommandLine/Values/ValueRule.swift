/// A rule that converts a word of the command line to a value, and describes the acceptable words.
public struct ValueRule<Value: Sendable>: Sendable {
  /// The rule's texts, without its type.
  let declaration: ValueDeclaration

  /// Converts a word to a value.
  public let parse: @Sendable (String) throws(ValidationError) -> Value

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - expectation: The acceptable words as a noun phrase: `a whole number from 0 to 65535`.
  ///   - example: An acceptable word, for hints.
  ///   - choices: The acceptable words of a closed set; empty for other rules.
  ///   - completion: The kind of words that a shell offers; ``CompletionKind/choices`` for a closed set.
  ///   - parse: Turns a word into a value.
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

  /// The acceptable words as a noun phrase.
  public var expectation: String { declaration.expectation }

  /// An acceptable word.
  public var example: String { declaration.example }

  /// The acceptable words of a closed set; empty for other rules.
  public var choices: [Choice] { declaration.choices }

  /// Returns the same rule with words that shells offer; other words remain acceptable.
  ///
  /// - Parameters:
  ///   - suggestions: The words to offer.
  ///   - command: The words after the program's name for a command that prints further words; empty for none. It prints
  ///     one word per line, optionally followed by a tab and a description. Its output replaces `suggestions`, which
  ///     are offered if it fails. ``Choice/previousWord`` stands for the word before
  ///     the cursor's.
  /// - Returns: The rule with suggestions.
  public func suggesting(_ suggestions: [Choice], orPrintedBy command: [String] = []) -> Self {
    var declaration = declaration
    declaration.suggestions = suggestions
    declaration.suggestionCommand = command
    declaration.completion = .choices
    return Self(declaration, parse: parse)
  }
}

/// The acceptable values of an option or argument, without their type.
public struct ValueDeclaration: Sendable {
  /// The value in help: `DURATION`, `line|bars`.
  var placeholder: String

  /// The acceptable words as a noun phrase.
  public let expectation: String

  /// An acceptable word.
  public let example: String

  /// The acceptable words of a closed set; empty for other values.
  public let choices: [Choice]

  /// Words that shells offer although others are acceptable.
  var suggestions: [Choice] = []

  /// The words after the program's name that make it print replacements for the suggestions; empty for none.
  var suggestionCommand: [String] = []

  var completion: CompletionKind

  /// Throws the reason why a word is not acceptable.
  public let check: @Sendable (String) throws(ValidationError) -> Void
}

extension ValueDeclaration {
  /// Creates a declaration from a rule's texts.
  public init<Value>(_ rule: ValueRule<Value>, placeholder: String) {
    self = rule.declaration
    self.placeholder = placeholder
  }

  /// The words that a shell offers without asking the program.
  public var offered: [Choice] { choices + suggestions }

  /// The choices with bars between them if that is short, otherwise the name in capitals.
  func usualPlaceholder(for name: String) -> String {
    let choices = choices.map(\.word).joined(separator: "|")
    return choices.isEmpty || choices.count > 30 ? name.uppercased() : choices
  }
}

/// One word of a closed set of values.
public struct Choice: Equatable, Sendable, ExpressibleByStringLiteral {
  /// The word as typed.
  public let word: String

  /// A description for shells that show one; may be empty.
  public let summary: String

  /// Creates a choice.
  public init(_ word: String, _ summary: String = "") {
    self.word = word
    self.summary = summary
  }

  /// Stands for the word before the cursor's in the words of a command that prints suggestions.
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

  /// The words of a closed set, or the suggested ones.
  case choices

  /// Names of files, and of the folders that lead to them.
  case files

  /// Names of folders.
  case folders
}

/// The reason why a word isn't an acceptable value; the parser adds the option or argument.
public struct ValidationError: Error, Equatable, Sendable {
  /// The end of a sentence: `the unit is missing`.
  public let reason: String

  /// The acceptable word that is probably meant.
  public let suggestion: String?

  /// A replacement to show for a word that may contain a secret, such as a password in an address.
  public let redactedWord: String?

  /// Creates an error.
  public init(_ reason: String, suggestion: String? = nil, redactedWord: String? = nil) {
    self.reason = reason
    self.suggestion = suggestion
    self.redactedWord = redactedWord
  }
}
