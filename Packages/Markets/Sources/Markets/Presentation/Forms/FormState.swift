import Components
import Foundation

struct FormState<Field: Hashable & Sendable>: Sendable {
  private(set) var fields: [Field]
  private(set) var selected: Field
  /// The fields' validation errors, as sentences.
  private(set) var problems: [Field: String] = [:]
  private var texts: [Field: TextFieldState] = [:]
  private var suggested: [Field: String] = [:]

  init(_ first: Field, _ others: [Field], texts: [Field: String] = [:]) {
    fields = [first] + others
    selected = first
    for (field, text) in texts { suggest(text, for: field) }
  }

  /// Whether the form contains user input that would be lost by closing the form.
  var hasInput: Bool { fields.contains { isEntered($0) && !text($0).isEmpty } }

  /// Returns whether the user, rather than the program, entered the text in a field.
  func isEntered(_ field: Field) -> Bool { text(field).text != suggested[field] ?? "" }

  func text(_ field: Field) -> TextFieldState { texts[field] ?? TextFieldState(maximumLength: Self.longestText) }

  /// Returns the text in a field without surrounding spaces.
  func word(_ field: Field) -> String { text(field).text.trimmingCharacters(in: .whitespaces) }

  /// Changes the visible fields; hidden fields keep their text and errors.
  mutating func show(_ first: Field, _ others: [Field]) {
    fields = [first] + others
    if !fields.contains(selected) { selected = first }
  }

  /// Fills in suggested text, which doesn't count as user input and is replaced by typed text.
  mutating func suggest(_ text: String, for field: Field) {
    let suggestion = TextFieldState(text, maximumLength: Self.longestText, isDefaultSelected: true)
    suggested[field] = suggestion.text
    // Keep the insertion point if the user has begun to edit the text.
    if self.text(field).text != suggestion.text { texts[field] = suggestion }
  }

  mutating func handle(_ press: KeyPress) -> Bool {
    var text = text(selected)
    guard text.handle(press) else { return false }
    texts[selected] = text
    return true
  }

  mutating func paste(_ text: String) {
    var field = self.text(selected)
    field.paste(text)
    texts[selected] = field
  }

  mutating func move(by distance: Int) {
    let index = fields.firstIndex(of: selected) ?? 0
    selected = fields[(index + distance + fields.count) % fields.count]
  }

  mutating func select(_ field: Field) {
    if fields.contains(field) { selected = field }
  }

  mutating func report(_ problem: String?, at field: Field) { problems[field] = problem }

  private static var longestText: Int { 1_000 }
}
