import Components
import FeatureFlags
import Observation

@MainActor
@Observable
final class SettingsScreen: Screen {
  enum Row {
    case flag(FlagDeclaration)
    case currency
    case theme
    case automaticRefresh
    case refreshInterval
    case freshness
    case coinIcons
    case directoryScenario
    case mouse
    case cache
    case cacheSize
    case services
  }

  let title = "Settings"

  @ObservationIgnored let viewModel: SettingsViewModel
  @ObservationIgnored let effects: any ScreenEffects
  private(set) var selected = 0
  /// The text field of the cache size while it is open.
  var entry: TextFieldState?
  /// The menu of themes while it is open.
  var themeMenu: ThemeMenu?

  init(viewModel: SettingsViewModel, effects: any ScreenEffects) {
    self.viewModel = viewModel
    self.effects = effects
  }

  var rows: [Row] {
    viewModel.declarations.map { .flag($0) } + [
      .currency, .theme, .automaticRefresh, .refreshInterval, .freshness, .coinIcons, .directoryScenario, .mouse,
      .cache,
      .cacheSize, .services,
    ]
  }

  func appear() { viewModel.appear() }

  func disappear() {
    themeMenu?.restore()
    viewModel.disappear()
  }

  var isEnteringText: Bool { entry != nil }

  var isAnimating: Bool { viewModel.services.contains { $0.health == .checking } }

  var keyMap: KeyMap {
    if let themeMenu { return themeMenu.keyMap }
    if entry != nil {
      return KeyMap(
        "Size of the cache",
        [
          KeyBinding(KeyPress(.enter), label: "take", explanation: "Takes what was typed") { [self] in takeEntry() },
          KeyBinding(KeyPress(.escape), label: "leave as it was", explanation: "Leaves the setting as it was") {
            [self] in self.entry = nil
          },
        ]
      )
    }
    let isFlag = if case .flag = rows[selected] { true } else { false }
    return KeyMap(
      "Settings",
      [
        KeyBinding(KeyPress(.enter), .character(" "), label: "change", explanation: "Changes the setting") { [self] in
          activate()
        },
        KeyBinding(KeyPress(.right), label: "next value", explanation: "Takes the next value", prominence: .help) {
          [self] in change(by: 1)
        },
        KeyBinding(KeyPress(.left), label: "previous value", explanation: "Takes the previous value", prominence: .help)
        { [self] in change(by: -1) },
        KeyBinding(.character("u"), label: "unset", explanation: "Forgets what was set for the flag", isEnabled: isFlag)
        {
          [self] in unset()
        },
        KeyBinding(
          .control("r"),
          .character("r"),
          label: "look again",
          explanation: "Looks at the cache and the services"
        ) {
          [self] in viewModel.refresh()
        },
        KeyBinding(
          KeyPress(.up),
          .character("k"),
          KeyPress(.tab, .shift),
          label: "up",
          explanation: "Goes up",
          prominence: .help
        ) { [self] in
          selected = max(selected - 1, 0)
        },
        KeyBinding(
          KeyPress(.down),
          .character("j"),
          KeyPress(.tab),
          label: "down",
          explanation: "Goes down",
          prominence: .help
        ) { [self] in
          selected = min(selected + 1, rows.count - 1)
        },
      ]
    )
  }

  func handle(_ event: ScreenEvent) -> Bool {
    if let themeMenu { return themeMenu.handle(event) }
    switch event {
    case .key(let press): return entry?.handle(press) ?? false
    case .paste(let text):
      entry?.paste(text)
      return entry != nil
    case .click(Self.target, let index?, _, _):
      guard rows.indices.contains(index) else { return false }
      selected = index
      activate()
      return true
    case .click(Self.groupTarget, let index?, _, _):
      guard rows.indices.contains(index) else { return false }
      selected = index
      return true
    case .scroll(_, _, let rows):
      selected = min(max(selected + rows.signum(), 0), self.rows.count - 1)
      return true
    case .click, .drag: return false
    }
  }

  static let target = "settings.row"
  static let groupTarget = "settings.group"
}
