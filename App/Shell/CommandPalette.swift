import Components

/// A searchable list of commands.
@MainActor
struct CommandPalette {
  struct Entry {
    let title: String
    /// The key, or “link”.
    let detail: String
    let action: @MainActor () -> Void
  }

  /// The maximum number of visible entries.
  static let height = 10

  private let entries: [Entry]
  private let makeLinkEntry: (String) -> Entry?
  private(set) var query = TextFieldState(maximumLength: 200)
  private(set) var list = ListState(selection: 0)
  private(set) var matches: [Entry]

  init(_ entries: [Entry], makeLinkEntry: @escaping (String) -> Entry?) {
    self.entries = entries
    self.makeLinkEntry = makeLinkEntry
    matches = entries
  }

  var selected: Entry? { list.selection.flatMap { matches.indices.contains($0) ? matches[$0] : nil } }

  /// Edits the query or moves the selection.
  mutating func handle(_ press: KeyPress) {
    switch press.key {
    case .up, .down, .pageUp, .pageDown: _ = list.handle(press, count: matches.count, page: Self.height)
    default:
      if query.handle(press) { narrow() }
    }
  }

  mutating func paste(_ text: String) {
    query.paste(text)
    narrow()
  }

  mutating func select(_ index: Int) { list.selection = index }

  mutating func scroll(by rows: Int) { list.moveSelection(by: rows, count: matches.count) }

  /// Keeps the entries with all words of the query; titles that begin with the first word come first.
  private mutating func narrow() {
    let words = query.text.lowercased().split(separator: " ")
    let found = entries.filter { entry in
      let text = "\(entry.title) \(entry.detail)".lowercased()
      return words.allSatisfy { text.contains($0) }
    }
    let first = words.first.map(String.init) ?? ""
    matches =
      found.filter { $0.title.lowercased().hasPrefix(first) } + found.filter { !$0.title.lowercased().hasPrefix(first) }
    if let link = makeLinkEntry(query.text) { matches.insert(link, at: 0) }
    list = ListState(selection: matches.isEmpty ? nil : 0)
  }

  func body() -> any Widget {
    let rows = SectionedList(count: matches.count, state: list, target: ShellTarget.palette) { [matches] row in
      ListRow(StyledText(matches[row].title), trailing: StyledText(matches[row].detail))
    }
    let results: any Widget =
      matches.isEmpty ? Text("Nothing is called like that.") : rows.framed(height: min(matches.count, Self.height))
    let content = VStack(
      spacing: 0,
      children: [
        TextField(query, prompt: "A command, or a link such as markets/bitcoin", state: .focused), Divider(), results,
      ]
    )
    return Panel(content.framed(width: 60), title: "Commands")
  }
}
