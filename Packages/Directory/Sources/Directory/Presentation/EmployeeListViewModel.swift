import Basics
public import Components
public import Observation

/// The state of the directory's list, and what can be asked of it; the pages of employees go along the same rows.
@MainActor
@Observable
public final class EmployeeListViewModel {
  /// The list; one without employees is a value, too.
  private(set) var state: LoadState<EmployeeList, DirectoryProblem> = .initial
  /// The rows: those of ``list`` that the search lets through.
  public internal(set) var rows: EmployeeRows
  private(set) var grouping: EmployeeGrouping
  private(set) var sort: EmployeeSortOrder
  private(set) var searchField = TextFieldState("", maximumLength: 200)
  private(set) var query = SearchQuery("")

  @ObservationIgnored private let loadEmployees: LoadEmployees
  /// Made after a list was shown; a search that is asked for before waits for it.
  @ObservationIgnored private var search: EmployeeSearch?
  /// The style of the current rows, which may lag behind the chosen one.
  @ObservationIgnored private var rowsStyle: Style?
  @ObservationIgnored private var arranging: Task<Void, Never>?

  /// Creates the view model with the initial grouping and order.
  public init(
    loadEmployees: LoadEmployees,
    grouping: EmployeeGrouping = .team,
    sort: EmployeeSortOrder = .name
  ) {
    self.loadEmployees = loadEmployees
    self.grouping = grouping
    self.sort = sort
    rows = .none
  }

  /// The list to show, even while another one is loading; `nil` for one without employees.
  public var list: EmployeeList? {
    guard let list = state.value, !list.employees.isEmpty else { return nil }
    return list
  }

  func loadIfNeeded() async {
    if case .initial = state { await load() }
  }

  /// Loads the list anew; ignored while a load is running.
  public func load() async {
    guard !state.isLoading else { return }
    state.startLoading()
    do throws(DirectoryError) {
      let list = try await loadEmployees.execute()
      let selected = rows.selectedID
      let renewed = await Self.renewed(rows, of: list, from: rowsStyle, to: style)
      // Rows that a search hides must not flash up before it can be asked again.
      search = query.isEmpty ? nil : EmployeeSearch(await Self.index(of: list))
      state = .loaded(list)
      show(renewed, selectedBefore: selected)
      if search == nil { await prepareSearch(in: list) }
    } catch {
      state.fail(DirectoryProblem(error))
    }
  }

  /// Groups by something else; the selection stays on its employee.
  func setGrouping(_ grouping: EmployeeGrouping) {
    guard grouping != self.grouping else { return }
    self.grouping = grouping
    rearrange()
  }

  /// Sorts by something else; the selection stays on its employee.
  func setSort(_ sort: EmployeeSortOrder) {
    guard sort != self.sort else { return }
    self.sort = sort
    rearrange()
  }

  /// Edits the search text and returns the edit's result; the rows follow at once.
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

  private var style: Style { Style(grouping: grouping, sort: sort) }

  /// Long lists are arranged beside the main actor, so that keys never wait for it.
  private func rearrange() {
    guard let list else { return }
    guard list.employees.count > Self.longList else {
      show(Self.arranged(list, style), selectedBefore: nil)
      return
    }
    arranging?.cancel()
    arranging = Task { [style] in
      let arranged = await Self.renewed(EmployeeRows.none, of: list, from: nil, to: style)
      guard !Task.isCancelled, self.list === list, style == self.style else { return }
      show(arranged, selectedBefore: nil)
    }
  }

  private func show(_ renewed: Renewed, selectedBefore selected: Employee.ID?) {
    let current = rows.selectedID
    rows = renewed.rows
    rowsStyle = renewed.style
    if let current, current != selected { rows.select(current) }
    if renewed.style != style {
      rearrange()
    } else if !query.isEmpty {
      applySearch()
    }
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

  private struct Style: Sendable, Equatable {
    let grouping: EmployeeGrouping
    let sort: EmployeeSortOrder
  }

  private struct Renewed: Sendable {
    let rows: EmployeeRows
    let style: Style
  }

  /// Above this, arranging takes longer than a frame should.
  private nonisolated static let longList = 5_000

  private nonisolated static func arranged(_ list: EmployeeList, _ style: Style) -> Renewed {
    Renewed(rows: EmployeeRows(list, groupedBy: style.grouping, sortedBy: style.sort), style: style)
  }

  /// Rows of another list or in another style; in the same style the selection of who is gone goes to the neighbours.
  private nonisolated static func renewed(
    _ rows: EmployeeRows,
    of list: EmployeeList,
    from oldStyle: Style?,
    to style: Style
  ) async -> Renewed {
    guard !rows.items.isEmpty else { return arranged(list, style) }
    guard style == oldStyle else {
      var renewed = arranged(list, style).rows
      if let selected = rows.selectedID { renewed.select(selected) }
      return Renewed(rows: renewed, style: style)
    }
    var rows = rows
    let items = EmployeeRows.items(list, groupedBy: style.grouping, sortedBy: style.sort)
    rows.update(items, filter: .all)
    return Renewed(rows: rows, style: style)
  }

  /// The last thing that loading a list takes, so that what all of it has freed can be given back.
  private nonisolated static func index(of list: EmployeeList) async -> EmployeeSearchIndex {
    defer {
      if list.employees.count > longList { FreedMemory.giveBack() }
    }
    return EmployeeSearchIndex(list)
  }
}
