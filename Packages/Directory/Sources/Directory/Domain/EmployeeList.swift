import Foundation

/// The employees from one load, indexed by identifier, team and name.
///
/// Sort orders, groups and search results refer to an employee by position in ``employees``.
public final class EmployeeList: Sendable {
  /// The employees, in source order.
  public let employees: [Employee]
  /// The malformed entries omitted in lenient mode; otherwise an empty array.
  public let malformed: [MalformedEmployee]
  /// The teams, in alphabetical order.
  public let teams: [String]

  /// The index of each employee's team in ``teams``.
  let teamRanks: [Int32]
  let nameOrder: [Int32]
  private let positions: [Employee.ID: Int32]

  /// Creates a list; throws an error for any malformed entry unless the list is lenient.
  ///
  /// If two entries have the same identifier, the later entry counts as malformed.
  init(_ reading: EmployeeReading, isLenient: Bool = false) throws(MalformedEmployees) {
    var employees = reading.employees
    var malformed = reading.malformed
    var positions = Self.positions(of: employees)
    if positions.count < employees.count {
      let duplicates = employees.indices.filter { positions[employees[$0].id] != Int32($0) }
      malformed += duplicates.map { Self.entry(ofDuplicate: $0, first: positions[employees[$0].id], in: reading) }
      malformed.sort { $0.index < $1.index }
      employees = employees.indices.filter { positions[employees[$0].id] == Int32($0) }.map { employees[$0] }
      positions = Self.positions(of: employees)
    }
    let total = reading.employees.count + reading.malformed.count
    if !isLenient, let error = MalformedEmployees(entries: malformed, total: total) { throw error }
    self.employees = employees
    self.malformed = malformed
    self.positions = positions
    (teams, teamRanks) = Self.ranks(ofTeamsIn: employees)
    nameOrder = SortKeys(employees.lazy.map(\.displayName), count: employees.count).order { left, right in
      let (one, other) = (employees[left].fullName, employees[right].fullName)
      return one == other ? employees[left].id < employees[right].id : one < other
    }
  }

  func position(of id: Employee.ID) -> Int? { positions[id].map(Int.init) }

  func employee(_ id: Employee.ID) -> Employee? { position(of: id).map { employees[$0] } }

  /// Returns the other members of the employee's team, in name order.
  func colleagues(of id: Employee.ID) -> [Employee] {
    guard let position = position(of: id) else { return [] }
    let team = teamRanks[position]
    return nameOrder.filter { teamRanks[Int($0)] == team && Int($0) != position }.map { employees[Int($0)] }
  }

  /// Returns each identifier's first position.
  private static func positions(of employees: [Employee]) -> [Employee.ID: Int32] {
    var positions: [Employee.ID: Int32] = [:]
    positions.reserveCapacity(employees.count)
    for (position, employee) in employees.enumerated() where positions[employee.id] == nil {
      positions[employee.id] = Int32(position)
    }
    return positions
  }

  private static func entry(
    ofDuplicate position: Int,
    first: Int32?,
    in reading: EmployeeReading
  ) -> MalformedEmployee {
    func place(_ position: Int) -> Int { reading.places.isEmpty ? position : reading.places[position] }
    let employee = reading.employees[position]
    return MalformedEmployee(
      index: place(position),
      uuid: employee.id.uuidString.lowercased(),
      name: employee.fullName,
      key: "uuid",
      reason: .duplicate(of: place(first.map(Int.init) ?? position))
    )
  }

  private static func ranks(ofTeamsIn employees: [Employee]) -> (teams: [String], ranks: [Int32]) {
    var numbers: [String: Int32] = [:]
    var names: [String] = []
    var numberOfEach: [Int32] = []
    numberOfEach.reserveCapacity(employees.count)
    for employee in employees {
      if let number = numbers[employee.team] {
        numberOfEach.append(number)
      } else {
        let number = Int32(names.count)
        numbers[employee.team] = number
        names.append(employee.team)
        numberOfEach.append(number)
      }
    }
    let order = SortKeys(names, count: names.count).order { names[$0] < names[$1] }
    var ranks = [Int32](repeating: 0, count: names.count)
    for (rank, number) in order.enumerated() { ranks[Int(number)] = Int32(rank) }
    return (order.map { names[Int($0)] }, numberOfEach.map { ranks[Int($0)] })
  }
}

extension EmployeeList: Equatable {
  /// Returns whether both lists have the same employees in the same order and the same malformed entries.
  public static func == (left: EmployeeList, right: EmployeeList) -> Bool {
    left === right || (left.employees == right.employees && left.malformed == right.malformed)
  }
}
