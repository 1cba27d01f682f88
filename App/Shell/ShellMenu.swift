import Components

/// A menu of the actions of one key.
@MainActor
struct ShellMenu {
  private let title: String
  private let choices: [KeyChoice]
  private var list = ListState(selection: 0)

  init(_ title: String, _ choices: [KeyChoice]) {
    self.title = title
    self.choices = choices
  }

  var selected: KeyChoice? { list.selection.flatMap { choices.indices.contains($0) ? choices[$0] : nil } }

  /// Moves the selection; a digit selects the row with that number and returns `true`.
  mutating func handle(_ press: KeyPress) -> Bool {
    if let digit = press.typedText.flatMap({ Int($0) }), choices.indices.contains(digit - 1) {
      list.selection = digit - 1
      return true
    }
    _ = list.handle(press, count: choices.count, page: choices.count)
    return false
  }

  mutating func select(_ index: Int) { list.selection = index }

  mutating func scroll(by rows: Int) { list.moveSelection(by: rows, count: choices.count) }

  func body(in environment: RenderEnvironment) -> any Widget {
    let rows = SectionedList(count: choices.count, state: list, target: ShellTarget.menu) { [choices] row in
      let number = row < 9 ? StyledText("\(row + 1)", environment.theme.typography.key) : StyledText()
      return ListRow(StyledText(choices[row].label), trailing: number)
    }
    let width = choices.map { environment.width(of: StyledText($0.label)) }.max() ?? 0
    return Panel(rows.framed(width: min(max(width + 6, 20), 60), height: choices.count), title: title)
  }
}
