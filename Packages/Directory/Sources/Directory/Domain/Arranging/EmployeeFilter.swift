/// Who is listed or exported: what a search finds, of some teams and types.
public struct EmployeeFilter: Sendable, Hashable {
  /// What is searched for.
  public var search: SearchQuery
  /// The teams by their whole names, without regard to case and diacritics; none for all.
  public var teams: [String]
  /// The types; none for all.
  public var types: [EmployeeType]

  /// Makes a filter that lets everybody through unless told otherwise.
  public init(search: SearchQuery = SearchQuery(""), teams: [String] = [], types: [EmployeeType] = []) {
    self.search = search
    self.teams = teams
    self.types = types
  }

  /// Who gets through; `nil` for everybody, where nothing is asked.
  public func matches(in list: EmployeeList) -> EmployeeMatches? {
    guard !search.isEmpty || !teams.isEmpty || !types.isEmpty else { return nil }
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

  /// The teams asked for that nobody is in.
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
