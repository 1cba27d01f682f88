import Components
import Directory
import FetchCounter
import Foundation
import Markets
import Navigation

extension CompositionRoot {
  /// Creates the interactive program with all features; no tab is open yet.
  func makeShell(
    preferences: Preferences,
    isFirstStart: Bool = false,
    exportFolder: URL = URL(filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
  ) throws(CommandFailure) -> Shell {
    let navigation = ShellNavigation()
    let effects = ShellEffects(exportFolder: exportFolder, clock: system.clock)
    let counter = try counterCoordinator(effects: effects)
    let images = try imageStore()
    let directory = try directoryCoordinator(
      source: navigation,
      effects: effects,
      images: images,
      preferences: preferences
    )
    let (markets, refresher, summary, coins) = try marketsCoordinator(
      source: navigation,
      effects: effects,
      images: images,
      preferences: preferences
    )
    let settings = try settingsCoordinator(effects: effects, preferences: preferences)
    let dashboard = dashboardCoordinator(
      counter: counter,
      directory: directory,
      markets: summary,
      settings: settings,
      navigator: navigation
    )
    let shell = Shell(
      coordinators: [counter, directory, markets, settings, dashboard],
      tabs: [
        ("Counter", FetchCounterDestination()), ("Directory", EmployeeListDestination()),
        ("Markets", CoinListDestination()),
        ("Settings", SettingsDestination()), ("Dashboard", DashboardDestination()),
      ],
      navigation: navigation,
      effects: effects,
      system: system
    )
    shell.chosenTheme = { [preferences] in preferences.shownTheme }
    shell.backgroundWork = refresher
    shell.searchSources = [settings.searchableItems, coins, directory.searchableItems]
    shell.screenCommands = ScreenCommand.all
    shell.typedPages = [("Open the coin TEXT", "markets/TEXT", Self.canBeCoinID)]
    shell.keyAssignments = try configuration.keyAssignments()
    if isFirstStart { shell.welcome = try welcome(shell.keyAssignments) }
    shell.headerStatus = AccountStatus(summary)
    for service in ConfiguredService.allCases where try configuration.isSample(service) { shell.isSample = true }
    shell.usesMouse = { [preferences] in preferences.usesMouse }
    return shell
  }

  private static func canBeCoinID(_ text: String) -> Bool {
    CoinID(text) != nil && text.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
  }
}

extension Shell {
  /// Creates a shell from all features' coordinators and each tab's home destination; no tab is open yet.
  convenience init(
    coordinators: [any Coordinator<any Screen>],
    tabs: [(title: String, home: any Destination)],
    navigation: ShellNavigation,
    effects: ShellEffects,
    system: SystemDependencies
  ) {
    let registry: DestinationRegistry<any Screen>
    do {
      registry = try DestinationRegistry(
        coordinators + [HelpCoordinator(navigation: navigation)],
        linkSchemes: ["fetch-counter"]
      )
    } catch {
      fatalError("The features' destinations are inconsistent:\n\(error)")
    }
    self.init(
      tabs: tabs.map { title, home in
        ShellTab(title: title, family: Self.id(of: home).family, clock: system.clock) {
          queue,
          present throws(RouterStartError) in
          try Self.makeRouter(registry, home: home, queue: queue, present: present, questions: effects.questions)
        }
      },
      catalog: registry.catalog,
      navigation: navigation,
      effects: effects,
      system: system
    )
  }

  // This function is generic because a router's type depends on the type of its home.
  private static func makeRouter(
    _ registry: DestinationRegistry<any Screen>,
    home: some Destination,
    queue: NavigationQueue,
    present: @escaping @MainActor (ScreenLayers<any Screen>) -> Void,
    questions: ShellQuestions
  ) throws(RouterStartError) -> Router<any Screen> {
    try Router(registry, home: home, queue: queue, present: present) { await questions.confirm($0) }
  }

  private static func id<D: Destination>(of destination: D) -> DestinationID { D.id }
}
