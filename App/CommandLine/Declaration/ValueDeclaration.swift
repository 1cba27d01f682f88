/// What is known of a value without its type: its texts, its choices, and whether a word is acceptable.
struct ValueDeclaration: Sendable {
  /// What stands for the value in help: `DURATION`, `line|bars`.
  var placeholder: String

  /// What is allowed, as a noun phrase.
  var expectation: String

  /// An acceptable word.
  var example: String

  /// The words allowed, for a closed set; empty otherwise.
  var choices: [Choice]

  /// Words that shells offer although others are allowed, too.
  var suggestions: [Choice]

  /// The words after the program's name that have it print what takes the suggestions' place; empty for none.
  var suggestionCommand: [String]

  /// What a shell should offer.
  var completion: CompletionKind

  /// Throws when a word is not acceptable.
  var check: @Sendable (String) throws(ValidationError) -> Void

  init<Value>(_ rule: ValueRule<Value>, placeholder: String) {
    self.placeholder = placeholder
    expectation = rule.expectation
    example = rule.example
    choices = rule.choices
    suggestions = rule.suggestions
    suggestionCommand = rule.suggestionCommand
    completion = rule.completion
    check = { word throws(ValidationError) in _ = try rule.parse(word) }
  }

  /// The choices with bars between them where that is short, else the name in capitals.
  static func placeholder<Value>(for rule: ValueRule<Value>, name: String) -> String {
    let choices = rule.choices.map(\.word).joined(separator: "|")
    return choices.isEmpty || choices.count > 30 ? name.uppercased() : choices
  }
}
