import Basics
import CommandLine
import Components
import Directory
import FetchCounter
import Foundation
import Markets
import Navigation
import Observation

/// A command that loads and prints the screen for a link, and fails if the screen couldn't load any content.
struct OpenCommand: AsyncCommand {
  private struct Document: Encodable {
    let link: String
    let title: String
    let lines: [String]
  }

  nonisolated static let declaration = CommandDeclaration(
    name: "open",
    summary: "Print a screen as text.",
    discussion: "If the screen has nothing to show, this command fails like the equivalent command.",
    examples: [
      .init("fetch-counter open markets/bitcoin?days=30", "Print a coin's screen."),
      .init("fetch-counter open settings --plain", "Print the settings as plain text."),
    ],
    arguments: [Argument.link]
  )

  /// The screen height in rows, which is more than most pages need.
  private static let height = 200
  /// The maximum number of attempts per request, each of which can take the full time limit.
  private static let longestAttempts = 3

  let context: CommandContext

  func run() async throws(CommandFailure) {
    let (root, console, link) = (context.root, context.console, context[argument: .link])
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
    let mode = context.console.mode
    return RenderEnvironment(capabilities: mode.capabilities, widthPolicy: mode.widthPolicy, isAnimated: false)
  }

  /// Waits until a screen is idle and hasn't changed for a moment.
  ///
  /// Throws an error if the screen is still loading after the longest time that a request can take.
  private func settle(_ screen: any Screen) async throws(CommandFailure) {
    let clock = ContinuousClock()
    let limit = try context.root.configuration.value(Settings.timeout) * Self.longestAttempts + .seconds(2)
    let deadline = clock.now + limit
    var calm = 0
    while calm < 3 {
      guard clock.now < deadline else {
        throw CommandFailure(
          exitCode: .serviceUnreachable,
          kind: "timed_out",
          message: "The screen didn't finish loading within \(DurationText.format(limit)).",
          hint: "Check the service, or allow more time with --timeout."
        )
      }
      let hasChanged = Locked(false)
      let size = Size(width: 80, height: 24)
      let isBusy = withObservationTracking {
        _ = screen.body(size: size, in: environment)
        return screen.isAnimating
      } onChange: {
        hasChanged.withLock { $0 = true }
      }
      // Photos are loaded only for visible rows and pages.
      _ = screen.frame(size: size, in: environment)
      // No event announces the last change. Cancellation only shortens the wait.
      try? await clock.sleep(for: .milliseconds(10))
      calm = isBusy || hasChanged.withLock { $0 } ? 0 : calm + 1
    }
  }
}

@MainActor
private protocol FailableScreen {
  /// The failure that the equivalent command would report; `nil` if the screen has content.
  var commandFailure: CommandFailure? { get }
}

extension EmployeeListScreen: FailableScreen {
  var commandFailure: CommandFailure? { failure.map { CommandFailure($0) } }
}

extension EmployeeDetailScreen: FailableScreen {
  var commandFailure: CommandFailure? {
    guard isUnknown else { return failure.map { CommandFailure($0) } }
    return CommandFailure(
      exitCode: .failure,
      kind: "not_found",
      message: "The directory has no employee with the ID in this link.",
      hint: "List the employees with 'fetch-counter directory list'."
    )
  }
}

extension FetchCounterScreen: FailableScreen {
  var commandFailure: CommandFailure? { failure.map { CommandFailure($0) } }
}

extension CommandFailure {
  @MainActor
  fileprivate init?(of screen: any Screen) {
    if let failure = (screen as? any FailableScreen)?.commandFailure {
      self = failure
      return
    }
    switch MarketsScreenFailure(of: screen) {
    case .source(let problem): self.init(problem)
    case .store(let message): self.init(exitCode: .localData, kind: "data_unreadable", message: message)
    case nil: return nil
    }
  }
}

extension Argument where Value == String {
  fileprivate static var link: Self {
    .required("LINK", .link, summary: "Link to the screen, such as markets/bitcoin or settings.")
  }
}
