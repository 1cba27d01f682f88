import Components

/// The appearance and mouse handling shared by all markets forms.
@MainActor
struct FormPanel {
  /// The maximum width of the panel's content, in columns.
  private static let widest = 56
  /// The width of the frame, in columns.
  private static let otherColumns = 4
  /// The height of everything around the fields: the frame and the buttons.
  private static let otherRows = 3

  let title: String
  /// The name of the fields' click target; the target's index is the field's index.
  let target: String
  let fields: [Form.Field]
  /// A problem that affects the whole form, as a sentence.
  var problem: String?
  /// The lines below the fields, truncated if they are too long.
  var details: [StyledText] = []
  let submitLabel: String
  var isSubmitting = false

  /// Returns the name of the buttons' click target; index 0 submits, and index 1 cancels.
  static func buttonTarget(_ target: String) -> String { target + ".buttons" }

  /// Returns the form, scrolled to the focused field if there isn't enough height.
  func widget(in size: Size, _ environment: RenderEnvironment) -> any Widget {
    let width = max(min(size.width - Self.otherColumns, Self.widest), 1)
    var free = max(size.height - Self.otherRows, 1)
    func height(_ widget: any Widget) -> Int { widget.heightRange(width: width, in: environment).ideal }
    let error = problem.map { Text(StyledText($0, environment.theme.typography.error)) }
    // The focused field with its note takes precedence over a long problem.
    let errorHeight = error.map { min(height($0), max(free - 2, 0)) } ?? 0
    free -= errorHeight
    let form = Form(fields)
    let formHeight = min(height(form), free)
    free -= formHeight
    var lines: [any Widget] = [scrolled(form, Size(width: width, height: formHeight), environment)]
    if let error { lines.append(error.framed(width: width, height: errorHeight)) }
    for detail in details.prefix(free) {
      lines.append(Text(detail, wrapping: .truncated(.end)).framed(width: width))
    }
    let buttons = Self.buttonTarget(target)
    lines.append(
      HStack(
        spacing: 1,
        children: [
          Button(submitLabel, tone: .accent, isLoading: isSubmitting).targeted(buttons, index: 0),
          Button("Cancel").targeted(buttons, index: 1),
        ]
      )
    )
    return Panel(VStack(spacing: 0, children: lines), title: title)
  }

  private func scrolled(_ form: Form, _ size: Size, _ environment: RenderEnvironment) -> any Widget {
    let area = ScrollArea(form, state: ScrollState())
    let content = area.contentSize(viewport: size, in: environment)
    guard content.height > size.height else { return form.framed(width: size.width) }
    let rows = form.focusedRows(width: content.width, in: environment)
    var state = ScrollState()
    state.reveal(
      Rectangle(x: 0, y: rows.lowerBound, width: 1, height: rows.count),
      content: content,
      viewport: Size(width: content.width, height: size.height)
    )
    return ScrollArea(form, state: state).framed(width: size.width, height: size.height)
  }
}

extension KeyMap {
  /// Returns the key bindings that all forms share.
  ///
  /// The label and the explanation describe Enter's action, and `title` is the heading in the help. `move` and `choose`
  /// select the next (1) or previous (-1) field or match; `choose` is `nil` without matches.
  @MainActor
  static func form(
    _ title: String,
    label: String,
    explanation: String,
    submit: @escaping @MainActor () -> Void,
    move: @escaping @MainActor (Int) -> Void,
    choose: (@MainActor (Int) -> Void)? = nil,
    leave: @escaping @MainActor () -> Void
  ) -> KeyMap {
    var bindings = [KeyBinding(KeyPress(.enter), label: label, explanation: explanation, action: submit)]
    if let choose {
      bindings += [
        KeyBinding(KeyPress(.down), label: "Next match", explanation: "Highlight the next match") { choose(1) },
        KeyBinding(KeyPress(.up), label: "Previous match", explanation: "Highlight the previous match") { choose(-1) },
      ]
    }
    bindings += [
      KeyBinding(KeyPress(.tab), KeyPress(.down), label: "Next field", explanation: "Go to the next field") { move(1) },
      KeyBinding(
        KeyPress(.tab, .shift),
        KeyPress(.up),
        label: "Previous field",
        explanation: "Go to the previous field",
        prominence: .help
      ) { move(-1) },
      KeyBinding(KeyPress(.escape), label: "Cancel", explanation: "Close the form", action: leave),
    ]
    return KeyMap(title, bindings)
  }
}
