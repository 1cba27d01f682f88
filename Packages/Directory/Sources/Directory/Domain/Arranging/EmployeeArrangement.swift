/// Employees in the order in which they are shown, in sections.
///
/// Made in one pass over the order of names, which the list keeps: O(n) for every grouping, order and result of a search.
public struct EmployeeArrangement: Sendable, Equatable {
  /// Employees under one heading.
  public struct Section: Sendable, Hashable {
    /// The heading: a team's name, a type's, or empty where nothing is grouped.
    public let title: String
    /// Where in ``EmployeeArrangement/positions`` they are.
    public let range: Range<Int>
  }

  /// The positions of the employees in their list, in the order in which they are shown.
  public let positions: [Int32]
  /// The sections, none of them empty, in the order in which they are shown.
  public let sections: [Section]

  /// Arranges employees.
  ///
  /// - Parameters:
  ///   - list: The employees.
  ///   - matches: Those that are shown; all unless given.
  ///   - grouping: By what they stand together.
  ///   - sort: In which order they stand, within their group.
  public init(
    _ list: EmployeeList,
    matching matches: EmployeeMatches? = nil,
    groupedBy grouping: EmployeeGrouping = .team,
    sortedBy sort: EmployeeSortOrder = .name
  ) {
    var order = matches.map { $0.filter(list.nameOrder) } ?? list.nameOrder
    switch sort {
    case .name: break
    case .team: order = Self.byTeam(order, list).order
    case .type: order = Self.byType(order, list).order
    }
    switch grouping {
    case .none:
      positions = order
      sections = order.isEmpty ? [] : [Section(title: "", range: 0..<order.count)]
    case .team:
      let (grouped, ends) = Self.byTeam(order, list)
      positions = grouped
      sections = Self.sections(titles: list.teams, ends: ends)
    case .type:
      let (grouped, ends) = Self.byType(order, list)
      positions = grouped
      sections = Self.sections(titles: Self.types.map(\.title), ends: ends)
    }
  }

  /// How many employees are shown.
  public var count: Int { positions.count }

  private static let types = EmployeeType.allCases.sorted { $0.rank < $1.rank }

  private static func byTeam(_ order: [Int32], _ list: EmployeeList) -> (order: [Int32], ends: [Int]) {
    distributed(order, buckets: list.teams.count) { Int(list.teamRanks[$0]) }
  }

  private static func byType(_ order: [Int32], _ list: EmployeeList) -> (order: [Int32], ends: [Int]) {
    distributed(order, buckets: types.count) { list.employees[$0].type.rank }
  }

  /// Puts positions into buckets without changing their order within one.
  private static func distributed(
    _ order: [Int32],
    buckets: Int,
    bucket: (Int) -> Int
  ) -> (order: [Int32], ends: [Int]) {
    var next = [Int](repeating: 0, count: buckets)
    for position in order { next[bucket(Int(position))] += 1 }
    var start = 0
    for index in next.indices { (next[index], start) = (start, start + next[index]) }
    var distributed = [Int32](repeating: 0, count: order.count)
    for position in order {
      let index = bucket(Int(position))
      distributed[next[index]] = position
      next[index] += 1
    }
    return (distributed, next)
  }

  private static func sections(titles: [String], ends: [Int]) -> [Section] {
    var start = 0
    return zip(titles, ends).compactMap { title, end in
      defer { start = end }
      return start == end ? nil : Section(title: title, range: start..<end)
    }
  }
}
