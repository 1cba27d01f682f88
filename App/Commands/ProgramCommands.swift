/// The program's command line, declared once: parsing, help and suggestions come from it.
enum ProgramCommands {
  static let tree = CommandTree(
    CommandDeclaration(
      name: "fetch-counter",
      summary: "Fetches response codes and counts them; shows employees and the prices of coins.",
      discussion: """
        Without a command it opens the interactive program on a terminal, and fetches once elsewhere. Everything works without a \
        network: unless told otherwise, the requests go to services that run inside the program.
        """,
      examples: [
        .init("fetch-counter", "Opens the interactive program."),
        .init("fetch-counter status --json", "Prints the count as a JSON document."),
        .init("fetch-counter serve --port 8000", "Runs the services for other programs."),
        .init("fetch-counter fetch --counter-url http://localhost:8000", "Fetches from that service."),
      ],
      options: [
        Option.json,
        Option.plain,
        Option.color,
        Option.quiet,
        Option.verbose,
        Option.noPager,
        Settings.profile.option,
        Settings.timeout.option,
        Option.offline,
        Option.refresh,
        Settings.counterURL.option,
        Settings.directoryURL.option,
        Settings.marketsURL.option,
        Settings.dataFolder.option,
        Settings.cacheFolder.option,
        Option.configurationFile,
        Option.flag,
        Option.logFile,
        Option.logLevel,
      ],
      subcommands: [
        app, fetch, status, reset, DirectoryCommands.specification, MarketsCommands.specification, flags, cache, config,
        open,
        serve,
        doctor, completions,
      ],
      requiresSubcommand: false,
      printsAsItGoes: true,
      exitStatuses: ExitCode.allStatuses,
      environment: Settings.withoutOption.map { .init($0.environmentVariable, $0.summary) } + [
        .init("PAGER", "What FETCH_COUNTER_PAGER says, for all programs; without either it is less."),
        .init("NO_COLOR", "Set and not empty: no colour."),
        .init("FETCH_COUNTER_FLAG_…", "Sets a feature flag, as FETCH_COUNTER_FLAG_SUPPORT_EUR=on."),
      ],
      files: [
        .init("$XDG_CONFIG_HOME/fetch-counter/config.json", "The configuration."),
        .init("$XDG_DATA_HOME/fetch-counter/count.json", "The count."),
        .init("$XDG_DATA_HOME/fetch-counter/flags.json", "Feature flags that were set."),
        .init("$XDG_DATA_HOME/fetch-counter/preferences.json", "What was chosen in the settings screen."),
        .init("$XDG_CACHE_HOME/fetch-counter/http", "Answers of services, for a while."),
      ]
    ),
    helpDiscussion: """
      With --json it is a document from the same declaration: 'command', 'summary', 'discussion', 'usage', 'examples', 'arguments', \
      'options', 'environment', 'exit_statuses', and 'commands' with the same for each subcommand. --version has one, too: 'version'.
      """
  )

  private static let app = CommandDeclaration(
    name: "app",
    summary: "Opens the interactive program, which the bare command does on a terminal.",
    discussion: "Keys: ? shows all of them, : lists everything that can be done, q quits.",
    examples: [
      .init("fetch-counter app", "Opens it where it was left."),
      .init("fetch-counter app settings", "Opens it at a link."),
    ],
    arguments: [Argument.link],
    printsAsItGoes: true
  )

  private static let fetch = CommandDeclaration(
    name: "fetch",
    summary: "Fetches once: prints the response code and the new count.",
    discussion: """
      A fetch is two requests: the first answers where the code is, the second answers the code. The count rises only when both \
      succeed, and it is on disk before it is printed.

      With --times above 1 it goes on when a fetch fails, and ends with a summary: successes, failures by kind, time, throughput, and \
      the durations of the two requests. In a pipe every fetch is a record on standard output and the summary goes to standard error; \
      with --json all is one document: 'fetches', 'summary' ('requested', 'succeeded', 'failed', 'failures', 'interrupted', \
      'elapsed_seconds', 'fetches_per_second', 'duration_ms'), and 'error' when any failed. The exit status is then that of the most \
      frequent failure. When the count can't be kept it stops; when it is interrupted, what is counted stays counted.

      A service knows only the last path that it handed out, so the fetches of one process take turns for their two requests; \
      with --concurrency, others are written to disk meanwhile.
      """,
    examples: [
      .init("fetch-counter fetch", "Fetches once."),
      .init("fetch-counter fetch --times 3 --json", "Fetches three times, one after the other."),
      .init("fetch-counter fetch --times 1000 --concurrency 16", "Fetches a thousand times, 16 at a time."),
    ],
    options: [Option.times, Option.concurrency],
    printsAsItGoes: true
  )

