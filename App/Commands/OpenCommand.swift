import Components
import Foundation
import Navigation
import Observation

/// `fetch-counter open LINK`: prints the screen that a link leads to, once it has loaded what it shows.
///
/// A screen that has nothing to show but why that is so is a failure, with the exit code of a command that asks for the same.
@MainActor
struct OpenCommand: WaitingCommand {
  private struct Document: Encodable {
    let link: String
    let title: String
    let lines: [String]
  }

  /// The size of a screen that nobody looks at: as wide as the output, and higher than most pages.
  private static let height = 200
  /// How often a request may take as long as it may, tried again included.
  private static let longestAttempts = 3

  let console: Console
  let root: CompositionRoot
  let link: String

  func run() async throws(CommandFailure) {
    let shell = try root.makeShell(preferences: try Preferences(root.configuration))
    let outcome = await shell.navigation.perform(.open(link: link))
    guard outcome.isMove || outcome == .unchanged(.alreadyShown), let screen = shell.screen else {
      throw AppCommand.refusal(of: link, outcome)
    }
    defer { shell.tab.setVisible(false) }
    try await settle(screen)
    if let failure = CommandFailure(of: screen) { throw failure }
    let size = Size(width: console.mode.width ?? OutputMode.assumedWidth, height: Self.height)
    let body = screen.body(size: size, in: environment)
    if console.isJSON {
      let lines = body.linearLines(in: environment).map { $0.rendered(for: .linear) }
      try console.write(json: Document(link: link, title: screen.title, lines: lines))
    } else {
      try console.write(body.rendered(for: console.mode))
    }
  }

  private var environment: RenderEnvironment {
    RenderEnvironment(
      capabilities: console.mode.capabilities,
      widthPolicy: console.mode.widthPolicy,
      isAnimated: false
    )
  }

  /// Waits until nothing is under way on a screen and nothing on it has changed for a moment.
  ///
  /// - Throws: That it took longer than all of its requests may, tried again included.
  private func settle(_ screen: any Screen) async throws(CommandFailure) {
    let clock = ContinuousClock()
    let limit = try root.configuration.value(Settings.timeout) * Self.longestAttempts + .seconds(2)
    let deadline = clock.now + limit
    var calm = 0
    while calm < 3 {
      guard clock.now < deadline else {
        throw CommandFailure(
          exitCode: .serviceUnreachable,
          kind: "timed_out",
          message: "The screen was not complete after \(DurationText.format(limit)).",
          hint: "Check the service, or give it more time with --timeout."
        )
      }
      let change = Change()
      let size = Size(width: 80, height: 24)
      let isBusy = withObservationTracking {
        _ = screen.body(size: size, in: environment)
        return screen.isAnimating
      } onChange: {
        change.happen()
      }
      // Photos are loaded for rows and pages that can be seen.
      _ = screen.frame(size: size, in: environment)
      // Nothing else tells that no further change will come. A wait that is cancelled is only shorter.
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
