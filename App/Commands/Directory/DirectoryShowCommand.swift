import Directory

/// `fetch-counter directory show`.
@MainActor
struct DirectoryShowCommand: WaitingCommand {
  let invocation: Invocation
  let console: Console
  let services: any DirectoryCommandServices

  func run() async throws(CommandFailure) {
    let who = invocation[argument: .who]
    let list = try await services.employeeList(for: invocation)
    EmployeeSelection.inform(of: list.malformed, on: console)
    switch EmployeeLookup(who, in: list) {
    case .found(let employee):
      let report = EmployeeReport(employee)
      if console.isJSON { try console.write(json: report) } else { try console.write(report.text(for: console.mode)) }
    case .ambiguous(let employees):
      throw CommandFailure(
        exitCode: .usage,
        kind: "ambiguous",
        message: "'\(who)' can be \(employees.count) people: \(Self.names(of: employees)).",
        hint: "Use the e-mail address."
      )
    case .nobody:
      let suggestion = Spelling.nearest(to: who, among: list.employees.map(\.fullName))
      throw CommandFailure(
        exitCode: .failure,
        kind: "not_found",
        message: "Nobody in the directory is '\(who)'.",
        hint: suggestion.map { "Did you mean '\($0)'?" } ?? "See 'fetch-counter directory list'."
      )
    }
  }

  private static func names(of employees: [Employee]) -> String {
    let names = employees.prefix(8).map { "\($0.displayName) (\($0.emailAddress))" }.joined(separator: ", ")
    return employees.count > 8 ? names + " and others" : names
  }
}
