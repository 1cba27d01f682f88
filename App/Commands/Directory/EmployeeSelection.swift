import Directory

/// The employees that a command's filters let through, in the order that is asked for.
struct EmployeeSelection {
  let list: EmployeeList
  let report: EmployeeTableReport

  init(_ list: EmployeeList, for invocation: Invocation, console: Console) {
    self.list = list
    let filter = EmployeeFilter(
      search: SearchQuery(invocation[.employeeSearch] ?? ""),
      teams: invocation[.team],
      types: invocation[.employeeType].map(\.type)
    )
    for team in filter.unknownTeams(in: list) {
      let suggestion = Spelling.nearest(to: team, among: list.teams).map { " Did you mean '\($0)'?" } ?? ""
      console.inform("Nobody is in a team '\(team)'.\(suggestion)")
    }
    report = EmployeeTableReport(
      list,
      matching: filter.matches(in: list),
      groupedBy: invocation[.groupBy],
      sortedBy: invocation[.employeeSort]
    )
    Self.inform(of: list.malformed, on: console)
  }

  /// Tells what was left out of a list.
  static func inform(of malformed: [MalformedEmployee], on console: Console) {
    guard !malformed.isEmpty else { return }
    console.inform("\(malformed.count) malformed \(malformed.count == 1 ? "entry" : "entries") left out:")
    for entry in malformed.prefix(10) { console.inform("  \(entry)") }
    if malformed.count > 10 { console.inform("  … and \(malformed.count - 10) more") }
  }
}
