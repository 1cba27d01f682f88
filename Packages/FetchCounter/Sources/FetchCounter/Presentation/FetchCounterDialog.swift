import Components

/// A dialog over the counter screen.
enum FetchCounterDialog {
  /// A dialog with a failure and its recovery suggestion.
  case problem(FetchProblem)
  /// A dialog with a text field for the number of fetches and an error message for the last input.
  case times(TextFieldState, error: String)

  /// The dialog's buttons, in order.
  var answers: [String] {
    switch self {
    case .problem: ["Retry", "Dismiss"]
    case .times: ["Fetch", "Cancel"]
    }
  }

  /// The label for the key that closes the dialog.
  var dismissal: String {
    if case .problem = self { "Dismiss" } else { "Cancel" }
  }

  /// Edits the text field, if there is one, and returns whether the field handled the event.
  mutating func field(_ change: (inout TextFieldState) -> Bool) -> Bool {
    guard case .times(var field, let error) = self else { return false }
    let isHandled = change(&field)
    self = .times(field, error: error)
    return isHandled
  }

  /// Returns the dialog's widget.
  func body(selected: Int, target: String, in environment: RenderEnvironment) -> Dialog {
    Dialog(
      title,
      content: content(environment),
      buttons: answers,
      selected: selected,
      tone: tone,
      target: target
    )
  }

  private var title: String {
    switch self {
    case .problem(let problem):
      if case .store = problem.error { "Couldn't use the stored count" } else { "Couldn't fetch" }
    case .times: "Fetch many"
    }
  }

  private var tone: Tone {
    if case .problem = self { .negative } else { .accent }
  }

  private func content(_ environment: RenderEnvironment) -> any Widget {
    switch self {
    case .problem(let problem):
      let hint = problem.hint.map { Text($0, environment.theme.typography.caption) }
      return VStack(spacing: 1, children: [Text(problem.message).priority(1)] + (hint.map { [$0] } ?? []))
    case .times(let field, let error):
      let control = TextField(field, state: .focused, label: "Number of fetches").framed(width: 12)
      let field = Form([Form.Field("Number of fetches", control: control, isFocused: true)])
      return VStack(children: [field.priority(1), Text(error, environment.theme.typography.error)])
    }
  }
}
