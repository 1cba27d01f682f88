import Components
import Navigation
import Observation

/// The destination for the help popup, which can appear over any screen.
struct HelpDestination: Destination {
  static let id: DestinationID = "shell.help"
  static let isRestorable = false
}

@MainActor
struct HelpCoordinator: Coordinator {
  let navigation: ShellNavigation

  func register(in registrar: inout DestinationRegistrar<any Screen>) {
    registrar.register(HelpDestination.self) { [navigation] _, _ in
      HelpScreen(
        navigation.shell?.helpSections ?? [],
        keys: navigation.shell?.keyAssignments ?? .standard,
        explainsMouse: navigation.shell?.usesMouse() ?? true
      ) {
        navigation.shell?.goInTab(.back())
      }
    }
  }
}

/// A screen that lists the keys for the screen below and for the program.
///
/// The keys come from the key maps that handle them.
@MainActor
@Observable
final class HelpScreen: Screen {
  /// A key map's bindings without their actions, which would keep the screen and the shell in memory.
  private struct Section {
    let title: String
    let rows: [(keys: String, explanation: String)]
  }

  let title = "Keys"
  private var state = ScrollState()
  @ObservationIgnored private var sections: [Section]
  @ObservationIgnored private let close: @MainActor () -> Void
  @ObservationIgnored private var viewport: Viewport?

  init(
    _ maps: [KeyMap],
    keys: KeyAssignments = .standard,
    explainsMouse: Bool = true,
    close: @escaping @MainActor () -> Void
  ) {
    sections = maps.map { map in
      Section(
        title: map.title,
        rows: map.bindings.filter { $0.prominence != .hidden }.map { binding in
          (keys.shown(binding.keys).map(\.description).joined(separator: ", "), binding.explanation)
        }
      )
    }
    self.close = close
    if explainsMouse { sections.append(Self.mouse) }
  }

  private static let mouse = Section(
    title: "Mouse",
    rows: [
      ("Click", "Select a row, or press a tab, a button or a key in the footer"),
      ("Double-click", "Open a row"),
      ("Click outside", "Close a menu, a question, the help or the palette"),
      ("Click a message", "Dismiss the message"),
      ("Wheel", "Scroll, even in a pane without focus"),
      ("Drag", "Move a chart's cursor"),
    ]
  )

  var keyMap: KeyMap {
    KeyMap(title, [KeyBinding(KeyPress(.escape), label: "Close", explanation: "Close the help", action: close)])
  }

  /// Scrolls the help, or closes it on any other key.
  func handle(_ event: ScreenEvent) -> Bool {
    switch event {
    case .key(let press):
      let page = max((viewport?.area.height ?? 0) - 1, 1)
      switch press.key {
      case .down, .character("j"): scroll(by: 1)
      case .up, .character("k"): scroll(by: -1)
      case .pageDown: scroll(by: page)
      case .pageUp: scroll(by: -page)
      case .character("d") where press.modifiers == .control: scroll(by: max(page / 2, 1))
      case .character("u") where press.modifiers == .control: scroll(by: -max(page / 2, 1))
      case .home, .character("g"): state = ScrollState()
      case .end, .character("G"): scroll(by: viewport?.content.height ?? 0)
      default: close()
      }
    case .scroll(_, _, let rows): scroll(by: rows)
    default: break
    }
    return true
  }

  func didShow(_ frame: RenderedFrame) { viewport = frame.viewports[ShellTarget.help] }

  func body(size: Size, in environment: RenderEnvironment) -> any Widget {
    let page = ScrollArea(text(in: environment), state: state, name: ShellTarget.help)
    // Explanations are wrapped, so the height is known only after layout.
    let room = Size(width: min(62, max(size.width, 1)), height: max(size.height, 1))
    let content = page.contentSize(viewport: room, in: environment)
    return page.framed(width: room.width, height: min(content.height, room.height))
  }

  private func scroll(by rows: Int) {
    guard let viewport else { return }
    state.scroll(by: Point(x: 0, y: rows), content: viewport.content, viewport: viewport.area.size)
  }

  private func text(in environment: RenderEnvironment) -> any Widget {
    let typography = environment.theme.typography
    var lines: [any Widget] = []
    for section in sections {
      if !lines.isEmpty { lines.append(Text("").framed(height: 1)) }
      lines.append(Text(StyledText(section.title, typography.heading)))
      for row in section.rows {
        let keys = Text(StyledText(row.keys, typography.key)).framed(width: 18)
        lines.append(HStack(spacing: 1, children: [keys, Text(StyledText(row.explanation))]))
      }
    }
    return VStack(spacing: 0, children: lines)
  }
}
