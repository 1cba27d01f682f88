import Components

enum FetchCounterDialog {
  /// A failure and its recovery suggestion.
  case problem(FetchProblem)
  /// A text field for the number of fetches, with an error message for the last input.
  case times(TextFieldState, error: String)

  var answers: [String] {
    switch self {
    case .problem: ["Retry", "Dismiss"]
    case .times: ["Fetch", "Cancel"]
    }
  }

  var dismissal: String {
    if case .problem = self { "Dismiss" } else { "Cancel" }
  }

  /// Applies a change to the text field, if any, and returns whether the field handled the event.
  mutating func field(_ change: (inout TextFieldState) -> Bool) -> Bool {
    guard case .times(var field, let error) = self else { return false }
    let isHandled = change(&field)
    self = .times(field, error: error)
    return isHandled
  }

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
