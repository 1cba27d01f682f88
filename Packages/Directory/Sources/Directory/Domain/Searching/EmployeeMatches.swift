/// Which employees of a list a search or filter lets through.
public struct EmployeeMatches: Sendable, Hashable {
  /// Their positions in the list, ascending.
  public let positions: [Int32]
  /// How many employees the list has.
  let listCount: Int

  /// Takes positions, which ascend.
  init(positions: [Int32], listCount: Int) {
    self.positions = positions
    self.listCount = listCount
  }

  /// All employees of a list.
  static func all(of list: EmployeeList) -> EmployeeMatches {
    EmployeeMatches(positions: (0..<Int32(list.employees.count)).map { $0 }, listCount: list.employees.count)
  }

  /// Those of an order, in that order.
  func filter(_ order: [Int32]) -> [Int32] {
    guard positions.count < listCount else { return order }
    var isMatch = [Bool](repeating: false, count: listCount)
    for position in positions { isMatch[Int(position)] = true }
    return order.filter { isMatch[Int($0)] }
  }
}
