import Components

/// A menu over a screen, whose rows each have an action.
@MainActor
struct ChoiceMenu {
  /// A row.
  struct Item {
    let label: StyledText
    /// The action; it must not retain the screen, which owns the menu.
    let action: @MainActor () -> Void
  }

  enum Reaction {
    case ignored, handled, closed
    case chosen(Item)
  }

  static let target = "markets.menu"
  /// The largest width of a row, in columns.
  private static let widest = 60
  /// The columns of a row's mark, and of the frame.
  private static let margin = 4

  let title: String
  /// The action of Enter as a phrase, for the help.
  let explanation: String
  private let items: [Item]
  private var list: ListState

  init(_ title: String, explanation: String, _ items: [Item], selected: Int? = 0) {
    self.title = title
    self.explanation = explanation
    self.items = items
    list = ListState(selection: selected)
  }

  var selection: Item? { list.selection.flatMap { items.indices.contains($0) ? items[$0] : nil } }

  mutating func handle(_ event: ScreenEvent) -> Reaction {
    let count = items.count
    switch event {
    case .key(let press): return list.handle(press, count: count, page: count) ? .handled : .ignored
    case .click(Self.target, let row?, _, _):
      list.selection = row
      return selection.map { .chosen($0) } ?? .handled
    case .scroll(_, _, let rows):
      list.moveSelection(by: rows.signum(), count: count)
      return .handled
    case .click: return .closed
    case .paste, .drag: return .ignored
    }
  }

  func over(_ page: any Widget, size: Size, in environment: RenderEnvironment) -> any Widget {
    let labels = items.map(\.label)
    let widest = (labels.map { environment.width(of: $0) } + [environment.width(of: StyledText(title))]).max() ?? 0
    let width = min(widest + Self.margin, Self.widest, max(size.width - Self.margin, 1))
    let menu = SectionedList(count: items.count, state: list, target: Self.target) { ListRow(labels[$0]) }
    let box = Panel(menu.framed(width: width, height: min(items.count, max(size.height - 4, 1))), title: title)
    return Overlay(page, top: box, alignment: .center, dimsBase: true, isModal: true)
  }
}

/// A screen that can show a menu.
@MainActor
protocol MenuShowing: AnyObject {
  var menu: ChoiceMenu? { get set }
}

extension MenuShowing {
  func keyMap(of menu: ChoiceMenu) -> KeyMap {
    KeyMap(
      menu.title,
      [
        KeyBinding(KeyPress(.enter), label: "Choose", explanation: menu.explanation) { [self] in
          if let selection = self.menu?.selection { take(selection) }
        },
        KeyBinding(KeyPress(.escape), label: "Cancel", explanation: "Close the menu") { [self] in self.menu = nil },
      ] + .listMovement
    )
  }

  func handleMenu(_ event: ScreenEvent) -> Bool {
    switch menu?.handle(event) ?? .ignored {
    case .ignored: return false
    case .handled: break
    case .closed: menu = nil
    case .chosen(let item): take(item)
    }
    return true
  }

  private func take(_ item: ChoiceMenu.Item) {
    menu = nil
    item.action()
  }
}

extension ChoiceMenu {
  /// The texts of a coin that can be copied.
  static func copying(_ coin: Coin, _ currency: CurrencyCode, _ effects: any ScreenEffects) -> ChoiceMenu {
    let price = coin.prices[currency].map { "\($0)" }
    let texts = [("Price", price), ("Name", coin.name), ("Symbol", coin.symbol), ("Id", coin.id.description)]
    let items = texts.compactMap { title, text in
      text.map { text in
        Item(label: StyledText("\(title)  \(text.sanitized(.singleLine))")) { effects.copy(text) }
      }
    }
    return ChoiceMenu("Copy", explanation: "Copy this text", items)
  }
}
