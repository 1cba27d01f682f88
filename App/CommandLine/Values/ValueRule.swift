/// How one word of the command line becomes a value, and how to explain to people what is allowed.
///
/// The same rule serves options and positional arguments; help, completions and the manual page read its texts.
struct ValueRule<Value: Sendable>: Sendable {
  /// What is allowed, as a noun phrase: `a whole number from 0 to 65535`.
  let expectation: String

  /// An acceptable word, used in hints.
  let example: String

  /// The words allowed, for a closed set; empty otherwise.
  let choices: [Choice]

  /// Words that shells offer although others are allowed, too.
  let suggestions: [Choice]

  /// The words after the program's name that have it print further words to offer; empty for none.
  ///
  /// It prints one a line, alone or followed by a tab and what it stands for. What it says takes the place of `suggestions`, which are offered
  /// where it fails.
  let suggestionCommand: [String]

  /// What a shell should offer when completing such a word.
  let completion: CompletionKind

  /// Turns a word into a value.
  let parse: @Sendable (String) throws(ValidationError) -> Value

  init(
    expectation: String,
    example: String,
    choices: [Choice] = [],
    suggestions: [Choice] = [],
    suggestionCommand: [String] = [],
    completion: CompletionKind = .nothing,
    parse: @escaping @Sendable (String) throws(ValidationError) -> Value
  ) {
    self.expectation = expectation
    self.example = example
    self.choices = choices
    self.suggestions = suggestions
    self.suggestionCommand = suggestionCommand
    self.completion = choices.isEmpty && suggestions.isEmpty ? completion : .choices
    self.parse = parse
  }

  /// The same rule with words that shells offer, others being allowed all the same; a command of the program may know more of them.
  func suggesting(_ suggestions: [Choice], orPrintedBy command: [String] = []) -> Self {
    Self(
      expectation: expectation,
      example: example,
      choices: choices,
      suggestions: suggestions,
      suggestionCommand: command,
      parse: parse
    )
  }
}
