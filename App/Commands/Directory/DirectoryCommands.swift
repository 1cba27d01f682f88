import Directory

/// The directory's part of the command line.
enum DirectoryCommands {
  static let specification = CommandDeclaration(
    name: "directory",
    summary: "Lists, shows and exports the employees of the directory.",
    discussion: """
      The list is asked for every time and never written to disk. One malformed entry makes the whole list an error, which says \
      what is wrong with it, unless --lenient is given.
      """,
    examples: [
      .init("fetch-counter directory list --search 'team:core type:part'", "Lists the part-time employees of Core."),
      .init("fetch-counter directory show jane@example.com", "Shows everything about somebody."),
      .init("fetch-counter directory export --format vcard --output team.vcf", "Exports for address books."),
    ],
    subcommands: [list, show, export]
  )

  private static let list = CommandDeclaration(
    name: "list",
    summary: "Lists employees.",
    examples: [
      .init("fetch-counter directory list --group-by type --sort team", "Lists them by type, then by team."),
      .init("fetch-counter directory list --team Core --team Design --json", "Lists two teams as JSON."),
      .init("fetch-counter directory list --from employees.json", "Lists those of a file."),
    ],
    options: filters
  )

  private static let show = CommandDeclaration(
    name: "show",
    summary: "Shows everything about an employee.",
    examples: [.init("fetch-counter directory show 'Jane Doe'", "Shows her, if there is one of that name.")],
    arguments: [Argument.who],
    options: source
  )

  private static let export = CommandDeclaration(
    name: "export",
    summary: "Writes employees for other programs.",
    discussion: """
      vCard 4.0 (RFC 6350), comma-separated values (RFC 4180), or JSON with the service's keys. The same employees always give the \
      same bytes. In CSV an apostrophe goes before a value that a spreadsheet could run as a formula, such as =1+1 or -Anna; \
      numbers such as +15556661234 stay as they are.
      """,
    examples: [
      .init("fetch-counter directory export --format csv > employees.csv", "Exports everybody for spreadsheets."),
      .init(
        "fetch-counter directory export --format vcard --photos small --output all.vcf",
        "Exports cards with photos."
      ),
    ],
    options: [
      Option.exportFormat,
      Option.exportFile,
      Option.exportedPhotos,
    ] + filters
  )

  private static let source: [any DeclaredOption] = [
    Option.employeeFile,
    Option.lenient,
    Option.scenario,
  ]

  private static let filters: [any DeclaredOption] =
    [
      Option.employeeSearch,
      Option.team,
      Option.employeeType,
      Option.groupBy,
      Option.employeeSort,
    ] + source

  /// The command that an invocation asks for.
  @MainActor
  static func command(
    for invocation: Invocation,
    console: Console,
    services: any DirectoryCommandServices
  ) -> any WaitingCommand {
    switch invocation.commandPath.last {
    case "list": DirectoryListCommand(invocation: invocation, console: console, services: services)
    case "show": DirectoryShowCommand(invocation: invocation, console: console, services: services)
    case "export": DirectoryExportCommand(invocation: invocation, console: console, services: services)
    default:
      preconditionFailure("the command \(invocation.commandPath.joined(separator: " ")) is no command of the directory")
    }
  }
}
