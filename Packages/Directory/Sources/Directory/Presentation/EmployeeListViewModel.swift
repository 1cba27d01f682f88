import Basics
public import Components
import Foundation
public import Observation

/// The employee list's state, which the employee pages share.
@MainActor
@Observable
public final class EmployeeListViewModel {
  /// The list's loading state; an empty list counts as loaded, too.
  private(set) var state: LoadState<EmployeeList, DirectoryProblem> = .initial
  /// The rows of ``list`` that match the search and the filter.
  public internal(set) var rows: EmployeeRows
  private(set) var style: EmployeeListStyle
  private(set) var searchField = TextFieldState("", maximumLength: 200)
  private(set) var query = SearchQuery("")
  /// The team and type filter; its search query is always empty.
  private(set) var filter = EmployeeFilter()

  /// The number of lists loaded so far.
  public private(set) var revision = 0
  @ObservationIgnored private let loadEmployees: LoadEmployees
  @ObservationIgnored private var loading: Task<Void, Never>?
  /// Whether a program-wide search started the load in progress, and no screen has needed the list since then.
  @ObservationIgnored private var loadsOnlyForSearch = false
  /// The number of cancelled loads.
  @ObservationIgnored private var loadNumber = 0
  /// The search, or `nil` until a list is loaded and its search index is built.
  @ObservationIgnored private var search: EmployeeSearch?
  /// The current rows' style, which can differ from ``style`` while a long list is being rearranged.
  @ObservationIgnored private var rowsStyle: EmployeeListStyle?
  @ObservationIgnored private var arranging: Task<Void, Never>?

  /// Creates the view model with the initial grouping and sort order.
  public init(
    loadEmployees: LoadEmployees,
    grouping: EmployeeGrouping = .team,
    sort: EmployeeSortOrder = .name
  ) {
    self.loadEmployees = loadEmployees
    style = EmployeeListStyle(grouping: grouping, sort: sort)
    rows = .none
  }

  /// The list to show, even during a reload, or `nil` if no list is loaded or the list is empty.
  public var list: EmployeeList? {
    guard let list = state.value, !list.employees.isEmpty else { return nil }
    return list
  }

  var isNarrowed: Bool { !searchField.isEmpty || !filter.isEmpty }

  func startLoadingIfNeeded() {
    loadsOnlyForSearch = false
    if case .initial = state { startLoading() }
  }

  func startLoading() {
    guard !state.isLoading else { return }
    loading = Task { await load() }
  }

  /// Cancels the load in progress, keeping the current list, and returns whether there was one.
  func cancelLoading() -> Bool {
    guard state.isLoading else { return false }
    loading?.cancel()
    loadNumber += 1
    state = state.value.map { .loaded($0) } ?? .failed(DirectoryProblem(.service(CancellationError())), previous: nil)
    return true
  }

  /// Reloads the list, unless a load is in progress.
  public func load() async {
    guard !state.isLoading else { return }
    state.startLoading()
    defer { loadsOnlyForSearch = false }
    let number = loadNumber
    do throws(DirectoryError) {
      let list = try await loadEmployees.execute()
      let selected = rows.selectedID
      let renewed = await Self.renewed(rows, of: list, from: rowsStyle, to: style)
      // A cancelled load changes nothing.
      guard number == loadNumber else { return }
      // Build the search index first, because rows hidden by the search must never appear.
      search = query.isEmpty ? nil : EmployeeSearch(await Self.index(of: list))
      state = .loaded(list)
      revision += 1
      show(renewed, selectedBefore: selected)
      if search == nil { await prepareSearch(in: list) }
    } catch {
      guard number == loadNumber else { return }
      // A screen that hasn't been visible yet loads the list when it appears.
      if loadsOnlyForSearch { state = .initial } else { state.fail(DirectoryProblem(error)) }
    }
  }

  /// Changes the rows' grouping or sort order, keeping the same employee selected.
  func arrange(_ change: (inout EmployeeListStyle) -> Void) {
    let before = style
    change(&style)
    if style != before { rearrange() }
  }

