/// A menu over a screen for choosing one value or marking several values.
///
/// A screen stores the open menu, uses ``keyMap(choose:mark:cancel:)`` for its key bindings, and passes all events to
/// the menu. For a menu of actions, use ``ScreenEffects/choose(_:among:selected:)``, which does all of this.
public struct ChoiceMenu<Value: Hashable & Sendable>: Sendable {
  /// A row in a menu.
  public struct Choice: Sendable {
    /// The value that the row represents.
    public let value: Value
    let title: String
    let detail: String
    let section: String

    /// Creates a choice in a section, with a detail at the right end.
    public init(_ value: Value, _ title: String, detail: String = "", section: String = "") {
      self.value = value
      self.title = title
      self.detail = detail
      self.section = section
    }
  }

  /// The effect of an event on a menu.
  public enum Reaction: Hashable, Sendable {
    case ignored
    /// The menu handled the event and is still open.
    case handled
    /// The user closed the menu without a choice.
    case closed
    /// The user chose ``ChoiceMenu/selection`` or the ``ChoiceMenu/marked`` values.
    case chosen
  }

  /// The name of the rows' click targets.
  public static var target: String { "menu.rows" }

  /// The subject of the choice, in one or two words.
  public let title: String
  /// The marked values; the set is always empty in a menu for choosing one value.
  public private(set) var marked: Set<Value> = []
  private let marksSeveral: Bool
  private var rows: ListModel<Choice, Value, String>
  private var typedLetters = ""

  /// Creates a menu for choosing one value.
  public init(_ title: String, _ choices: [Choice], selected: Value? = nil) {
    self.init(title, choices, marksSeveral: false)
    if let selected { rows.select(selected) }
  }

  /// Creates a menu for marking several values.
  public init(_ title: String, _ choices: [Choice], marked: Set<Value>) {
    self.init(title, choices, marksSeveral: true)
    self.marked = marked
    if let first = choices.first(where: { marked.contains($0.value) }) { rows.select(first.value) }
  }

  private init(_ title: String, _ choices: [Choice], marksSeveral: Bool) {
    self.title = title
    self.marksSeveral = marksSeveral
    rows = ListModel(choices, id: \.value, grouping: ListGrouping(by: \.section, title: { $0 }))
  }

  /// The value of the selected row, or `nil` if there is no selection.
  public var selection: Value? { rows.selectedID }

  /// Marks the selected value, or removes its mark.
  public mutating func toggle() {
    guard marksSeveral, let selection else { return }
    marked.formSymmetricDifference([selection])
  }

  /// Handles an event, which can move the selection, choose or mark a value, or close the menu.
  ///
  /// A click on a row chooses or marks its value, and a click outside the menu closes it. In a menu for choosing
  /// one value, a digit chooses the row with that number. Letters select the first row that begins with them, except
  /// that `q` always closes the menu, and that a word can't start with a letter that moves the selection.
  ///
  /// `typed` is the pressed key if the event contains a different key, to which the user assigned it.
  public mutating func handle(_ event: ScreenEvent, typed: KeyPress? = nil) -> Reaction {
    if case .key(.character("q")) = event { return .closed }
    if case .key(let press) = event, selectRow(typing: typed ?? press, startsWord: !Self.moving.contains(press)) {
      return .handled
    }
    typedLetters = ""
    switch event {
    case .key(let press) where !marksSeveral && Self.row(of: press).map { rows.select(row: $0) } == true: return .chosen
    case .click(Self.target, let row?, _, _):
      rows.select(row: row)
      guard marksSeveral else { return .chosen }
      toggle()
      return .handled
    case .click: return .closed
    case .scroll(_, _, let lines):
      rows.moveSelection(by: lines.signum())
      return .handled
    default: return rows.handle(event, target: Self.target, page: rows.lineCount) == .ignored ? .ignored : .handled
    }
  }

  /// The letters that move the selection.
  private static var moving: [KeyPress] { ["j", "k", "g", "G"].map { .character($0) } }

  /// Selects the first row that begins with the letters typed so far, and returns whether there is one.
  private mutating func selectRow(typing press: KeyPress, startsWord: Bool) -> Bool {
    guard let letter = press.typedText, letter.allSatisfy(\.isLetter) else { return false }
    // If no row begins with all letters, the last letter starts a new word.
    let words = (typedLetters.isEmpty ? [] : [typedLetters + letter]) + (startsWord ? [letter] : [])
    for text in words {
      let query = FuzzyIndex.Query(text)
      if let row = rows.visibleItems.firstIndex(where: { FuzzyIndex.Query($0.title).narrows(query) }) {
        typedLetters = text
        return rows.select(row: row)
      }
    }
    return false
  }

  // The last row that a digit key can choose, counted from 0.
  private static var lastNumbered: Int { 8 }

  /// Returns the row for a digit key from 1 to 9, or `nil` for other keys.
  private static func row(of press: KeyPress) -> Int? {
    press.typedText.flatMap { Int($0) }.flatMap { (1...lastNumbered + 1).contains($0) ? $0 - 1 : nil }
  }

  /// Returns the key bindings for an open menu.
  @MainActor
  public func keyMap(
    choose: @escaping @MainActor () -> Void,
    mark: @escaping @MainActor () -> Void = {},
    cancel: @escaping @MainActor () -> Void
  ) -> KeyMap {
    var bindings = [
      KeyBinding(KeyPress(.enter), label: marksSeveral ? "Apply" : "Choose", action: choose),
      KeyBinding(KeyPress(.escape), label: "Cancel", action: cancel),
    ]
    if marksSeveral { bindings.insert(KeyBinding(.character(" "), label: "Mark", action: mark), at: 1) }
    return KeyMap(title, bindings + .listMovement)
  }

  /// Returns a dimmed page that can't be clicked, with the menu drawn over it.
  public func over(_ page: any Widget, size: Size) -> any Widget {
    let list = rows.list(target: Self.target, showsCounts: false) { [rows, marked, marksSeveral] choice in
      let start =
        marksSeveral
        ? StyledText(marked.contains(choice.value) ? "[x] " : "[ ] ")
        : StyledText(rows.row(of: choice.value).map { $0 <= Self.lastNumbered ? "\($0 + 1) " : "  " } ?? "", .dim)
      return ListRow(start + StyledText(choice.title), trailing: StyledText(choice.detail))
    }
    let widest = rows.items.reduce(0) { widest, choice in
      max(widest, choice.title.displayWidth() + choice.detail.displayWidth(), choice.section.displayWidth())
    }
    // The width includes the selection marker, the check box or number, the gap before the detail, and the scroll
    // bar.
    let width = min(max(widest + 11, title.displayWidth() + 4, 20), max(size.width - 4, 1), 70)
    let height = min(rows.lineCount, max(size.height - 2, 1))
    let box = Panel(list.framed(width: width, height: height), title: title)
    return Overlay(page.framed(width: size.width, height: size.height), top: box, dimsBase: true, isModal: true)
  }
}
