import Components

/// A fuzzy search through everything that the program can do or open.
@MainActor
struct CommandPalette {
  struct Entry {
    /// The entry's name in the list of recent commands.
    let id: String
    let title: String
    var keywords = ""
    /// The entry's key or kind.
    let detail: String
    var item: SearchableItem?
    let action: @MainActor () -> Void
  }

  struct Group: Sendable {
    let items: SearchableItemList
    let index: FuzzyIndex
    /// The items opened by recent commands.
    let recent: [SearchableItem]

    nonisolated init(_ items: SearchableItemList, recent links: [String]) {
      self.items = items
      index = FuzzyIndex(items.lazy.map { "\($0.title) \($0.keywords)" })
      recent = links.isEmpty ? [] : items.filter { links.contains($0.link) }
    }
  }

  static let height = 12
  /// The maximum number of listed entries per kind.
  private static let limit = 50
  /// The score bonuses for commands, which rank above equally good items, and for recent entries.
  private static let entryBonus = 100 * 256
  private static let recentBonus = 60 * 256

  private let entries: [Entry]
  private let entryGroup: FuzzyIndex
  private var groups: [Group] = []
  private var fuzzySearch: FuzzySearch
  private var recentItems: [String: SearchableItem] = [:]
  private let recent: [String: Int]
  private let makeTypedEntries: (String) -> (first: [Entry], last: [Entry])
  private let open: @MainActor (SearchableItem) -> Void
  private(set) var query = TextFieldState(maximumLength: 200)
  private(set) var list = ListState(selection: 0)
  private(set) var rows: [Entry] = []

  /// Creates a palette.
  ///
  /// `entries` are the commands, most useful first, and `recent` are the names of recent commands, latest first.
  /// `makeTypedEntries` returns entries for the typed text, to show at the top and at the bottom of the list.
  init(
    _ entries: [Entry],
    recent: [String] = [],
    open: @escaping @MainActor (SearchableItem) -> Void = { _ in },
    makeTypedEntries: @escaping (String) -> (first: [Entry], last: [Entry]) = { _ in ([], []) }
  ) {
    self.entries = entries
    entryGroup = FuzzyIndex(entries.map { "\($0.title) \($0.keywords)" })
    fuzzySearch = FuzzySearch([entryGroup])
    self.recent = Dictionary(recent.enumerated().map { ($1, $0) }) { first, _ in first }
    self.open = open
    self.makeTypedEntries = makeTypedEntries
    search()
  }

  var selected: Entry? { list.selection.flatMap { rows.indices.contains($0) ? rows[$0] : nil } }

  /// Searches additional items and keeps the selected entry or, if it is no longer listed, the selection's position.
  ///
  /// `recentItems` contains the items opened by recent commands, by link.
  mutating func setGroups(_ groups: [Group], recentItems: [String: SearchableItem]) {
    self.groups = groups
    self.recentItems = recentItems
    fuzzySearch = FuzzySearch([entryGroup] + groups.map(\.index))
    let (selected, selection) = (selected?.id, list.selection)
    search()
    if let index = rows.firstIndex(where: { $0.id == selected }) {
      list.selection = index
    } else if let selection, rows.indices.contains(selection) {
      list.selection = selection
    }
  }

  mutating func handle(_ press: KeyPress) {
    switch press {
    case KeyPress(.up), KeyPress(.down), KeyPress(.pageUp), KeyPress(.pageDown):
      _ = list.handle(press, count: rows.count, page: Self.height)
    case .control("p"): list.moveSelection(by: -1, count: rows.count)
    case .control("n"): list.moveSelection(by: 1, count: rows.count)
    default:
      if query.handle(press) { search() }
    }
  }

  mutating func paste(_ text: String) {
    query.paste(text)
    search()
  }

  mutating func select(_ index: Int) { list.selection = index }

  mutating func scroll(by rows: Int) { list.moveSelection(by: rows, count: self.rows.count) }

