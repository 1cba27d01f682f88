import Components

extension KeyMap {
  /// The keys that every form shares.
  ///
  /// - Parameters:
  ///   - title: The title of the form.
  ///   - label: The label of Enter, in one word.
  ///   - explanation: The description of Enter in the help.
  ///   - submit: Submits the form.
  ///   - move: Moves the focus by a number of fields.
  ///   - leave: Closes the form.
  /// - Returns: The key map.
  @MainActor
  static func form(
    _ title: String,
    label: String,
    explanation: String,
    submit: @escaping @MainActor () async -> Void,
    move: @escaping @MainActor (Int) -> Void,
    leave: @escaping @MainActor () -> Void
  ) -> KeyMap {
    KeyMap(
      title,
      [
        KeyBinding(KeyPress(.enter), label: label, explanation: explanation) { Task { await submit() } },
        KeyBinding(KeyPress(.tab), KeyPress(.down), label: "next field", explanation: "Goes to the next field") {
          move(1)
        },
        KeyBinding(
          KeyPress(.tab, .shift),
          KeyPress(.up),
          label: "field before",
          explanation: "Goes to the field before",
          prominence: .help
        ) {
          move(-1)
        },
        KeyBinding(KeyPress(.escape), label: "leave", explanation: "Leaves the form", action: leave),
      ]
    )
  }
}
