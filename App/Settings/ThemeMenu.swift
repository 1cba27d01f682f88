import CommandLine
import Components
import Observation

/// The theme menu, which immediately previews the theme at the cursor.
///
/// Enter stores the theme. Escape restores the stored theme.
@MainActor
@Observable
final class ThemeMenu {
  static let target = "settings.theme"

  @ObservationIgnored let choices: [ThemeChoice]
  private(set) var selected: Int
  /// The reason why the theme at the cursor can't be shown or stored.
  private(set) var problem: String?

  @ObservationIgnored private let preferences: Preferences
  @ObservationIgnored private let effects: any ScreenEffects
  @ObservationIgnored private let close: () -> Void

  /// Creates a menu with the cursor at the current theme; `effects` records a change for undo.
  init(preferences: Preferences, effects: any ScreenEffects, close: @escaping () -> Void) {
    choices = preferences.themes.choices
    selected = choices.firstIndex(of: preferences.theme) ?? 0
    self.preferences = preferences
    self.effects = effects
    self.close = close
  }

  var keyMap: KeyMap {
    KeyMap(
      "Theme",
      [
        KeyBinding(KeyPress(.enter), label: "Keep", explanation: "Keep the theme") { [self] in keep() },
        KeyBinding(KeyPress(.escape), label: "Cancel", explanation: "Return to the previous theme") { [self] in
          restore()
        },
        KeyBinding(KeyPress(.down), .character("j"), KeyPress(.tab), label: "Next", explanation: "Show the next theme")
        { [self] in move(to: selected + 1) },
        KeyBinding(
          KeyPress(.up),
          .character("k"),
          KeyPress(.tab, .shift),
          label: "Previous",
          explanation: "Show the previous theme"
        ) { [self] in move(to: selected - 1) },
        KeyBinding(
          .character("g"),
          KeyPress(.home),
          label: "First",
          explanation: "Show the first theme",
          prominence: .help
        ) { [self] in move(to: 0) },
        KeyBinding(
          .character("G"),
          KeyPress(.end),
          label: "Last",
          explanation: "Show the last theme",
          prominence: .help
        ) { [self] in move(to: choices.count - 1) },
      ]
    )
  }

  /// Moves the cursor and previews the theme there, or shows the reason why it can't be previewed.
  func move(to index: Int) {
    selected = min(max(index, 0), choices.count - 1)
    problem = nil
    do throws(CommandFailure) {
      try preferences.previewTheme(choices[selected])
    } catch {
      problem = error.message
    }
  }

  /// Stores the theme at the cursor and closes the menu.
  ///
  /// If the theme is unusable, the menu stays open.
  func keep() {
    guard choices[selected] != preferences.theme else { return restore() }
    do throws(CommandFailure) {
      let undo = try preferences.setTheme(choices[selected])
      effects.didChange(StyledText("Theme: \(choices[selected].word)."), undo: undo)
      close()
    } catch {
      problem = error.message
    }
  }

  func restore() {
    preferences.endThemePreview()
    close()
  }

  func handle(_ event: ScreenEvent) -> Bool {
    switch event {
    case .click(Self.target, let index?, _, _): move(to: index)
    case .scroll(_, _, let rows): move(to: selected + rows.signum())
    default: return false
    }
    return true
  }

  func body(size: Size, in environment: RenderEnvironment) -> any Widget {
    let width = min(58, max(size.width - 4, 1))
    let height = min(choices.count, max(size.height - (problem == nil ? 2 : 5), 1))
    // Only theme files can have longer names.
    let nameWidth = ThemeChoice.builtIn.map(\.word.count).max() ?? 0
    let list = SectionedList(
      sections: [.init("", count: choices.count)],
      state: ListState(selection: selected),
      target: Self.target
    ) { [choices] _, row in
      let word = choices[row].word
      return ListRow(
        StyledText(word + String(repeating: " ", count: max(nameWidth - word.count, 0))),
        detail: StyledText(choices[row].summary)
      )
    }
    var rows: [any Widget] = [list.framed(width: width, height: height)]
    if let problem {
      rows.append(Text(StyledText(problem, environment.theme.typography.error)).framed(width: width))
    }
    return Panel(VStack(spacing: 0, children: rows), title: "Theme")
  }
}
