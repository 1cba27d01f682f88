import Directory

/// `fetch-counter directory list`.
@MainActor
struct DirectoryListCommand: WaitingCommand {
  let invocation: Invocation
  let console: Console
  let services: any DirectoryCommandServices

  func run() async throws(CommandFailure) {
    let list = try await services.employeeList(for: invocation)
    let selection = EmployeeSelection(list, for: invocation, console: console)
    if console.isJSON {
      try console.write(json: EmployeesReport(selection.report.employees, malformed: list.malformed))
      return
    }
    let text = selection.report.text(for: console.mode)
    if text.isEmpty {
      console.inform(list.employees.isEmpty ? "The directory has no employees." : "Nobody matches.")
    } else {
      try console.write(text)
    }
  }
}
