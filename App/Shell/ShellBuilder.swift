import Components
import Foundation
import Navigation

/// Puts the shell together from the coordinators of all features.
@MainActor
struct ShellBuilder {
  /// A tab and the destination that it begins with.
  struct Tab {
    let title: String
    let home: any Destination
  }

  private let registry: DestinationRegistry<any Screen>
  private let tabs: [Tab]
  private let navigation: ShellNavigation
  private let link = ShellLink()

  /// Collects the destinations of all features.
  init(coordinators: [any Coordinator<any Screen>], tabs: [Tab], navigation: ShellNavigation) {
    do {
      let shell = HelpCoordinator { [link] in link.shell }
      registry = try DestinationRegistry(coordinators + [shell], linkSchemes: ["fetch-counter"])
    } catch {
      fatalError("The destinations of the features don't fit together:\n\(error)")
    }
    self.tabs = tabs
    self.navigation = navigation
  }

  /// Makes the shell.
  ///
  /// - Parameters:
  ///   - exportFolder: Where files are exported to.
  ///   - system: The clocks.
  /// - Returns: The shell, with no tab open.
  func makeShell(exportFolder: URL, system: SystemDependencies) -> Shell {
    let shellTabs = tabs.map { tab in
      ShellTab(title: tab.title, family: Self.id(of: tab.home).family) {
        [registry, link] queue, present throws(RouterStartError) in
        try Self.makeRouter(registry, home: tab.home, queue: queue, link: link, now: system.now, present: present)
      }
    }
    let shell = Shell(
      tabs: shellTabs,
      catalogue: registry.catalogue,
      navigation: navigation,
      exportFolder: exportFolder,
      clock: system.clock,
      now: system.now
    )
    link.shell = shell
    return shell
  }

  private static func makeRouter(
    _ registry: DestinationRegistry<any Screen>,
    home: some Destination,
    queue: NavigationQueue,
    link: ShellLink,
    now: @escaping @Sendable () -> Date,
    present: @escaping @MainActor (ScreenLayers<any Screen>) -> Void
  ) throws(RouterStartError) -> Router<any Screen> {
    let configuration = RouterConfiguration(
      confirm: { question in await link.shell?.confirm(question) ?? false },
      now: now
    )
    return try Router(registry, home: home, queue: queue, configuration: configuration, present: present)
  }

  private static func id<D: Destination>(of destination: D) -> DestinationID { D.id }
}

/// The way from routers back to the shell, which is made after them.
@MainActor
private final class ShellLink {
  weak var shell: Shell?
}
