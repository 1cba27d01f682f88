import CommandLine
import FetchCounter
import Persistence

struct StatusCommand: ImmediateCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "status",
    summary: "Print the fetch count and the time of the last fetch.",
    examples: [.init("fetch-counter status", "Print the fetch count.")]
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
    summary: "Set the fetch count to 0 and delete the recent codes.",
    discussion:
      "On a terminal, the command asks for confirmation; elsewhere, --force is required. A corrupt file is renamed, not deleted.",
    examples: [.init("fetch-counter reset --force", "Reset without confirmation.")],
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
        message: "Resetting the fetch count without a terminal requires --force.",
        hint: "Run 'fetch-counter reset --force'."
      )
    }
    guard ConsolePrompt("Set the fetch count to 0 and delete the recent codes?").ask(on: context.console) else {
      throw CommandFailure(exitCode: .failure, kind: "declined", message: "Cancelled. The fetch count is unchanged.")
    }
  }
}

extension CompositionRoot {
  func storedFetchCount() throws(CommandFailure) -> FetchCount {
    let store = try resolve(Keys.fetchCountStore)
    do {
      return try store.load()
    } catch {
      throw CommandFailure(FetchProblem(.store(error)))
    }
  }
}
