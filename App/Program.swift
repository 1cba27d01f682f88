import Components
import Foundation

/// One run of the program: from the words of its command line to its exit code.
struct Program {
  let arguments: [String]
  let environment: [String: String]

  /// Runs the command and reports its failure, if any.
  func run() async -> ExitCode {
    let parser = CommandLineParser(ProgramCommands.tree)
    do throws(UsageError) {
      let invocation = try parser.parse(arguments)
      return await run(invocation)
    } catch {
      // What is right of the line still says how its failure is to be told.
      return report(CommandFailure(error), on: console(for: parser.parseLeniently(arguments)))
    }
  }

  private func run(_ invocation: Invocation) async -> ExitCode {
    let console = console(for: invocation)
    do throws(CommandFailure) {
      switch invocation.purpose {
      case .help:
        try console.write(HelpPage(ProgramCommands.tree, path: invocation.commandPath).text(width: console.helpWidth))
      case .version:
        try console.write("fetch-counter \(ProgramVersion.number)\n")
      case .run:
        try await perform(invocation, console: console)
      }
      return .done
    } catch {
      return report(error, on: console)
    }
  }

  private func perform(_ invocation: Invocation, console: Console) async throws(CommandFailure) {
    let settings = try Settings(invocation, environment: environment)
    let root = CompositionRoot(settings: settings, console: console, isVerbose: invocation[.verbose])
    switch invocation.commandPath {
    case []:
      try await FetchCommand(console: console, root: root, times: 1).run()
    case ["fetch"]:
      try await FetchCommand(console: console, root: root, times: invocation[.times]).run()
    case ["status"]:
      try await StatusCommand(console: console, root: root).run()
    case ["reset"]:
      let ask = Question.canBeAsked(on: console) ? { @Sendable question in Question(question).ask(on: console) } : nil
      try await ResetCommand(console: console, root: root, isForced: invocation[.force], ask: ask).run()
    case ["serve"]:
      try await ServeCommand(console: console, port: invocation[.port], isVerbose: invocation[.verbose]).run()
    default:
      preconditionFailure("the command \(invocation.commandPath) is declared but not implemented")
    }
  }

  private func report(_ failure: CommandFailure, on console: Console) -> ExitCode {
    if !failure.isReported { console.report(failure) }
    return failure.exitCode
  }

  private func console(for invocation: Invocation) -> Console {
    func stream(_ descriptor: Int32) -> StandardStream {
      StandardStream(
        descriptor: descriptor,
        isPlain: invocation[.plain],
        color: invocation[.color],
        environment: environment
      )
    }
    return Console(output: stream(1), messages: stream(2), isJSON: invocation[.json], isQuiet: invocation[.quiet])
  }
}

@main
private enum Main {
  static func main() async {
    let program = Program(
      arguments: Array(CommandLine.arguments.dropFirst()),
      environment: ProcessInfo.processInfo.environment
    )
    exit(await program.run().rawValue)
  }
}
