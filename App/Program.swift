import Basics
import CommandLine
import Components
import Dispatch
import Foundation
import Terminal

enum ProgramVersion {
  static let number = "0.1.0"
  /// The program's name and version, as written to files and sent in requests.
  static let identification = "fetch-counter \(number)"
}

@MainActor
struct Program {
  /// The program's name and the arguments; empty if they couldn't be read.
  let commandLine: [String]
  let environment: [String: String]

  private var arguments: [String] { Array(commandLine.dropFirst()) }

  /// Runs a command that completes immediately, or returns the work of any other command.
  func start() -> Start {
    // Without this check, an unreadable command line would run the default command and end as if all were well.
    guard !commandLine.isEmpty else {
      let failure = CommandFailure(
        exitCode: .usage,
        kind: "usage",
        message: "The command line couldn't be read.",
        hint: "On Linux, it is read from /proc/self/cmdline. Mount /proc, or allow the program to read it."
      )
      return .ended(report(failure, on: console(for: CommandLineParser(ProgramCommands.tree).parseLeniently([]))))
    }
    if arguments.first == CompletionWords.command { return completionWords(Array(arguments.dropFirst())) }
    do throws(UsageError) {
      switch try ProgramCommands.all.parse(arguments) {
      // `help keys` prints the keys, and `keys --help` prints the help.
      case .help(let invocation)
      where invocation.commandPath == [KeysCommand.declaration.name]
        && !arguments.contains { ["-h", "--help"].contains($0) }:
        return start(KeysCommand.self, invocation, console: console(for: invocation))
      case .help(let invocation): return help(invocation.commandPath, on: console(for: invocation))
      case .version(let invocation): return version(on: console(for: invocation))
      case .run(let type, let invocation): return start(type, invocation, console: console(for: invocation))
      }
    } catch {
      // The valid parts of the command line determine how the failure is reported.
      let invocation = CommandLineParser(ProgramCommands.tree).parseLeniently(arguments)
      return .ended(report(CommandFailure(error), on: console(for: invocation)))
    }
  }

  /// Prints completions for a completion script.
  ///
  /// Messages aren't printed, because scripts can't use them.
  private func completionWords(_ arguments: [String]) -> Start {
    let invocation = CommandLineParser(ProgramCommands.tree).parseLeniently(["--quiet"])
    let console = console(for: invocation)
    let configuration = Configuration(invocation, environment: environment, secrets: console.output.secrets) { _ in }
    let log = Log(console: console, isVerbose: false, file: nil)
    let root = CompositionRoot(invocation, configuration: configuration, console: console, log: log)
    return .waiting {
      let text = await CompletionWords(root: root).text(for: arguments)
      // A shell that has stopped reading needs no completions.
      if !text.isEmpty { try? console.write(text) }
      return .done
    }
  }

  enum Start {
    case ended(ExitCode)
    case waiting(@MainActor () async -> ExitCode)
  }

  private func help(_ path: [String], on console: Console) -> Start {
    ended(on: console) { () throws(CommandFailure) in
      if console.isJSON {
        try console.write(json: HelpDocument(ProgramCommands.tree, path: path))
      } else {
        try console.write(HelpPage(ProgramCommands.tree, path: path).text(width: console.helpWidth))
      }
    }
  }

  private func version(on console: Console) -> Start {
    ended(on: console) { () throws(CommandFailure) in
      if console.isJSON {
        try console.write(json: ["version": ProgramVersion.number])
      } else {
        try console.write("fetch-counter \(ProgramVersion.number)\n")
      }
    }
  }

  private func start(
    _ type: any Command<CommandContext>.Type,
    _ invocation: Invocation,
    console: Console
  ) -> Start {
    do {
      let root = try root(for: invocation, console: console)
      let console = root.console
      let context = CommandContext(invocation: invocation, console: console, root: root)
      let format = regionalFormat(root.configuration, console)
      switch type.init(context: context).work {
      case .immediate(let work):
        try RegionalFormat.with(format) { try work() }
        return .ended(.done)
      case .async(let work):
        try SystemRoom.check()
        return .waiting {
          do {
            try await RegionalFormat.with(format) { try await work() }
            return .done
          } catch {
            let failure = CommandFailure(error)
            root.log.add(failure)
            return report(failure, on: console)
          }
        }
      }
    } catch {
      return .ended(report(CommandFailure(error), on: console))
    }
  }

  /// Returns the number and date format, which is the locale's format on a terminal and the stable format for programs.
  private func regionalFormat(_ configuration: Configuration, _ console: Console) -> RegionalFormat {
    guard console.output.isTerminal, !console.isJSON else { return .stable }
    // An invalid setting is ignored here. `config show` and `doctor` report it.
    let choice = try? configuration.value(Settings.locale)
    return (choice ?? .auto).format(environment: environment)
  }

