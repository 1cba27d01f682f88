/// Why a word is not an acceptable value; the option or argument concerned is added by the parser.
struct ValidationError: Error, Equatable, Sendable {
  /// What is wrong, as the end of a sentence: `the unit is missing`.
  var reason: String

  /// The acceptable word that is probably meant, when one is near.
  var suggestion: String?

  /// What to show in place of the word, where the word may contain a secret (a password within an address).
  var redactedWord: String?

  init(_ reason: String, suggestion: String? = nil, redactedWord: String? = nil) {
    self.reason = reason
    self.suggestion = suggestion
    self.redactedWord = redactedWord
  }
}