  private static let status = CommandDeclaration(
    name: "status",
    summary: "Prints the count and when it last rose.",
    examples: [.init("fetch-counter status", "Prints the count.")]
  )

  private static let reset = CommandDeclaration(
    name: "reset",
    summary: "Sets the count to 0 and forgets the last codes.",
    discussion: "Asks on a terminal; elsewhere it needs --force. A damaged count file is kept under another name.",
    examples: [.init("fetch-counter reset --force", "Sets the count to 0 without asking.")],
    options: [Option.force]
  )

  private static let flags = CommandDeclaration(
    name: "flags",
    summary: "Shows and sets feature flags.",
    discussion: """
      A flag is decided by --flag, else the environment (FETCH_COUNTER_FLAG_…), else 'flags' in the configuration file, else what \
      was set with 'flags set', else its default.
      """,
    examples: [
      .init("fetch-counter flags list", "Lists all flags with who decides them."),
      .init("fetch-counter flags set supportEUR on", "Stores a value."),
      .init("fetch-counter flags explain supportEUR", "Says what every layer says."),
    ],
    subcommands: [
      CommandDeclaration(
        name: "list",
        summary: "Lists all flags with their values.",
        examples: [.init("fetch-counter flags list --json", "Lists them as JSON.")]
      ),
      CommandDeclaration(
        name: "get",
        summary: "Prints the value of a flag.",
        examples: [.init("fetch-counter flags get supportEUR", "Prints true or false.")],
        arguments: [Argument.flag]
      ),
      CommandDeclaration(
        name: "set",
        summary: "Stores a value for a flag.",
        examples: [.init("fetch-counter flags set supportEUR on", "Turns it on from now on.")],
        arguments: [Argument.flag, Argument.flagValue]
      ),
      CommandDeclaration(
        name: "unset",
        summary: "Forgets the stored value of a flag.",
        examples: [.init("fetch-counter flags unset supportEUR", "The other layers decide again.")],
        arguments: [Argument.flag]
      ),
      CommandDeclaration(
        name: "explain",
        summary: "Says what every layer says about a flag, and which one decides.",
        examples: [.init("fetch-counter flags explain supportEUR", "Explains it.")],
        arguments: [Argument.flag]
      ),
    ]
  )

  private static let cache = CommandDeclaration(
    name: "cache",
    summary: "Shows and clears what is kept of the services' answers.",
    examples: [
      .init("fetch-counter cache show", "Says where it is and how large."),
      .init("fetch-counter cache clear --images", "Removes pictures only."),
    ],
    subcommands: [
      CommandDeclaration(
        name: "show",
        summary: "Says where the cache is and how large.",
        examples: [.init("fetch-counter cache show --json", "Says it as JSON.")]
      ),
      CommandDeclaration(
        name: "clear",
        summary: "Removes what is in the cache.",
        examples: [.init("fetch-counter cache clear", "Removes everything.")],
        options: [Option.images, Option.responses]
      ),
    ]
  )