  private func theme(_ configuration: Configuration) -> Theme {
    // An invalid setting is ignored here. `config show` and `doctor` report it.
    let choice = try? configuration.value(Settings.theme)
    let chosen = choice.flatMap { try? configuration.themes().theme($0) }
    return chosen ?? Appearance.known(from: environment).map { Theme.standard(for: $0) } ?? .neutral
  }

  private func root(for invocation: Invocation, console: Console) throws(CommandFailure) -> CompositionRoot {
    let configuration = Configuration(invocation, environment: environment, secrets: console.output.secrets) {
      console.inform("Warning: \($0)")
    }
    var console = console
    let streams = [console.output, console.messages]
    if streams.contains(where: { $0.mode.capabilities.colorDepth > .none }) { console.use(theme(configuration)) }
    console.isSample = isSample(invocation.commandPath, configuration)
    if console.isSample, (try? configuration.isProfileChosen()) == false {
      console.inform(
        "Sample data: invented. For real data, use --profile live or 'fetch-counter setup'; --profile sample hides this line."
      )
    }
    let logPath = try invocation[.logFile].orVariable("FETCH_COUNTER_LOG", in: environment)
      .map { path throws(CommandFailure) in try configuration.expanded(path) }
    let log = Log(
      console: console,
      isVerbose: invocation[.verbose],
      file: logPath.flatMap { logFile($0, lowest: invocation[.logLevel], console) }
    )
    return CompositionRoot(invocation, configuration: configuration, console: console, log: log)
  }

  /// Returns whether a command's results come from a service inside the program.
  ///
  /// A configuration error is ignored here, because the command reports it.
  private func isSample(_ commandPath: [String], _ configuration: Configuration) -> Bool {
    let services: [ConfiguredService] =
      switch commandPath.first {
      case "fetch", "status", "reset": [.counter]
      case "directory": [.directory]
      case "markets": [.markets]
      case "open": ConfiguredService.allCases
      default: []
      }
    return services.contains { (try? configuration.isSample($0)) ?? false }
  }

  private func ended(on console: Console, _ work: () throws(CommandFailure) -> Void) -> Start {
    do throws(CommandFailure) {
      try work()
      return .ended(.done)
    } catch {
      return .ended(report(error, on: console))
    }
  }

  /// Opens the log file; after an error, the command runs without a log file.
  private func logFile(_ path: String, lowest: LogLevel, _ console: Console) -> LogFile? {
    do throws(StandardStream.WriteError) {
      return try LogFile(path, lowest: lowest, secrets: console.output.secrets)
    } catch {
      let reason = error.errorNumber == ENXIO ? "no program is reading from it" : error.code.description
      console.warn("Couldn't write to the log file \(path): \(reason). Nothing is logged.")
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
    if !invocation.printsAsItGoes, !invocation[.noPager], !invocation[.plain], environment["TERM"] != "dumb" {
      console.findPager = { [environment] in
        Configuration(invocation, environment: environment) { _ in }.pager
      }
    }
    return console
  }
}

extension String? {
  fileprivate func orVariable(_ name: String, in environment: [String: String]) -> String? {
    self ?? environment.setWord(name)
  }
}

@main
private enum Main {
  @MainActor
  static func main() {
    // Do this first, because other files could otherwise get the descriptor of a closed standard stream.
    StandardDescriptors.reserve()
    SystemTerminal.endProcessOnFatalSignals()
    // A write beyond the file size limit (`ulimit -f`) then becomes an error, as on a full disk.
    signal(SIGXFSZ, SIG_IGN)
    replaceUnusableLocales()
    let program = Program(commandLine: CommandLine.arguments, environment: ProcessInfo.processInfo.environment)
    switch program.start() {
    case .ended(let code):
      exit(code.rawValue)
    case .waiting(let end):
      // Start threads for tasks only here, which lets immediate commands start faster.
      Task { @MainActor in exit(await end().rawValue) }
      dispatchMain()
    }
  }

  /// Replaces locale names that crash Foundation by the C locale, which the program uses for unknown locales anyway.
  ///
  /// A language has at most 8 letters (RFC 5646, section 2.1). ICU, which formats numbers and dates, reads these
  /// variables itself, and crashes if a language has 12 letters or more.
  private static func replaceUnusableLocales() {
    for name in ["LC_ALL", "LC_MESSAGES", "LC_CTYPE", "LC_NUMERIC", "LC_TIME", "LANG"] {
      guard let value = getenv(name).map({ String(cString: $0) }), value.prefix(while: \.isLetter).count > 8 else {
        continue
      }
      setenv(name, "C", 1)
    }
  }
}
