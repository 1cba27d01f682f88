/// One row: an employee by its position, which is cheap to copy, sort and keep a hundred thousand times.
public struct EmployeeRow: Sendable {
  let list: EmployeeList
  let position: Int32

  /// The employee.
  public var employee: Employee { list.employees[Int(position)] }
  /// The employee's identifier.
  public var id: Employee.ID { list.employees[Int(position)].id }
}

/// What rows stand under.
public enum EmployeeSection: Hashable, Sendable {
  /// A team.
  case team(String)
  /// A type of employment.
  case type(EmployeeType)

  /// The heading.
  var title: String {
    switch self {
    case .team(let name): name
    case .type(let type): type.title
    }
  }
}
