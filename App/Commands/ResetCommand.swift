import FetchCounter

/// `fetch-counter reset`.
@MainActor
struct ResetCommand: WaitingCommand {
  let console: Console
  let root: CompositionRoot
  let isForced: Bool
  /// Answers a yes-or-no question; `nil` when there is nobody to ask.
  let ask: (@Sendable (String) -> Bool)?

  func run() async throws(CommandFailure) {
    if !isForced {
      guard let ask else {
        throw CommandFailure(
          exitCode: .usage,
          kind: "usage",
          message: "Resetting the count needs --force where there is no terminal to ask on.",
          hint: "Run 'fetch-counter reset --force'."
        )
      }
      guard ask("Set the fetch count to 0 and forget the last codes?") else {
        throw CommandFailure(exitCode: .failure, kind: "declined", message: "The count was not changed.")
      }
    }
    let store = try root.resolve(Keys.fetchCountStore)
    do {
      try await store.reset()
    } catch {
      throw CommandFailure(FetchProblem(.store(error)))
    }
    try StatusCommand(console: console, root: root).run()
  }
}