  /// Shows only employees with the given teams and types; an empty array sets no restriction.
  func setFilter(teams: [String], types: [EmployeeType]) {
    filter = EmployeeFilter(teams: teams, types: types)
    narrow()
  }

  /// Edits the search text, updates the rows, and returns the edit's result.
  @discardableResult
  public func editSearch<Result>(_ edit: (inout TextFieldState) -> Result) -> Result {
    let result = edit(&searchField)
    let query = SearchQuery(searchField.text)
    if query != self.query {
      self.query = query
      narrow()
    }
    return result
  }

  /// Rearranges the rows, off the main actor for long lists, so the user interface stays responsive.
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
    let (current, marked) = (rows.selectedID, rows.marked)
    rows = renewed.rows
    // The user may have changed marks while the rows were being rearranged.
    rows.setMarks(marked)
    rowsStyle = renewed.style
    if let current, current != selected { rows.select(current) }
    if renewed.style != style {
      rearrange()
    } else {
      narrow()
    }
  }

  private func narrow() {
    guard let list else { return }
    var found = filter.matches(in: list)
    if !query.isEmpty {
      guard let matches = search?.matches(query) else { return }
      found = found.map { $0.intersection(matches) } ?? matches
    }
    guard let found else {
      if rows.isFiltered { rows.setFilter(.all) }
      return
    }
    var isMatch = [Bool](repeating: false, count: list.employees.count)
    for position in found.positions { isMatch[Int(position)] = true }
    let items = rows.items
    rows.setFilter(.indices(items.indices.filter { isMatch[Int(items[$0].position)] }))
  }

  private func prepareSearch(in list: EmployeeList) async {
    let index = await Self.index(of: list)
    guard self.list === list else { return }
    search = EmployeeSearch(index)
    if !query.isEmpty { narrow() }
  }

  private struct Renewed: Sendable {
    let rows: EmployeeRows
    let style: EmployeeListStyle
  }

  /// The maximum length of a list arranged on the main actor; longer lists could take more than one frame.
  private nonisolated static let longList = 5_000

  private nonisolated static func arranged(_ list: EmployeeList, _ style: EmployeeListStyle) -> Renewed {
    Renewed(rows: EmployeeRows(list, in: style), style: style)
  }

  /// Returns the rows for a new list or style, with a neighboring row selected if the selected employee is gone.
  private nonisolated static func renewed(
    _ rows: EmployeeRows,
    of list: EmployeeList,
    from oldStyle: EmployeeListStyle?,
    to style: EmployeeListStyle
  ) async -> Renewed {
    guard !rows.items.isEmpty else { return arranged(list, style) }
    guard style == oldStyle else {
      var renewed = arranged(list, style).rows
      if let selected = rows.selectedID { renewed.select(selected) }
      return Renewed(rows: renewed, style: style)
    }
    var rows = rows
    let items = EmployeeRows.items(list, in: style)
    rows.update(items, filter: .all)
    return Renewed(rows: rows, style: style)
  }

  /// Builds the search index as the last step of a load, and then returns freed memory to the system.
  private nonisolated static func index(of list: EmployeeList) async -> EmployeeSearchIndex {
    defer {
      if list.employees.count > longList { FreedMemory.giveBack() }
    }
    return EmployeeSearchIndex(list)
  }
}

extension EmployeeListViewModel: SearchableItems {
  /// Loads the list unless it is loaded or loading.
  ///
  /// A failure is reported only by a later load for a screen.
  public func loadForSearch() {
    guard case .initial = state else { return }
    startLoading()
    loadsOnlyForSearch = true
  }

  /// The loaded employees, in name order.
  public var searchableItems: SearchableItemList {
    guard let list else { return SearchableItemList([Employee]()) { Self.searchableItem($0) } }
    return SearchableItemList(list.nameOrder) { Self.searchableItem(list.employees[Int($0)]) }
  }

  private nonisolated static func searchableItem(_ employee: Employee) -> SearchableItem {
    SearchableItem(
      title: employee.displayName,
      keywords: "\(employee.emailAddress) \(employee.team)",
      kind: "employee",
      link: "directory/\(employee.id.uuidString.lowercased())"
    )
  }
}
