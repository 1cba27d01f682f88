import Basics
import Components
import Dispatch
import Foundation
import Terminal

/// The version of the program, by semantic versioning.
enum ProgramVersion {
  static let number = "0.1.0"
  /// The name of the program in files and requests.
  static let identification = "fetch-counter \(number)"
}

/// One run of the program, from its arguments to its exit code.
@MainActor
struct Program {
  let arguments: [String]
  let environment: [String: String]

  /// Runs an immediate command to its end; returns other commands to be awaited.
  func start() -> Start {
    let parser = CommandLineParser(ProgramCommands.tree)
    do throws(UsageError) {
      return try start(parser.parse(arguments))
    } catch {
      // The valid arguments decide how the failure is reported.
      return .ended(report(CommandFailure(error), on: console(for: parser.parseLeniently(arguments))))
    }
  }

  /// The result of ``start()``.
  enum Start {
    case ended(ExitCode)
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
          log.add(error)
          return report(error, on: console)
        }
      }
    }
  }

  /// Opens the log file; after an error the command runs without it.
  private func logFile(_ path: String, lowest: LogLevel, _ console: Console) -> LogFile? {
    do throws(StandardStream.WriteError) {
      return try LogFile(path, lowest: lowest, secrets: console.output.secrets)
    } catch {
      let reason = error.errorNumber == ENXIO ? "no program reads from it" : error.code.description
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
  /// Returns the given value, or else the variable's value.
  fileprivate func orVariable(_ name: String, in environment: [String: String]) -> String? {
    self ?? environment.setWord(name)
  }
}

@main
private enum Main {
  @MainActor
  static func main() {
    // Must be first, because other files could get the number of a closed standard stream.
    StandardDescriptors.reserve()
    SystemTerminal.endProcessOnFatalSignals()
    // A file that may not grow (`ulimit -f`) is then an error, as a full disk is.
    signal(SIGXFSZ, SIG_IGN)
    let program = Program(
      arguments: Array(CommandLine.arguments.dropFirst()),
      environment: ProcessInfo.processInfo.environment
    )
    switch program.start() {
    case .ended(let code):
      exit(code.rawValue)
    case .waiting(let end):
      // The threads for tasks start here, so that immediate commands start faster.
      Task { @MainActor in exit(await end().rawValue) }
      dispatchMain()
    }
  }
}
