import CommandLine
import Components
import Foundation
import Terminal

enum ProgramCommands {
  static let all = Commands<CommandContext>(
    .command(
      BareCommand.self,
      [
        .command(AppCommand.self),
        .command(FetchCommand.self),
        .command(StatusCommand.self),
        .command(ResetCommand.self),
        .directory,
        .markets,
        .flags,
        .cache,
        .config,
        .command(SetupCommand.self),
        .command(OpenCommand.self),
        .command(ServeCommand.self),
        .command(DoctorCommand.self),
        .command(CompletionsCommand.self),
        .command(KeysCommand.self),
        .command(VersionCommand.self),
      ]
    ),
    helpDiscussion: """
      With --json, the help is a JSON document with 'command', 'summary', 'discussion', 'usage', 'examples', 'arguments', \
      'options', 'environment', 'exit_statuses', and 'commands', which has the same members for each subcommand. The document for \
      --version contains 'version'.
      """
  )

  static var tree: CommandTree { all.tree }
}

/// The default command, which starts the interactive program on a terminal and runs a single fetch elsewhere.
struct BareCommand: AsyncCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "fetch-counter",
    summary: "Count fetches, browse employees, and follow coin prices.",
    discussion: """
      Without a command, fetch-counter opens the interactive program on a terminal, and fetches once elsewhere. By default, \
      sample services run inside the program, so everything works without a network.
      """,
    examples: [
      .init("fetch-counter", "Open the interactive program."),
      .init("fetch-counter status --json", "Print the fetch count as JSON."),
      .init("fetch-counter serve --port 8000", "Run the sample services for other programs."),
      .init("fetch-counter fetch --counter-url http://localhost:8000", "Fetch from your own service."),
    ],
    options: [
      Option.json, Option.plain, Option.color, Option.quiet, Option.verbose, Option.noPager, Settings.profile.option,
      Settings.timeout.option, Option.offline, Option.refresh, Settings.counterURL.option, Settings.directoryURL.option,
      Settings.marketsURL.option, Settings.dataFolder.option, Settings.cacheFolder.option, Option.configurationFile,
      Option.flag, Option.logFile, Option.logLevel,
    ],
    printsAsItGoes: true,
    exitStatuses: ExitCode.allCases.map { .init($0.rawValue, $0.meaning) } + [
      .init(130, "interrupted"),
      .init(143, "terminated"),
    ],
    environment: Settings.withoutOption.map { .init($0.environmentVariable, $0.summary) } + [
      .init("PAGER", "Pager if FETCH_COUNTER_PAGER is not set; default: less."),
      .init("NO_COLOR", "Turns color off if not empty."),
      .init("FETCH_COUNTER_FLAG_…", "Sets a feature flag, such as FETCH_COUNTER_FLAG_SUPPORT_EUR=on."),
    ],
    files: [
      .init("$XDG_CONFIG_HOME/fetch-counter/config.json", "Configuration."),
      .init("$XDG_DATA_HOME/fetch-counter/count.json", "Fetch count."),
      .init("$XDG_DATA_HOME/fetch-counter/flags.json", "Stored feature flags."),
      .init("$XDG_DATA_HOME/fetch-counter/preferences.json", "Values chosen on the settings screen."),
      .init("$XDG_CACHE_HOME/fetch-counter/http", "Cached responses."),
    ]
  )

  let context: CommandContext

  func run() async throws(CommandFailure) {
    if SystemTerminal.isAvailable, !context.console.isJSON {
      try await AppCommand(context: context).open(link: nil)
    } else {
      try await FetchCommand(context: context).fetchOnce()
    }
  }
}

struct VersionCommand: ImmediateCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "version",
    summary: "Print the program's version.",
    examples: [.init("fetch-counter version --json", "Print the version as JSON.")]
  )

  let context: CommandContext

  func run() throws(CommandFailure) {
    try context.write(["version": ProgramVersion.number]) { _ in "fetch-counter \(ProgramVersion.number)\n" }
  }
}

struct CommandContext {
  let invocation: Invocation
  let console: Console
  let root: CompositionRoot

  subscript<Value>(option: Option<Value>) -> Value { invocation[option] }

  subscript<Value>(argument argument: Argument<Value>) -> Value { invocation[argument: argument] }

  /// Writes a result as a JSON document with `--json`, and otherwise as text.
  func write(_ report: some Encodable, text: (OutputMode) -> String) throws(CommandFailure) {
    if console.isJSON { try console.write(json: report) } else { try console.write(text(console.mode)) }
  }
}
