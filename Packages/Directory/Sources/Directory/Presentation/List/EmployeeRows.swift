public import Components
public import Foundation

/// The model behind the list's rows.
public typealias EmployeeRows = ListModel<EmployeeRow, Employee.ID, EmployeeSection>

extension EmployeeRows {
  /// Rows in an arrangement: the items stand section by section already, so that the model has nothing to sort.
  init(_ list: EmployeeList, groupedBy grouping: EmployeeGrouping, sortedBy sort: EmployeeSortOrder) {
    self.init(
      Self.items(list, groupedBy: grouping, sortedBy: sort),
      id: { $0.id },
      grouping: Self.grouping(by: grouping)
    )
  }

  /// No rows.
  static var none: EmployeeRows { EmployeeRows([], id: { $0.id }, grouping: nil) }

  /// The rows of a list, in order.
  static func items(
    _ list: EmployeeList,
    groupedBy grouping: EmployeeGrouping,
    sortedBy sort: EmployeeSortOrder
  ) -> [EmployeeRow] {
    EmployeeArrangement(list, groupedBy: grouping, sortedBy: sort).positions
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
