import Components
import Navigation
import Observation

struct DemoHome: Destination {
  static let id: DestinationID = "demo"
}

struct DemoPage: Destination {
  static let id: DestinationID = "demo.page"
  var name: String
}

struct DemoPopup: Destination {
  static let id: DestinationID = "demo.popup"
}

struct OtherHome: Destination {
  static let id: DestinationID = "other"
}

struct DemoListHome: Destination {
  static let id: DestinationID = "items"
}

struct DemoItem: Destination {
  static let id: DestinationID = "items.item"
  var number: Int
}

/// A journal of events on the test screens, with switches that control the screens' behavior.
@MainActor
final class DemoJournal {
  var entries: [String] = []
  var guardsLeaving = false
  var isLoading = false
  var notes: [Int] = []
  var refusesUndo = false
}

@MainActor
struct DemoCoordinator: Coordinator {
  let journal: DemoJournal
  let nav: any Navigator
  let effects: any ScreenEffects

  func register(in registrar: inout DestinationRegistrar<any Screen>) {
    registrar.register(DemoHome.self, link: LinkRule("demo", backStack: { _ in .fromRoot() })) { _, _ in
      DemoScreen("Demo", journal, nav, effects)
    }
    registrar.register(DemoPage.self, link: LinkRule("demo/:name")) { page, _ in
      DemoScreen(page.name, journal, nav, effects)
    }
    registrar.register(DemoPopup.self) { _, _ in DemoScreen("Popup", journal, nav, effects) }
    registrar.register(DemoListHome.self, link: LinkRule("items", backStack: { _ in .fromRoot() })) { _, _ in
      DemoList(journal, nav)
    }
    registrar.register(DemoItem.self, link: LinkRule("items/:number", backStack: { _ in .onHome(DemoListHome()) })) {
      item,
      _ in DemoItemScreen("Item \(item.number)", journal)
    }
    registrar.register(OtherHome.self, link: LinkRule("other", backStack: { _ in .fromRoot() })) { _, _ in
      DemoScreen("Other", journal, nav, effects)
    }
  }
}

/// A screen that shows its name, its last event and a text field.
@MainActor
@Observable
final class DemoScreen: Screen, NavigationGuard {
  let title: String
  private(set) var isEnteringText = false
  private var field = TextFieldState()
  private var last = "nothing yet"
  @ObservationIgnored private let journal: DemoJournal
  @ObservationIgnored private let nav: any Navigator
  @ObservationIgnored private let effects: any ScreenEffects

  init(_ title: String, _ journal: DemoJournal, _ nav: any Navigator, _ effects: any ScreenEffects) {
    self.title = title
    self.journal = journal
    self.nav = nav
    self.effects = effects
  }

  var keyMap: KeyMap {
    KeyMap(
      title,
      [
        KeyBinding(.character("o"), label: "open", explanation: "Opens a page") { [self] in
          nav.send(.push(DemoPage(name: "Details")))
        },
        KeyBinding(.character("p"), label: "popup", explanation: "Opens a popup") { [self] in
          nav.send(.popup(DemoPopup()))
        },
        KeyBinding(.character("x"), label: "other", explanation: "Goes to the other tab") { [self] in
          nav.send(.open(link: "other"))
        },
        KeyBinding(.character("t"), label: "toast", explanation: "Shows a message") { [self] in
          effects.show("It is toast.", tone: .positive)
        },
        KeyBinding(
          .character("y"),
          label: "Copy",
          menu: [
            KeyChoice("Copy name") { [self] in effects.copy(title) },
            KeyChoice("Copy last event") { [self] in effects.copy(last) },
          ]
        ),
        KeyBinding(.character("a"), label: "add", explanation: "Adds a note") { [self] in
          let number = journal.notes.count + 1
          journal.notes.append(number)
          effects.didChange(StyledText("Note \(number) added.")) { [journal] in
            guard !journal.refusesUndo else { return "the disk is full" }
            journal.notes.removeAll { $0 == number }
            return nil
          }
        },
        KeyBinding(.character("/"), label: "enter", explanation: "Enters a text") { [self] in isEnteringText = true },
        KeyBinding(KeyPress(.enter), label: "take", isEnabled: isEnteringText) { [self] in isEnteringText = false },
      ]
    )
  }

