import Components
import Foundation
import Navigation
import Observation

/// `fetch-counter open LINK`: prints the screen that a link leads to, once it has loaded what it shows.
@MainActor
struct OpenCommand: WaitingCommand {
  private struct Document: Encodable {
    let link: String
    let title: String
    let lines: [String]
  }

  /// The size of a screen that nobody looks at: as wide as the output, and higher than most pages.
  private static let height = 200

  let console: Console
  let root: CompositionRoot
  let link: String

  func run() async throws(CommandFailure) {
    let navigation = ShellNavigation()
    let preferences = try Preferences(root.configuration)
    let parts = try ShellParts(root: root, navigation: navigation, preferences: preferences)
    parts.effects.target = parts.shell
    let outcome = await navigation.perform(.open(link: link))
    guard outcome.isMove || outcome == .unchanged(.alreadyShown), let screen = parts.shell.screen else {
      throw AppCommand.refusal(of: link, outcome)
    }
    await settle(screen, within: try root.configuration.value(Settings.timeout))
    let size = Size(width: console.mode.width ?? OutputMode.assumedWidth, height: Self.height)
    let body = screen.body(size: size, in: environment)
    if console.isJSON {
      let lines = body.linearLines(in: environment).map { $0.rendered(for: .linear) }
      try console.write(json: Document(link: link, title: screen.title, lines: lines))
    } else {
      try console.write(body.rendered(for: console.mode))
    }
    parts.shell.tab.setVisible(false)
  }

  private var environment: RenderEnvironment {
    RenderEnvironment(
      capabilities: console.mode.capabilities,
      widthPolicy: console.mode.widthPolicy,
      isAnimated: false
    )
  }

  /// Waits until nothing is under way on a screen and nothing on it has changed for a moment.
  private func settle(_ screen: any Screen, within limit: Duration) async {
    let clock = ContinuousClock()
    let deadline = clock.now + limit
    var calm = 0
    while calm < 3, clock.now < deadline {
      let change = Change()
      let isBusy = withObservationTracking {
        _ = screen.body(size: Size(width: 80, height: 24), in: environment)
        return screen.isAnimating
      } onChange: {
        change.happen()
      }
      // Nothing else tells that no further change will come.
      try? await clock.sleep(for: .milliseconds(10))
      calm = isBusy || change.hasHappened ? 0 : calm + 1
    }
  }
}

/// Whether something has happened.
///
/// `@unchecked Sendable`: `happened` is guarded by `lock`.
private final class Change: @unchecked Sendable {
  private let lock = NSLock()
  private var happened = false

  var hasHappened: Bool { lock.withLock { happened } }

  func happen() { lock.withLock { happened = true } }
}