  private static let config = CommandDeclaration(
    name: "config",
    summary: "Shows the configuration and where each value comes from.",
    discussion: """
      Options decide before environment variables, these before the configuration file (first the section of the profile), then come \
      what was chosen in the settings screen, the built-in profile, and the defaults.
      """,
    examples: [
      .init("fetch-counter config show", "Shows all settings; secrets are masked."),
      .init("fetch-counter config init", "Makes a configuration file to edit."),
    ],
    subcommands: [
      CommandDeclaration(
        name: "show",
        summary: "Shows all settings and who decided them.",
        examples: [.init("fetch-counter config show --profile live", "Shows those of a profile.")]
      ),
      CommandDeclaration(
        name: "profiles",
        summary: "Lists the profiles that --profile takes.",
        discussion:
          "Those that come with the program, and those of the configuration file with the settings that they decide.",
        examples: [.init("fetch-counter config profiles", "Lists them with who brings each.")]
      ),
      CommandDeclaration(
        name: "path",
        summary: "Prints the path of the configuration file.",
        examples: [.init("fetch-counter config path", "Prints it, whether or not there is such a file.")]
      ),
      CommandDeclaration(
        name: "init",
        summary: "Makes a configuration file to edit; never over one that exists.",
        examples: [.init("fetch-counter config init", "Makes it and prints its path.")]
      ),
    ]
  )

  private static let open = CommandDeclaration(
    name: "open",
    summary: "Prints the screen that a link leads to, without the interactive program.",
    discussion: "It fails, as a command that asks for the same does, where the screen has nothing to show.",
    examples: [
      .init("fetch-counter open markets/bitcoin?days=30", "Prints a coin's page."),
      .init("fetch-counter open settings --plain", "Prints the settings as sentences."),
    ],
    arguments: [Argument.openedLink]
  )

  private static let doctor = CommandDeclaration(
    name: "doctor",
    summary: "Checks configuration, folders, libcurl, the terminal and the services.",
    discussion: "Prints one line for each, with the cure of what is not well, and fails if anything is not.",
    examples: [
      .init("fetch-counter doctor", "Checks everything."),
      .init("fetch-counter doctor --profile live", "Checks the public services, too."),
    ]
  )

  private static let serve = CommandDeclaration(
    name: "serve",
    summary: "Runs the sample services in the foreground, until interrupted.",
    examples: [
      .init("fetch-counter serve", "Serves on http://127.0.0.1:8000/."),
      .init("fetch-counter serve --port 0", "Serves on a free port and prints it."),
      .init("fetch-counter serve --latency 200ms --fault close:0.1", "Is slow, and fails one request in ten."),
    ],
    options: [
      Option.port,
      Option.latency,
      Option.fault,
      Option.employees,
      Option.seed,
    ],
    printsAsItGoes: true
  )

  private static let completions = CommandDeclaration(
    name: "completions",
    summary: "Prints a shell's completion script, or the manual page.",
    discussion: """
      The scripts ask the program for what only it knows, such as the profiles of the configuration file. With --json a document has \
      the 'name' of what it is and the 'text'.
      """,
    examples: [
      .init(
        "fetch-counter completions bash > ~/.fetch-counter.bash",
        "In every bash whose ~/.bashrc says 'source ~/.fetch-counter.bash'."
      ),
      .init("fetch-counter completions zsh > ~/.zfunc/_fetch-counter", "In every zsh that has ~/.zfunc in its fpath."),
      .init(
        "fetch-counter completions fish > ~/.config/fish/completions/fetch-counter.fish",
        "In every fish from now on."
      ),
      .init(
        "fetch-counter completions man > ~/.local/share/man/man1/fetch-counter.1",
        "The manual page, for man."
      ),
    ],
    arguments: [Argument.shell]
  )
}

extension Argument where Value == GeneratedText {
  static var shell: Self { .required("SHELL", .choice(), summary: "The shell, or man for the manual page.") }
}

extension Argument where Value == String {
  static var openedLink: Self {
    .required("LINK", .link, summary: "Where to go, as markets/bitcoin or settings.")
  }
}

extension Argument where Value == String? {
  static var link: Self {
    .optional("LINK", .link, summary: "Where to begin, as markets/bitcoin or settings.")
  }
}

extension ValueRule where Value == String {
  /// A link to a screen; shells offer the tabs.
  fileprivate static var link: Self { .text.suggesting(["counter", "directory", "markets", "settings"]) }
}

extension ExitCode {
  fileprivate static var allStatuses: [CommandDeclaration.ExitStatus] {
    allCases.map { .init($0.rawValue, $0.meaning) } + [
      .init(130, "interrupted"),
      .init(143, "terminated"),
    ]
  }
}
