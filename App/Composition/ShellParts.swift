import Components
import Directory
import FetchCounter
import Foundation
import Markets
import Navigation

/// The interactive program with all of its features.
@MainActor
struct ShellParts {
  let shell: Shell
  /// Where the features' effects go, once the shell is there.
  let effects: EffectsRelay
  /// Follows flags and preferences for as long as it is kept.
  let markets: MarketsScreens

  /// Makes the screens' coordinators from the container's parts; the screens themselves are made when they are opened.
  ///
  /// - Parameters:
  ///   - root: Makes the parts.
  ///   - navigation: Where screens ask for moves.
  ///   - preferences: The settings that can be changed.
  ///   - exportFolder: Where files are exported to.
  /// - Throws: What is wrong with the configuration.
  init(
    root: CompositionRoot,
    navigation: ShellNavigation,
    preferences: Preferences,
    exportFolder: URL = URL(filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
  ) throws(CommandFailure) {
    let effects = EffectsRelay()
    self.effects = effects
    var services: [ServiceStatus] = []
    for service in ConfiguredService.allCases {
      let url = try root.configuration.resolved(service.setting)?.value
      services.append(ServiceStatus(name: service.rawValue.capitalized, url: url))
    }
    let settings = SettingsCoordinator(
      model: SettingsModel(
        flags: try root.resolve(Keys.flags),
        preferences: preferences,
        cache: try root.resolve(Keys.cache),
        services: services,
        probe: { [root] () throws(CommandFailure) in ServiceProbe(transport: try root.resolve(Keys.transport)) },
        timeout: try root.configuration.value(Settings.timeout)
      ),
      effects: effects
    )
    let counter = CounterCoordinator(
      fetchResponseCode: try root.fetchResponseCode(),
      store: try root.resolve(Keys.fetchCountStore),
      effects: effects,
      calendar: root.system.calendar()
    )
    let directory = try DirectoryParts(root: root).coordinator(source: navigation, effects: effects)
    markets = MarketsScreens(
      repository: try root.resolve(Keys.marketsRepository),
      flags: try root.resolve(Keys.flags),
      preferences: preferences,
      favourites: FavouriteCoinsFile(folder: try root.configuration.dataFolder()),
      ledger: try root.resolve(Keys.ledger),
      alerts: try root.resolve(Keys.alerts),
      system: root.system
    )
    let coordinators: [any Coordinator<any Screen>] = [
      counter, directory, markets.coordinator(source: navigation, effects: effects), settings,
    ]
    let tabs = [
      ShellBuilder.Tab(title: "Counter", home: CounterDestination()),
      ShellBuilder.Tab(title: "Directory", home: EmployeeDirectory()),
      ShellBuilder.Tab(title: "Markets", home: CoinListDestination()),
      ShellBuilder.Tab(title: "Settings", home: SettingsDestination()),
    ]
    let builder = ShellBuilder(coordinators: coordinators, tabs: tabs, navigation: navigation)
    shell = builder.makeShell(exportFolder: exportFolder, system: root.system)
    shell.chosenTheme = { [preferences] in preferences.chosenTheme }
    shell.usesMouse = { [preferences] in preferences.usesMouse }
  }
}

/// Hands effects on to the shell, which is made after the features that have them.
@MainActor
final class EffectsRelay: ScreenEffects {
  weak var target: (any ScreenEffects)?

  func show(_ message: StyledText, tone: Tone) { target?.show(message, tone: tone) }
  func copy(_ text: String) { target?.copy(text) }
  func notify(title: String, message: String) { target?.notify(title: title, message: message) }
  func open(link: String) { target?.open(link: link) }
  func export(name: String, contents: [UInt8]) { target?.export(name: name, contents: contents) }
}
