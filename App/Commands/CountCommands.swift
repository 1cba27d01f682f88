import CommandLine
import FetchCounter
import Persistence

struct StatusCommand: ImmediateCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "status",
    summary: "Prints the count and when it last rose.",
    examples: [.init("fetch-counter status", "Prints the count.")]
  )

  let context: CommandContext

  func run() throws(CommandFailure) {
    let report = FetchCountReport(try context.root.storedFetchCount())
    try context.write(report) { report.text(for: $0) }
  }
}

struct ResetCommand: AsyncCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "reset",
    summary: "Sets the count to 0 and forgets the last codes.",
    discussion: "Asks on a terminal; elsewhere it needs --force. A damaged count file is kept under another name.",
    examples: [.init("fetch-counter reset --force", "Sets the count to 0 without asking.")],
    options: [Option.force]
  )

  let context: CommandContext

  func run() async throws(CommandFailure) {
    if !context[.force] { try confirm() }
    let store = try context.root.resolve(Keys.fetchCountStore)
    do {
      try await store.reset()
    } catch {
      throw CommandFailure(FetchProblem(.store(error)))
    }
    try StatusCommand(context: context).run()
  }

  private func confirm() throws(CommandFailure) {
    guard ConsolePrompt.isAvailable(on: context.console) else {
      throw CommandFailure(
        exitCode: .usage,
        kind: "usage",
        message: "Resetting the count needs --force where there is no terminal to ask on.",
        hint: "Run 'fetch-counter reset --force'."
      )
    }
    guard ConsolePrompt("Set the fetch count to 0 and forget the last codes?").ask(on: context.console) else {
      throw CommandFailure(exitCode: .failure, kind: "declined", message: "The count was not changed.")
    }
  }
}

extension CompositionRoot {
  /// Loads the stored count, with the store's error as a command's failure.
  func storedFetchCount() throws(CommandFailure) -> FetchCount {
    let store = try resolve(Keys.fetchCountStore)
    do {
      return try store.load()
    } catch {
      throw CommandFailure(FetchProblem(.store(error)))
    }
  }
}
