import Components
import FeatureFlags
import Observation

@MainActor
@Observable
final class SettingsScreen: Screen {
  enum Row {
    case flag(FlagDeclaration)
    case currency
    case locale
    case theme
    case automaticRefresh
    case refreshInterval
    case priceSource
    case freshness
    case coinIcons
    case directoryScenario
    case mouse
    case cache
    case cacheSize
    case service(ConfiguredService)
  }

  let title = "Settings"

  @ObservationIgnored let viewModel: SettingsViewModel
  @ObservationIgnored let effects: any ScreenEffects
  private(set) var selected = 0
  var entry: TextFieldState?
  var themeMenu: ThemeMenu?

  init(viewModel: SettingsViewModel, effects: any ScreenEffects) {
    self.viewModel = viewModel
    self.effects = effects
  }

  var rows: [Row] {
    viewModel.declarations.map { .flag($0) } + [
      .currency, .locale, .theme, .automaticRefresh, .refreshInterval, .priceSource, .freshness, .coinIcons,
      .directoryScenario, .mouse,
      .cache,
      .cacheSize,
    ] + ConfiguredService.allCases.map { .service($0) }
  }

  func select(_ key: String) {
    if let index = rows.firstIndex(where: { $0.key == key }) { selected = index }
  }

  func appear() { viewModel.appear() }

  func disappear() {
    themeMenu?.restore()
    viewModel.disappear()
  }

  var isEnteringText: Bool { entry != nil }

  var isAnimating: Bool { viewModel.isChecking }

  var canCancelLoading: Bool { viewModel.isChecking }

  func cancelLoading() -> Bool { viewModel.cancelChecks() }

  var keyMap: KeyMap {
    if let themeMenu { return themeMenu.keyMap }
    if entry != nil {
      return KeyMap(
        "Setting",
        [
          KeyBinding(KeyPress(.enter), label: "Save", explanation: "Save the value") { [self] in takeEntry() },
          KeyBinding(KeyPress(.escape), label: "Cancel", explanation: "Keep the previous value") { [self] in
            self.entry = nil
          },
        ]
      )
    }
    let action =
      switch rows[selected] {
      case .cache: (label: "Clear", explanation: "Clear the cache")
      case .service: (label: "Check", explanation: "Check all services")
      default: (label: "Change", explanation: "Change the setting")
      }
    let isOverridden = if case .flag(let flag) = rows[selected] { viewModel.override(of: flag) != nil } else { false }
    return KeyMap(
      "Settings",
      [
        KeyBinding(KeyPress(.enter), label: action.label, explanation: action.explanation) { [self] in activate() },
        KeyBinding(
          .character("d"),
          KeyPress(.delete),
          label: "Delete value",
          explanation: "Delete the flag's stored value",
          isEnabled: isOverridden
        ) { [self] in askToUnset() },
        KeyBinding(
          .character("r"),
          KeyPress(.function(5)),
          label: "Reload",
          explanation: "Check the cache and the services"
        ) { [self] in viewModel.refresh() },
      ] + .listMovement
    )
  }

  func handle(_ event: ScreenEvent) -> Bool {
    if let themeMenu { return themeMenu.handle(event) }
    switch event {
    case .key(let press):
      guard entry == nil else { return entry?.handle(press) ?? false }
      var list = ListState(selection: selected)
      guard list.handle(press, count: rows.count, page: Self.page) else { return false }
      selected = list.selection ?? 0
      return true
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
  /// The number of rows to move for Page Up and Page Down.
  private static let page = 8
}

extension SettingsScreen.Row {
  var key: String {
    switch self {
    case .flag(let declaration): declaration.key
    case .currency: Settings.currency.specification.key
    case .locale: Settings.locale.specification.key
    case .theme: Settings.theme.specification.key
    case .automaticRefresh: Settings.automaticRefresh.specification.key
    case .refreshInterval: Settings.refreshInterval.specification.key
    case .priceSource: Settings.marketsSource.specification.key
    case .freshness: Settings.marketsFreshness.specification.key
    case .coinIcons: Settings.coinIcons.specification.key
    case .directoryScenario: "directory_scenario"
    case .mouse: Settings.usesMouse.specification.key
    case .cache: "cache"
    case .cacheSize: Settings.cacheSize.specification.key
    case .service(let service): service.setting.specification.key
    }
  }

  /// The commands that select this screen's rows, for the program-wide search, unless another command does the same.
  static let commands: [(title: String, keywords: String, key: String)] = [
    ("Change the locale", "language number and date format", Settings.locale.specification.key),
    ("Change the theme", "colors dark light contrast", Settings.theme.specification.key),
    ("Change the refresh interval", "", Settings.refreshInterval.specification.key),
    ("Change the price source", "CoinGecko price list charts", Settings.marketsSource.specification.key),
    ("Change the price freshness", "age", Settings.marketsFreshness.specification.key),
    ("Turn coin icons on or off", "images", Settings.coinIcons.specification.key),
    ("Change the directory scenario", "error empty random", "directory_scenario"),
    ("Turn the mouse on or off", "", Settings.usesMouse.specification.key),
    ("Clear the cache", "delete responses", "cache"),
    ("Change the cache limit", "size", Settings.cacheSize.specification.key),
    ("Check the services", "health doctor", Settings.counterURL.specification.key),
  ]
}

extension SettingsViewModel: SearchableItems {
  /// Always 0, because the rows never change.
  var revision: Int { 0 }

  var searchableItems: SearchableItemList {
    let flags = declarations.map { declaration in
      SearchableItem(
        title: "Change “\(declaration.title)”",
        keywords: "flag \(declaration.key) feature \(declaration.description)",
        kind: "flag",
        link: "settings?row=\(declaration.key)"
      )
    }
    let settings = SettingsScreen.Row.commands.map { command in
      SearchableItem(
        title: command.title,
        keywords: "\(command.key) \(command.keywords)",
        kind: "setting",
        link: "settings?row=\(command.key)"
      )
    }
    return SearchableItemList(flags + settings) { $0 }
  }
}
