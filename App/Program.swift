import Components
import Dispatch
import Foundation
import Terminal

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
      case .help where console.isJSON:
        try console.write(json: HelpDocument(ProgramCommands.tree, path: invocation.commandPath))
        return .ended(.done)
      case .help:
        try console.write(HelpPage(ProgramCommands.tree, path: invocation.commandPath).text(width: console.helpWidth))
        return .ended(.done)
      case .version where console.isJSON:
        try console.write(json: ["version": ProgramVersion.number])
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
    let secrets = console.output.secrets
    let configuration = Configuration(invocation, environment: environment, secrets: secrets) {
      console.inform("Warning: \($0)")
    }
    let logPath = try invocation[.logFile].orVariable("FETCH_COUNTER_LOG", in: environment)
      .map { path throws(CommandFailure) in try configuration.expanded(path) }
    let log = Log(
      console: console,
      isVerbose: invocation[.verbose],
      file: logPath.flatMap { logFile($0, lowest: invocation[.logLevel], console) }
    )
    let root = CompositionRoot(invocation, configuration: configuration, console: console, log: log)
    let context = CommandContext(invocation: invocation, console: console, root: root)
    switch try CommandTable.command(for: context) {
    case .immediate(let command):
      try command.run()
      return .ended(.done)
    case .waiting(let command):
      try SystemRoom.check()
      return .waiting {
        do throws(CommandFailure) {
          try await command.run()
          return .done
        } catch {
          log.add(.error, error.message, ["kind": .text(error.kind)])
          return report(error, on: console)
        }
      }
    }
  }

  /// Opens the log; a command also runs without one, after a warning.
  private func logFile(_ path: String, lowest: LogLevel, _ console: Console) -> LogFile? {
    do throws(StandardStream.WriteError) {
      return try LogFile(path, lowest: lowest, secrets: console.output.secrets)
    } catch {
      let isUnread = error.errorNumber == ENXIO
      let reason = isUnread ? "no program reads from it" : SystemReason(errorNumber: error.errorNumber).description
      console.warn("The log file \(path) can't be written: \(reason). Nothing is logged.")
      return nil
    }
  }

  private func report(_ failure: CommandFailure, on console: Console) -> ExitCode {
    if !failure.isReported { console.report(failure) }
    return failure.exitCode
  }

  private func console(for invocation: Invocation) -> Console {
    let secrets = KnownSecrets(invocation, environment: environment)
    func stream(_ descriptor: Int32) -> StandardStream {
      StandardStream(
        descriptor: descriptor,
        isPlain: invocation[.plain],
        color: invocation[.color],
        environment: environment,
        secrets: secrets
      )
    }
    var console = Console(
      output: stream(1),
      messages: stream(2),
      isJSON: invocation[.json],
      isQuiet: invocation[.quiet]
    )
    let isPaged = invocation.purpose != .run || !invocation.printsAsItGoes
    if isPaged, !invocation[.noPager], !invocation[.plain], environment["TERM"] != "dumb" {
      console.findPager = { [environment] in
        Configuration(invocation, environment: environment) { _ in }.pager
      }
    }
    return console
  }
}

extension String? {
  /// What was given, or else what a variable says.
  fileprivate func orVariable(_ name: String, in environment: [String: String]) -> String? {
    self ?? environment.setWord(name)
  }
}

@main
private enum Main {
  @MainActor
  static func main() {
    // First of all: whatever is opened before may get the number of a closed standard stream.
    StandardDescriptors.reserve()
    SystemTerminal.endProcessOnFatalSignals()
    // A file that may not grow (`ulimit -f`) is an error to report, as a full disk is.
    signal(SIGXFSZ, SIG_IGN)
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
