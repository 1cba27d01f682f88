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

  /// What a shell should offer when completing such a word.
  let completion: CompletionKind

  /// Turns a word into a value.
  let parse: @Sendable (String) throws(ValueProblem) -> Value

  init(
    expectation: String,
    example: String,
    choices: [Choice] = [],
    suggestions: [Choice] = [],
    completion: CompletionKind = .nothing,
    parse: @escaping @Sendable (String) throws(ValueProblem) -> Value
  ) {
    self.expectation = expectation
    self.example = example
    self.choices = choices
    self.suggestions = suggestions
    self.completion = choices.isEmpty && suggestions.isEmpty ? completion : .choices
    self.parse = parse
  }

  /// The same rule with words that shells offer, others being allowed all the same.
  func suggesting(_ suggestions: [Choice]) -> Self {
    Self(expectation: expectation, example: example, choices: choices, suggestions: suggestions, parse: parse)
  }
}