  private mutating func search() {
    let query = FuzzyIndex.Query(query.text)
    defer { list = ListState(selection: rows.isEmpty ? nil : 0) }
    guard !query.isEmpty else {
      rows = recentEntries + entries.filter { recent[$0.id] == nil }
      return
    }
    var ranked: [(score: Int, entry: Entry)] = []
    for (number, matches) in fuzzySearch.best(Self.limit, for: query).enumerated() {
      for match in matches {
        let entry = number == 0 ? entries[match.index] : self.entry(groups[number - 1].items[match.index])
        let bonus = (number == 0 ? Self.entryBonus : 0) + (recent[entry.id] == nil ? 0 : Self.recentBonus)
        ranked.append((match.score + bonus, entry))
      }
    }
    // Sorting by score and position keeps equally good matches in order.
    let sorted = ranked.enumerated().sorted {
      $0.element.score == $1.element.score ? $0.offset < $1.offset : $0.element.score > $1.element.score
    }
    let typed = makeTypedEntries(self.query.text)
    let found = sorted.map(\.element.entry)
    let close = found.map { Self.abbreviates(query, $0) }
    let (near, far) = (zip(found, close).filter(\.1).map(\.0), zip(found, close).filter { !$0.1 }.map(\.0))
    // A page about the typed text is a guess: it is left out if an entry contains the typed words, and comes first if all
    // entries only match scattered letters.
    let guesses = near.contains { Self.matchesWords(of: self.query.text, $0) } ? [] : typed.last
    rows = typed.first + (near.isEmpty ? guesses + far : near + far + guesses)
  }

  // Returns whether each typed word begins a word of the entry.
  private static func matchesWords(of text: String, _ entry: Entry) -> Bool {
    let words = words(of: entry).split(separator: " ").map { FuzzyIndex.Query(String($0)) }
    return text.split(separator: " ").allSatisfy { typed in
      let typed = FuzzyIndex.Query(String(typed))
      return words.contains { $0.narrows(typed) }
    }
  }

  /// Returns whether each word of a query abbreviates a word of the entry, rather than matching scattered letters.
  private static func abbreviates(_ query: FuzzyIndex.Query, _ entry: Entry) -> Bool {
    query.abbreviates(FuzzyIndex.Query(words(of: entry)))
  }

  private static func words(of entry: Entry) -> String {
    let text = "\(entry.title) \(entry.keywords) \(entry.item?.keywords ?? "")"
    return text + " " + text.split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
  }

  private var recentEntries: [Entry] {
    let known = entries.filter { recent[$0.id] != nil }
    let items = recent.keys.compactMap { recentItems[$0] }.map { entry($0) }
    let found = Set((known + items).map(\.id))
    let links = recent.keys.filter { !found.contains($0) }.compactMap { makeTypedEntries($0).first.first }
    return (known + items + links).sorted { (recent[$0.id] ?? 0) < (recent[$1.id] ?? 0) }
  }

  private func entry(_ item: SearchableItem) -> Entry {
    Entry(id: item.link, title: item.title, detail: item.kind, item: item) { [open] in open(item) }
  }

  func body(in environment: RenderEnvironment) -> any Widget {
    let marked = environment.theme.typography.emphasis.foreground(environment.theme.palette.accent)
    let results = SectionedList(count: rows.count, state: list, target: ShellTarget.palette) {
      [rows, query = FuzzyIndex.Query(query.text)] row in
      let entry = rows[row]
      let places = FuzzyIndex.matchedCharacters(of: query, in: entry.title)
      let title = entry.title.enumerated().reduce(into: StyledText()) { text, character in
        text += StyledText(String(character.element), places.contains(character.offset) ? marked : .plain)
      }
      return ListRow(title, trailing: StyledText(entry.detail, environment.theme.typography.caption))
    }
    let content = VStack(
      spacing: 0,
      children: [
        TextField(query, prompt: "Command, setting, coin, person or link", state: .focused), Divider(),
        rows.isEmpty ? Text("No matching command.") : results.framed(height: min(rows.count, Self.height)),
      ]
    )
    return Panel(content.framed(width: 70), title: "Commands")
  }
}
