public import Components
public import Observation

/// The state of the directory's list, and what can be asked of it; the pages of employees go along the same rows.
@MainActor
@Observable
public final class EmployeeListViewModel {
  /// What the screen shows.
  public enum State: Sendable {
    /// Nothing was asked yet.
    case initial
    /// The list is on its way; the last one stays visible.
    case loading(previous: EmployeeList?)
    /// The employees; at least one.
    case loaded(EmployeeList)
    /// The directory has nobody.
    case empty
    /// The list could not be had; the last one stays visible.
    case failed(DirectoryProblem, previous: EmployeeList?)
  }

  /// What the screen shows.
  public private(set) var state: State = .initial
  /// The rows: those of ``list`` that the search lets through.
  public internal(set) var rows: EmployeeRows
  /// By what rows stand together.
  public private(set) var grouping: EmployeeGrouping
  /// In which order rows stand.
  public private(set) var sort: EmployeeSortOrder
  /// What is searched for, as it is edited.
  public private(set) var searchField = TextFieldState("", maximumLength: 200)
  /// The same, as it is understood.
  public private(set) var query = SearchQuery("")

  @ObservationIgnored private let loadEmployees: LoadEmployees
  /// Made after a list was shown; a search that is asked for before waits for it.
  @ObservationIgnored private var search: EmployeeSearch?

  /// Makes the view model.
  ///
  /// - Parameters:
  ///   - loadEmployees: Loads the list.
  ///   - grouping: By what rows stand together at first.
  ///   - sort: In which order rows stand at first.
  public init(
    loadEmployees: LoadEmployees,
    grouping: EmployeeGrouping = .team,
    sort: EmployeeSortOrder = .name
  ) {
    self.loadEmployees = loadEmployees
    self.grouping = grouping
    self.sort = sort
    rows = EmployeeRows([], id: { $0.id }, grouping: nil)
  }

  /// The employees that there are to show, also while others are on their way.
  public var list: EmployeeList? {
    switch state {
    case .initial, .empty: nil
    case .loading(let previous), .failed(_, let previous): previous
    case .loaded(let list): list
    }
  }

  /// Whether the list is on its way.
  public var isLoading: Bool {
    if case .loading = state { true } else { false }
  }

  /// Loads the list where that has not been tried yet.
  public func loadIfNeeded() async {
    if case .initial = state { await load() }
  }

  /// Loads the list anew; ignored while a load is running.
  public func load() async {
    guard !isLoading else { return }
    let previous = list
    state = .loading(previous: previous)
    do throws(DirectoryError) {
      let list = try await loadEmployees.execute()
      let items = await Self.items(of: list, groupedBy: grouping, sortedBy: sort)
      show(list, items)
      await prepareSearch(in: list)
    } catch {
      state = .failed(DirectoryProblem(error), previous: previous)
    }
  }

  /// Groups by something else; the selection stays on its employee.
  public func setGrouping(_ grouping: EmployeeGrouping) {
    guard grouping != self.grouping else { return }
    self.grouping = grouping
    rearrange()
  }

  /// Sorts by something else; the selection stays on its employee.
  public func setSort(_ sort: EmployeeSortOrder) {
    guard sort != self.sort else { return }
    self.sort = sort
    rearrange()
  }

  /// Edits what is searched for; the rows follow at once.
  ///
  /// - Returns: What the edit returns.
  @discardableResult
  public func editSearch<Result>(_ edit: (inout TextFieldState) -> Result) -> Result {
    let result = edit(&searchField)
    let query = SearchQuery(searchField.text)
    if query != self.query {
      self.query = query
      applySearch()
    }
    return result
  }

  // MARK: Rows

  /// What was arranged beside the main actor is taken over, unless another arrangement was chosen meanwhile.
  private func show(_ list: EmployeeList, _ items: Arranged) {
    search = nil
    let isArranged = items.grouping == grouping && items.sort == sort
    if rows.items.isEmpty || !isArranged {
      let selected = rows.selectedID
      rows = isArranged ? items.rows : EmployeeRows(list, groupedBy: grouping, sortedBy: sort)
      if let selected { rows.select(selected) }
    } else {
      // Rows that are gone hand the selection to their neighbours.
      rows.update(items.rows.items, filter: .all)
    }
    state = list.employees.isEmpty ? .empty : .loaded(list)
  }

  private func rearrange() {
    guard let list else { return }
    let selected = rows.selectedID
    rows = EmployeeRows(list, groupedBy: grouping, sortedBy: sort)
    applySearch()
    if let selected { rows.select(selected) }
  }

  private func applySearch() {
    guard !query.isEmpty else {
      rows.setFilter(.all)
      return
    }
    guard let list, let matches = search?.matches(query) else { return }
    var isMatch = [Bool](repeating: false, count: list.employees.count)
    for position in matches.positions { isMatch[Int(position)] = true }
    let items = rows.items
    rows.setFilter(.indices(items.indices.filter { isMatch[Int(items[$0].position)] }))
  }

  private func prepareSearch(in list: EmployeeList) async {
    let index = await Self.index(of: list)
    guard self.list === list else { return }
    search = EmployeeSearch(index)
    if !query.isEmpty { applySearch() }
  }

  // MARK: Beside the main actor

  private struct Arranged: Sendable {
    let grouping: EmployeeGrouping
    let sort: EmployeeSortOrder
    let rows: EmployeeRows
  }

  private nonisolated static func items(
    of list: EmployeeList,
    groupedBy grouping: EmployeeGrouping,
    sortedBy sort: EmployeeSortOrder
  ) async -> Arranged {
    Arranged(grouping: grouping, sort: sort, rows: EmployeeRows(list, groupedBy: grouping, sortedBy: sort))
  }

  private nonisolated static func index(of list: EmployeeList) async -> EmployeeSearchIndex {
    EmployeeSearchIndex(list)
  }
}
