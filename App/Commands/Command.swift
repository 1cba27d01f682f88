/// A command that is done at once: it waits for nothing, so that no thread has to be started for it.
@MainActor
protocol ImmediateCommand {
  func run() throws(CommandFailure)
}

/// A command that waits for something, such as a service.
@MainActor
protocol WaitingCommand {
  func run() async throws(CommandFailure)
}

/// A command that is ready to run.
enum ReadyCommand {
  case immediate(any ImmediateCommand)
  case waiting(any WaitingCommand)
}

/// What commands are made with.
@MainActor
struct CommandContext {
  let invocation: Invocation
  let console: Console
  let root: CompositionRoot
}

/// Writes a text that is ready.
struct PrintCommand: ImmediateCommand {
  let console: Console
  let text: String

  func run() throws(CommandFailure) { try console.write(text) }
}
