/// The program's command line, declared once: parsing, help and suggestions come from it.
enum ProgramCommands {
  static let tree = CommandTree(
    CommandSpecification(
      name: "fetch-counter",
      summary: "Fetches response codes and counts them.",
      discussion: """
        Without a command it fetches once. Everything works without a network: unless told otherwise, the requests go to a \
        service that runs inside the program.
        """,
      examples: [
        .init("fetch-counter", "Fetches once and prints the response code and the new count."),
        .init("fetch-counter status --json", "Prints the count as a JSON document."),
        .init("fetch-counter serve --port 8000", "Runs the service for other programs."),
        .init("fetch-counter fetch --counter-url http://localhost:8000", "Fetches from that service."),
      ],
      options: [
        OptionDeclaration.json.specification,
        OptionDeclaration.plain.specification,
        OptionDeclaration.color.specification,
        OptionDeclaration.quiet.specification,
        OptionDeclaration.verbose.specification,
        OptionDeclaration.timeout.specification,
        OptionDeclaration.counterURL.specification,
        OptionDeclaration.dataFolder.specification,
      ],
      subcommands: [fetch, status, reset, serve, completions],
      requiresSubcommand: false,
      exitStatuses: ExitCode.allStatuses,
      environment: [
        .init("NO_COLOR", "Set and not empty: no colour.")
      ],
      files: [.init("$XDG_DATA_HOME/fetch-counter/count.json", "The count.")]
    )
  )

  private static let fetch = CommandSpecification(
    name: "fetch",
    summary: "Fetches once: prints the response code and the new count.",
    discussion: """
      A fetch is two requests: the first answers where the code is, the second answers the code. The count rises only when both \
      succeed, and it is on disk before it is printed.
      """,
    examples: [
      .init("fetch-counter fetch", "Fetches once."),
      .init("fetch-counter fetch --times 3 --json", "Fetches three times, one after the other."),
    ],
    options: [OptionDeclaration.times.specification]
  )

  private static let status = CommandSpecification(
    name: "status",
    summary: "Prints the count and when it last rose.",
    examples: [.init("fetch-counter status", "Prints the count.")]
  )

  private static let reset = CommandSpecification(
    name: "reset",
    summary: "Sets the count to 0.",
    discussion: "Asks on a terminal; elsewhere it needs --force. A damaged count file is kept under another name.",
    examples: [.init("fetch-counter reset --force", "Sets the count to 0 without asking.")],
    options: [OptionDeclaration.force.specification]
  )

  private static let serve = CommandSpecification(
    name: "serve",
    summary: "Runs the sample services in the foreground, until interrupted.",
    examples: [
      .init("fetch-counter serve", "Serves on http://127.0.0.1:8000/."),
      .init("fetch-counter serve --port 0", "Serves on a free port and prints it."),
    ],
    options: [OptionDeclaration.port.specification]
  )

  private static let completions = CommandSpecification(
    name: "completions",
    summary: "Prints a shell's completion script.",
    examples: [
      .init(
        "fetch-counter completions bash > ~/.local/share/bash-completion/completions/fetch-counter",
        "In every bash from now on."
      ),
      .init(
        "fetch-counter completions fish > ~/.config/fish/completions/fetch-counter.fish",
        "In every fish from now on."
      ),
    ],
    arguments: [.init(.shell)]
  )
}

extension ArgumentDeclaration where Value == CompletionShell {
  static var shell: Self { .required("SHELL", .choice(), summary: "The shell: bash, zsh or fish.") }
}

extension ExitCode {
  fileprivate static var allStatuses: [CommandSpecification.ExitStatus] {
    allCases.map { .init($0.rawValue, $0.meaning) } + [
      .init(130, "interrupted"),
      .init(143, "terminated"),
    ]
  }
}
