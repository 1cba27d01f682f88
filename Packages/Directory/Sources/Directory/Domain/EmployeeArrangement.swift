/// Employees sorted and grouped into sections, in linear time because the list already provides the name order.
struct EmployeeArrangement: Sendable, Equatable {
  struct Section: Sendable, Hashable {
    /// The heading, such as a team's name, or an empty string if there is no grouping.
    let title: String
    let range: Range<Int>
  }

  /// The employees' positions in their list, in display order.
  let positions: [Int32]
  let sections: [Section]

  init(
    _ list: EmployeeList,
    matching matches: EmployeeMatches? = nil,
    groupedBy grouping: EmployeeGrouping = .team,
    sortedBy sort: EmployeeSortOrder = .name,
    isReversed: Bool = false
  ) {
    var order = matches.map { $0.filter(list.nameOrder) } ?? list.nameOrder
    switch sort {
    case .name: break
    case .team: order = Self.byTeam(order, list).flatMap(\.self)
    case .type: order = Self.byType(order, list).flatMap(\.self)
    }
    // The groups keep their order. Only the employees within each group are reversed.
    if isReversed { order.reverse() }
    let groups: [(title: String, positions: [Int32])] =
      switch grouping {
      case .none: [("", order)]
      case .team: Array(zip(list.teams, Self.byTeam(order, list)))
      case .type: Array(zip(Self.types.map(\.title), Self.byType(order, list)))
      }
    var positions: [Int32] = []
    positions.reserveCapacity(order.count)
    var sections: [Section] = []
    for group in groups where !group.positions.isEmpty {
      sections.append(Section(title: group.title, range: positions.count..<(positions.count + group.positions.count)))
      positions += group.positions
    }
    self.positions = positions
    self.sections = sections
  }

  var count: Int { positions.count }

  private static let types = EmployeeType.allCases.sorted { $0.rank < $1.rank }

  private static func byTeam(_ order: [Int32], _ list: EmployeeList) -> [[Int32]] {
    distributed(order, buckets: list.teams.count) { Int(list.teamRanks[$0]) }
  }

  private static func byType(_ order: [Int32], _ list: EmployeeList) -> [[Int32]] {
    distributed(order, buckets: types.count) { list.employees[$0].type.rank }
  }

  /// Distributes positions into buckets, keeping their order within each bucket.
  private static func distributed(_ order: [Int32], buckets: Int, bucket: (Int) -> Int) -> [[Int32]] {
    var distributed = [[Int32]](repeating: [], count: buckets)
    for position in order { distributed[bucket(Int(position))].append(position) }
    return distributed
  }
}

/// A property to group employees by; the raw value is its name on the command line.
public enum EmployeeGrouping: String, Sendable, Hashable, CaseIterable {
  /// Groups by team, in alphabetical order.
  case team
  /// Groups by employment type, in the order full-time, part-time, contractor.
  case type
  case none
}

/// A sort order within groups; the raw value is its name on the command line.
public enum EmployeeSortOrder: String, Sendable, Hashable, CaseIterable {
  case name
  /// Sorts by team, then by name.
  case team
  /// Sorts by employment type, then by name.
  case type
}
