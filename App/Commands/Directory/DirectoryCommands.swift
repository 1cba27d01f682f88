import Basics
import CommandLine
import Directory
import Networking

extension CommandNode where Context == CommandContext {
  static var directory: Self {
    .group(
      CommandDeclaration(
        name: "directory",
        summary: "List, show and export employees.",
        discussion: """
          The list is requested each time and never written to disk. Without --lenient, a single malformed entry makes the \
          command fail.
          """,
        examples: [
          .init(
            "fetch-counter directory list --search 'team:core type:part'",
            "List the part-time employees on the Core team."
          ),
          .init("fetch-counter directory show jane@example.com", "Show one employee."),
          .init(
            "fetch-counter directory export --format vcard --output team.vcf",
            "Export employees for address books."
          ),
        ]
      ),
      [.command(DirectoryListCommand.self), .command(DirectoryShowCommand.self), .command(DirectoryExportCommand.self)]
    )
  }
}

private struct DirectoryListCommand: AsyncCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "list",
    summary: "List employees.",
    examples: [
      .init("fetch-counter directory list --group-by type --sort team", "Group by type, then sort by team."),
      .init("fetch-counter directory list --team Core --team Design --json", "List two teams as JSON."),
      .init("fetch-counter directory list --from employees.json", "List the employees in a file."),
    ],
    options: EmployeeSelection.filters
  )

  let context: CommandContext

  func run() async throws(CommandFailure) {
    let console = context.console
    let list = try await context.employeeList()
    let selection = EmployeeSelection(list, for: context)
    if console.isJSON {
      try console.write(json: EmployeesReport(selection.report.employees, malformed: list.malformed))
      return
    }
    let text = selection.report.text(for: console.mode)
    if text.isEmpty {
      console.inform(list.employees.isEmpty ? "The directory has no employees." : "No matching employees.")
    } else {
      try console.write(text)
    }
  }
}

private struct DirectoryShowCommand: AsyncCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "show",
    summary: "Show all details of an employee.",
    examples: [.init("fetch-counter directory show 'Jane Doe'", "Show the employee with this name.")],
    arguments: [Argument.who],
    options: EmployeeSelection.source
  )

  let context: CommandContext

  func run() async throws(CommandFailure) {
    let who = context[argument: .who]
    let list = try await context.employeeList()
    EmployeeSelection.inform(of: list.malformed, on: context.console)
    switch EmployeeLookup(who, in: list) {
    case .found(let employee):
      let report = EmployeeReport(employee)
      try context.write(report) { report.text(for: $0) }
    case .ambiguous(let employees):
      throw CommandFailure(
        exitCode: .usage,
        kind: "ambiguous",
        message: "'\(who)' matches \(employees.count) employees: \(Self.names(of: employees)).",
        hint: "Use the e-mail address."
      )
    case .notFound:
      let suggestion = Spelling.nearest(to: who, among: list.employees.map(\.fullName), limit: 1).first
      throw CommandFailure(
        exitCode: .failure,
        kind: "not_found",
        message: "The directory has no employee '\(who)'.",
        hint: suggestion.map { "Did you mean '\($0)'?" } ?? "List the employees with 'fetch-counter directory list'."
      )
    }
  }

  private static func names(of employees: [Employee]) -> String {
    let names = employees.prefix(8).map { "\($0.displayName) (\($0.emailAddress))" }.joined(separator: ", ")
    return employees.count > 8 ? names + " and others" : names
  }
}

@MainActor
struct EmployeeSelection {
  nonisolated static let source: [any DeclaredOption] = [Option.employeeFile, Option.lenient, Option.scenario]

  nonisolated static let filters: [any DeclaredOption] =
    [Option.employeeSearch, Option.team, Option.employeeType, Option.groupBy, Option.employeeSort] + source

  let report: EmployeeTableReport

  init(_ list: EmployeeList, for context: CommandContext) {
    let filter = EmployeeFilter(
      search: SearchQuery(context[.employeeSearch] ?? ""),
      teams: context[.team],
      types: context[.employeeType].map(\.type)
    )
    for team in filter.unknownTeams(in: list) {
      let suggestion =
        Spelling.nearest(to: team, among: list.teams, limit: 1).first.map { " Did you mean '\($0)'?" } ?? ""
      context.console.inform("The directory has no team '\(team)'.\(suggestion)")
    }
    report = EmployeeTableReport(
      list,
      matching: filter.matches(in: list),
      groupedBy: context[.groupBy],
      sortedBy: context[.employeeSort]
    )
    Self.inform(of: list.malformed, on: context.console)
  }

  /// Reports malformed entries that were omitted from a list.
  static func inform(of malformed: [MalformedEmployee], on console: Console) {
    guard !malformed.isEmpty else { return }
    console.inform("Skipped \(malformed.count) malformed \(malformed.count == 1 ? "entry" : "entries"):")
    for entry in malformed.prefix(10) { console.inform("  \(entry)") }
    if malformed.count > 10 { console.inform("  … and \(malformed.count - 10) more") }
  }
}

extension CommandContext {
  /// Loads the list from the file specified with `--from` or, without that option, from the service.
  @MainActor
  func employeeList() async throws(CommandFailure) -> EmployeeList {
    let repository: any EmployeeRepository
    if let path = self[.employeeFile] {
      repository = EmployeeFile(path: path) { path, limit in try InputFile(path, limit: limit).content }
    } else {
      let scenario: DirectoryScenario
      if let given = self[.scenario] {
        scenario = given
      } else {
        scenario = try root.configuration.value(Settings.directoryScenario)
      }
      repository = try root.employeeService { scenario }
    }
    do throws(DirectoryError) {
      return try await LoadEmployees(repository: repository, isLenient: self[.lenient]).execute()
    } catch {
      throw CommandFailure(DirectoryProblem(error))
    }
  }
}

extension CommandFailure {
  init(_ problem: DirectoryProblem) {
    let (code, kind): (ExitCode, String) =
      switch problem.error {
      case .service(let error as NetworkError): Self.status(of: error)
      case .service: (.failure, "failure")
      case .malformed: (.answerNotUnderstood, "malformed_employees")
      case .unreadableFile: (.failure, "file_unreadable")
      case .unreadableDocument: (.answerNotUnderstood, "document_not_understood")
      }
    self.init(exitCode: code, kind: kind, message: problem.message, hint: problem.hint)
  }

  private static func status(of error: NetworkError) -> (ExitCode, String) {
    let failure = CommandFailure(error)
    return (failure.exitCode, failure.kind)
  }
}
