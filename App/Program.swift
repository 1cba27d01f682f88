import Components
import Dispatch
import Foundation

/// One run of the program: from the words of its command line to its exit code.
@MainActor
struct Program {
  let arguments: [String]
  let environment: [String: String]

  /// Does what needs no waiting at once; the rest is handed back to be awaited.
  func start() -> Start {
    let parser = CommandLineParser(ProgramCommands.tree)
    do throws(UsageError) {
      return try start(parser.parse(arguments))
    } catch {
      // What is right of the line still says how its failure is to be told.
      return .ended(report(CommandFailure(error), on: console(for: parser.parseLeniently(arguments))))
    }
  }

  /// How far ``start()`` came.
  enum Start {
    /// To the end.
    case ended(ExitCode)
    /// To a command that waits for something.
    case waiting(@MainActor () async -> ExitCode)
  }

  private func start(_ invocation: Invocation) -> Start {
    let console = console(for: invocation)
    do throws(CommandFailure) {
      switch invocation.purpose {
      case .help:
        try console.write(HelpPage(ProgramCommands.tree, path: invocation.commandPath).text(width: console.helpWidth))
        return .ended(.done)
      case .version:
        try console.write("fetch-counter \(ProgramVersion.number)\n")
        return .ended(.done)
      case .run:
        return try start(invocation, console: console)
      }
    } catch {
      return .ended(report(error, on: console))
    }
  }

  private func start(_ invocation: Invocation, console: Console) throws(CommandFailure) -> Start {
    let settings = Settings(invocation, environment: environment)
    let root = CompositionRoot(settings: settings, console: console, isVerbose: invocation[.verbose])
    switch invocation.commandPath {
    case []:
      return waiting(console, FetchCommand(console: console, root: root, times: 1).run)
    case ["fetch"]:
      return waiting(console, FetchCommand(console: console, root: root, times: invocation[.times]).run)
    case ["status"]:
      try StatusCommand(console: console, root: root).run()
      return .ended(.done)
    case ["reset"]:
      let ask = Question.canBeAsked(on: console) ? { @Sendable question in Question(question).ask(on: console) } : nil
      return waiting(console, ResetCommand(console: console, root: root, isForced: invocation[.force], ask: ask).run)
    case ["completions"]:
      try console.write(invocation[argument: .shell].script(for: ProgramCommands.tree))
      return .ended(.done)
    case ["serve"]:
      return waiting(
        console,
        ServeCommand(console: console, port: invocation[.port], isVerbose: invocation[.verbose]).run
      )
    default:
      preconditionFailure("the command \(invocation.commandPath) is declared but not implemented")
    }
  }

  private func waiting(
    _ console: Console,
    _ run: @escaping @MainActor @Sendable () async throws(CommandFailure) -> Void
  ) -> Start {
    .waiting {
      do throws(CommandFailure) {
        try await run()
        return .done
      } catch {
        return report(error, on: console)
      }
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
  @MainActor
  static func main() {
    let program = Program(
      arguments: Array(CommandLine.arguments.dropFirst()),
      environment: ProcessInfo.processInfo.environment
    )
    switch program.start() {
    case .ended(let code):
      exit(code.rawValue)
    case .waiting(let end):
      // Only now: the threads that run tasks cost a command that needs none of them a part of its start.
      Task { @MainActor in exit(await end().rawValue) }
      dispatchMain()
    }
  }
}
