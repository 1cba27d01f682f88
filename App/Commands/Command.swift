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

/// `fetch-counter completions SHELL`: writes a text for other programs to read.
struct GeneratedTextCommand: ImmediateCommand {
  private struct Document: Encodable {
    let name: String
    let text: String
  }

  let console: Console
  let text: GeneratedText

  func run() throws(CommandFailure) {
    let content = text.text(for: ProgramCommands.tree, version: ProgramVersion.number)
    guard console.isJSON else { return try console.write(content) }
    try console.write(json: Document(name: text.rawValue, text: content))
  }
}
