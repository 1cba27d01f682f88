/// One word of a closed set of values.
struct Choice: Equatable, Sendable, ExpressibleByStringLiteral {
  /// The word as it is typed.
  var word: String

  /// What the word stands for, shown by shells that can; may be empty.
  var summary: String

  init(_ word: String, _ summary: String = "") {
    self.word = word
    self.summary = summary
  }

  init(stringLiteral value: String) {
    self.init(value)
  }
}
