public import Components
public import Foundation

/// A row that refers to an employee by position, which makes 100,000 rows cheap to copy and sort.
public struct EmployeeRow: Sendable {
  let list: EmployeeList
  let position: Int32

  var employee: Employee { list.employees[Int(position)] }
  var id: Employee.ID { list.employees[Int(position)].id }
}

/// The section that a row belongs to.
public enum EmployeeSection: Hashable, Sendable {
  case team(String)
  case type(EmployeeType)

  var title: String {
    switch self {
    case .team(let name): name
    case .type(let type): type.title
    }
  }
}

/// The model for the list's rows.
public typealias EmployeeRows = ListModel<EmployeeRow, Employee.ID, EmployeeSection>

extension EmployeeRows {
  /// Creates rows that are already sorted by section, so the model doesn't sort them again.
  init(_ list: EmployeeList, in style: EmployeeListStyle) {
    self.init(Self.items(list, in: style), id: { $0.id }, grouping: Self.grouping(by: style.grouping))
  }

  static var none: EmployeeRows { EmployeeRows([], id: { $0.id }, grouping: nil) }

  static func items(_ list: EmployeeList, in style: EmployeeListStyle) -> [EmployeeRow] {
    EmployeeArrangement(list, groupedBy: style.grouping, sortedBy: style.sort, isReversed: style.isReversed).positions
      .map { EmployeeRow(list: list, position: $0) }
  }

  private static func grouping(by grouping: EmployeeGrouping) -> ListGrouping<EmployeeRow, EmployeeSection>? {
    switch grouping {
    case .none: nil
    case .team: ListGrouping(by: { .team($0.list.employees[Int($0.position)].team) }, title: \.title)
    case .type: ListGrouping(by: { .type($0.list.employees[Int($0.position)].type) }, title: \.title)
    }
  }
}

struct EmployeeListStyle: Sendable, Hashable {
  var grouping = EmployeeGrouping.team
  var sort = EmployeeSortOrder.name
  var isReversed = false
}
