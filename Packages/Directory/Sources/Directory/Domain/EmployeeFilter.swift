import Foundation

/// A filter that selects employees by search query, team and type.
public struct EmployeeFilter: Sendable, Hashable {
  var search: SearchQuery
  /// The full team names to include, or an empty array for all teams; case and diacritics are ignored.
  var teams: [String]
  /// The employment types to include, or an empty array for all types.
  var types: [EmployeeType]

  /// Creates a filter, which by default matches all employees.
  public init(search: SearchQuery = SearchQuery(""), teams: [String] = [], types: [EmployeeType] = []) {
    self.search = search
    self.teams = teams
    self.types = types
  }

  var isEmpty: Bool { search.isEmpty && teams.isEmpty && types.isEmpty }

  /// Returns the matching employees, or `nil` if the filter has no conditions and therefore matches everyone.
  public func matches(in list: EmployeeList) -> EmployeeMatches? {
    guard !isEmpty else { return nil }
    var found = EmployeeMatches.all(of: list)
    if !teams.isEmpty {
      let wanted = Set(teams.map(TextFolder.folded))
      let isWanted = list.teams.map { wanted.contains(TextFolder.folded($0)) }
      found = found.filtered { isWanted[Int(list.teamRanks[$0])] }
    }
    if !types.isEmpty {
      let wanted = Set(types)
      found = found.filtered { wanted.contains(list.employees[$0].type) }
    }
    return search.isEmpty ? found : EmployeeSearchIndex(list).matches(search, among: found)
  }

  /// Returns the filter's teams that don't exist in a list.
  public func unknownTeams(in list: EmployeeList) -> [String] {
    let known = Set(list.teams.map(TextFolder.folded))
    return teams.filter { !known.contains(TextFolder.folded($0)) }
  }
}

extension EmployeeMatches {
  fileprivate func filtered(_ isIncluded: (Int) -> Bool) -> EmployeeMatches {
    EmployeeMatches(positions: positions.filter { isIncluded(Int($0)) }, listCount: listCount)
  }
}

/// The employees in a list that match a search or filter.
public struct EmployeeMatches: Sendable, Hashable {
  let positions: [Int32]
  let listCount: Int

  /// Creates matches from list positions in ascending order.
  init(positions: [Int32], listCount: Int) {
    self.positions = positions
    self.listCount = listCount
  }

  static func all(of list: EmployeeList) -> EmployeeMatches {
    EmployeeMatches(positions: (0..<Int32(list.employees.count)).map { $0 }, listCount: list.employees.count)
  }

  func intersection(_ other: EmployeeMatches) -> EmployeeMatches {
    EmployeeMatches(positions: other.filter(positions), listCount: listCount)
  }

  func filter(_ order: [Int32]) -> [Int32] {
    guard positions.count < listCount else { return order }
    var isMatch = [Bool](repeating: false, count: listCount)
    for position in positions { isMatch[Int(position)] = true }
    return order.filter { isMatch[Int($0)] }
  }
}

/// The result of looking up an employee by identifier, e-mail address or name.
public enum EmployeeLookup: Sendable, Equatable {
  case found(Employee)
  /// Two or more employees match, listed in name order.
  case ambiguous([Employee])
  case notFound

  /// Looks up an employee by identifier, then e-mail address, then full name, then words in the name, ignoring case and
  /// diacritics.
  public init(_ who: String, in list: EmployeeList) {
    let who = who.trimmingCharacters(in: .whitespacesAndNewlines)
    if let id = UUID(uuidString: who) {
      self = list.employee(id).map(Self.found) ?? .notFound
      return
    }
    let wanted = TextFolder.folded(who)
    guard !wanted.isEmpty else {
      self = .notFound
      return
    }
    let all = list.nameOrder.lazy.map { list.employees[Int($0)] }
    for key in [\Employee.emailAddress, \Employee.fullName] {
      let same = all.filter { TextFolder.folded($0[keyPath: key]) == wanted }
      if !same.isEmpty {
        self = Self.one(of: Array(same))
        return
      }
    }
    let words = who.split(whereSeparator: \.isWhitespace).map { BytePattern(TextFolder.folded(String($0))) }
    let similar = all.filter { employee in
      TextFolder.folded(employee.fullName).withUnsafeBytes { name in
        words.allSatisfy { $0.firstMatch(in: name) != nil }
      }
    }
    self = Self.one(of: Array(similar))
  }

  private static func one(of employees: [Employee]) -> EmployeeLookup {
    switch employees.count {
    case 0: .notFound
    case 1: .found(employees[0])
    default: .ambiguous(employees)
    }
  }
}