  func appear() { journal.entries.append("\(title) appears") }

  var canCancelLoading: Bool { journal.isLoading }

  func cancelLoading() -> Bool {
    defer { journal.isLoading = false }
    return journal.isLoading
  }

  func disappear() { journal.entries.append("\(title) disappears") }

  func handle(_ event: ScreenEvent) -> Bool {
    switch event {
    case .key(let press):
      guard isEnteringText else { return false }
      return field.handle(press)
    case .paste(let text):
      field.paste(text)
    case .click(let target, let index, _, let count):
      last = "\(target) \(index ?? -1) ×\(count)"
    case .scroll(_, _, let rows):
      last = "scrolled \(rows)"
    case .drag(let target, _, let place):
      last = "dragged \(target) to \(place.x)"
    }
    return true
  }

  func canLeave(for command: NavigationCommand) async -> GuardDecision {
    journal.guardsLeaving ? .confirm(LeaveConfirmation(question: "Leave \(title)?")) : .allow
  }

  func body(size: Size, in environment: RenderEnvironment) -> any Widget {
    VStack {
      Text("Screen \(title)")
      Text("Last: \(last)")
      Button("Press me").targeted("button", index: 3)
      TextField(field, state: isEnteringText ? .focused : .normal)
    }
  }
}

@MainActor
@Observable
final class DemoList: PreviewingScreen {
  static let target = "items"

  let title = "Items"
  func caption(in environment: RenderEnvironment) -> StyledText? { "3 items" }
  private var selected = 1
  @ObservationIgnored private var previews: [Int: DemoItemScreen] = [:]
  @ObservationIgnored private let journal: DemoJournal
  @ObservationIgnored private let nav: any Navigator

  init(_ journal: DemoJournal, _ nav: any Navigator) {
    self.journal = journal
    self.nav = nav
  }

  var preview: (any Screen)? {
    if let preview = previews[selected] { return preview }
    previews[selected] = DemoItemScreen("Preview \(selected)", journal)
    return previews[selected]
  }

  func openPreview() { nav.send(.push(DemoItem(number: selected))) }

  var keyMap: KeyMap {
    KeyMap(
      title,
      [
        KeyBinding(.character("j"), label: "down") { [self] in selected = min(selected + 1, 3) },
        KeyBinding(KeyPress(.enter), label: "open") { [self] in openPreview() },
      ]
    )
  }

  func handle(_ event: ScreenEvent) -> Bool {
    switch event {
    case .click(Self.target, let index?, _, _): selected = index
    case .scroll(_, _, let rows): selected = min(max(selected + rows, 1), 3)
    default: return false
    }
    return true
  }

  func appear() { journal.entries.append("Items appears") }

  func disappear() { journal.entries.append("Items disappears") }

  func body(size: Size, in environment: RenderEnvironment) -> any Widget {
    VStack(
      children: (1...3).map { number in
        let mark = number == selected ? "*" : " "
        let line: String = "\(mark) Row \(number) of \(size.width) columns"
        return Text(StyledText(line)).targeted(Self.target, index: number)
      }
    )
  }
}

@MainActor
final class DemoItemScreen: Screen {
  let title: String
  private let journal: DemoJournal

  init(_ title: String, _ journal: DemoJournal) {
    self.title = title
    self.journal = journal
  }

  var keyMap: KeyMap { KeyMap(title, []) }

  func appear() { journal.entries.append("\(title) appears") }

  func disappear() { journal.entries.append("\(title) disappears") }

  func body(size: Size, in environment: RenderEnvironment) -> any Widget {
    VStack {
      Text(StyledText("Screen \(title)"))
      Button("Press me").targeted("button", index: 3)
    }
  }
}
