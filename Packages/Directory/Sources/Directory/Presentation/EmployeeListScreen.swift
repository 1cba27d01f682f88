import Basics
public import Components
public import Navigation

/// The screen with the employee list.
@MainActor
public final class EmployeeListScreen: PreviewingScreen {
  static let rowTarget = "directory.rows"
  static let searchTarget = "directory.search"

  let viewModel: EmployeeListViewModel
  let menu = EmployeeMenu()
  private let photos: ImageStore
  private let source: any Navigator
  private let effects: any ScreenEffects
  private(set) var isSearching = false
  /// The list's height in the last frame, in lines.
  private var pageHeight = 10
  private var currentPreview: (id: Employee.ID, screen: EmployeeDetailScreen)?

  /// Creates the screen with the view model that the employee pages share.
  public init(
    viewModel: EmployeeListViewModel,
    photos: ImageStore,
    source: any Navigator,
    effects: any ScreenEffects
  ) {
    self.viewModel = viewModel
    self.photos = photos
    self.source = source
    self.effects = effects
  }

  /// The title "Directory".
  public var title: String { "Directory" }

  /// The selected employee's page, or `nil` if no employee is selected.
  public var preview: (any Screen)? {
    guard viewModel.list != nil, let id = viewModel.rows.selectedID else { return nil }
    if let currentPreview, currentPreview.id == id { return currentPreview.screen }
    let page = EmployeeDetailViewModel(id: id, list: viewModel)
    let screen = EmployeeDetailScreen(viewModel: page, photos: photos, effects: effects)
    currentPreview = (id, screen)
    return screen
  }

  /// Whether the search field is open.
  public var isEnteringText: Bool { isSearching && menu.keyMap == nil }

  /// The reason why the list isn't shown, or `nil` while the list is shown or loading.
  public var failure: DirectoryProblem? { viewModel.list == nil ? viewModel.state.problem : nil }

  /// Whether the list is loading.
  public var isAnimating: Bool { viewModel.state.isLoading }

  /// Loads the list when the screen appears for the first time.
  public func appear() {
    viewModel.startLoadingIfNeeded()
  }

  /// Records the list's height, which determines how far Page Up and Page Down move.
  public func didShow(_ frame: RenderedFrame) {
    if let list = frame.viewports[Self.rowTarget] { pageHeight = max(list.area.height, 1) }
  }

  /// The screen's key bindings, or the open menu's key bindings.
  public var keyMap: KeyMap {
    if let keys = menu.keyMap { return keys }
    let hasRow = viewModel.rows.selectedItem != nil
    let hasList = viewModel.list != nil
    var bindings = [
      KeyBinding(KeyPress(.enter), label: "Open", explanation: "Open the selected employee's page", isEnabled: hasRow) {
        [weak self] in self?.openPreview()
      },
      KeyBinding(
        .character("/"),
        .control("f"),
        label: "Search",
        explanation:
          "Search names, teams, e-mail addresses and biographies, or one field: team:core, type:part, name:ana",
        isEnabled: hasList || viewModel.state.isLoading
      ) { [weak self] in self?.isSearching = true },
      KeyBinding(.character("f"), label: "Filter", explanation: "Filter by teams and types", isEnabled: hasList) {
        [weak self] in self?.chooseFilter()
      },
      KeyBinding(
        .character("y"),
        label: "Copy",
        explanation: "Copy details of the marked or selected employees",
        isEnabled: hasRow
      ) {
        [weak self] in self?.onChosen { $0.copy($1) }
      },
      KeyBinding(
        .character("o"),
        label: "Open mail",
        explanation: "Write an e-mail to the marked or selected employees",
        isEnabled: hasRow
      ) {
        [weak self] in self?.onChosen { $0.mail($1) }
      },
      KeyBinding(
        .character("x"),
        label: "Export",
        explanation: "Export the marked employees, or the whole list",
        isEnabled: hasRow
      ) {
        [weak self] in self?.export()
      },
      KeyBinding(
        .character(" "),
        label: "Mark",
        explanation: "Mark or unmark the selected employee",
        isEnabled: hasRow
      ) {
        [weak self] in self?.viewModel.rows.toggleMark()
      },
      KeyBinding(.character("s"), label: "Sort", explanation: "Sort by name, team or type", isEnabled: hasList) {
        [weak self] in self?.viewModel.arrange { $0.sort = $0.sort.next }
      },
      KeyBinding(
        .character("S"),
        label: "Reverse",
        explanation: "Reverse the order",
        prominence: .help,
        isEnabled: hasList
      ) {
        [weak self] in self?.viewModel.arrange { $0.isReversed.toggle() }
      },
      KeyBinding(
        .character("t"),
        label: "Group",
        explanation: "Group by team, by type, or not at all",
        isEnabled: hasList
      ) {
        [weak self] in self?.viewModel.arrange { $0.grouping = $0.grouping.next }
      },
      KeyBinding(
        .character("r"),
        KeyPress(.function(5)),
        label: "Reload",
        explanation: "Reload the directory",
        isEnabled: !viewModel.state.isLoading
      ) { [weak self] in self?.reload() },
    ]
    // If there is no search, mark or filter to remove, the program handles Escape.
    if let label = escapeLabel {
      bindings.insert(KeyBinding(KeyPress(.escape), label: label) { [weak self] in self?.escape() }, at: 2)
    }
    if isSearching {
      bindings.append(
        KeyBinding(KeyPress(.tab), label: "Go to list", explanation: "Keep the results and go to the list") {
          [weak self] in self?.isSearching = false
        }
      )
    }
    return KeyMap("Directory", bindings + .listMovement + .sectionMovement)
  }

  /// Whether the list is being loaded.
  public var canCancelLoading: Bool { viewModel.state.isLoading }

  /// Cancels loading the list, and returns whether a load was in progress.
  public func cancelLoading() -> Bool { viewModel.cancelLoading() }

  /// Handles text input, clicks and scrolling.
  public func handle(_ event: ScreenEvent) -> Bool {
    if let isHandled = menu.handle(event) { return isHandled }
    if isSearching, handleSearch(event) { return true }
    if case .click(Self.searchTarget, _, _, _) = event {
      isSearching = true
      return true
    }
    switch viewModel.rows.handle(event, target: Self.rowTarget, page: pageHeight) {
    case .ignored: return false
    case .handled: return true
    case .opened:
      openPreview()
      return true
    }
  }

  /// Passes keys to the search field, except for the keys that move the list's selection up and down.
  private func handleSearch(_ event: ScreenEvent) -> Bool {
    switch event {
    case .key(let press): return viewModel.editSearch { $0.handle(press) }
    case .paste(let text):
      viewModel.editSearch { $0.paste(text) }
      return true
    case .click(Self.rowTarget, _, _, _):
      isSearching = false
      return false
    default: return false
    }
  }

  /// Opens the selected employee's page.
  public func openPreview() {
    guard let id = viewModel.rows.selectedID else { return }
    isSearching = false
    source.send(.push(EmployeeDetailDestination(id)))
  }

  /// The label for the Escape key, or `nil` if there is nothing to close or remove.
  private var escapeLabel: String? {
    if isSearching || !viewModel.searchField.isEmpty { return "End search" }
    if !viewModel.rows.marked.isEmpty { return "Remove marks" }
    return viewModel.filter.isEmpty ? nil : "Remove filter"
  }

  private func escape() {
    if isSearching || !viewModel.searchField.isEmpty {
      isSearching = false
      viewModel.editSearch { $0 = TextFieldState("", maximumLength: $0.maximumLength) }
    } else if !viewModel.rows.marked.isEmpty {
      viewModel.rows.removeMarks()
    } else {
      viewModel.setFilter(teams: [], types: [])
    }
  }

  private func reload() {
    photos.forgetFailures()
    viewModel.startLoading()
  }

  private func onChosen(_ action: (EmployeeActions, [Employee]) -> Void) {
    let employees = viewModel.rows.chosenItems.map(\.employee)
    if !employees.isEmpty { action(EmployeeActions(menu: menu, effects: effects), employees) }
  }

  private func export() {
    guard viewModel.rows.marked.isEmpty else { return onChosen { $0.export($1) } }
    EmployeeActions(menu: menu, effects: effects).export(viewModel.rows.visibleItems.map(\.employee))
  }

  private func chooseFilter() {
    guard let list = viewModel.list else { return }
    var counts: [EmployeeChoice: Int] = [:]
    for employee in list.employees {
      counts[.type(employee.type), default: 0] += 1
      counts[.team(employee.team), default: 0] += 1
    }
    func choice(_ value: EmployeeChoice, _ title: String, _ section: String) -> EmployeeMenu.Menu.Choice {
      .init(value, title, detail: "\(counts[value] ?? 0)", section: section)
    }
    let choices =
      EmployeeType.allCases.map { choice(.type($0), $0.title, "Type") }
      + list.teams.map { choice(.team($0), $0, "Team") }
    let marked = viewModel.filter.types.map(EmployeeChoice.type) + viewModel.filter.teams.map(EmployeeChoice.team)
    menu.show(ChoiceMenu("Filter", choices, marked: Set(marked))) { [weak self] menu in
      self?.applyFilter(menu, before: Set(marked))
    }
  }

  /// Applies the choices marked in the menu, or toggles the selected choice if no marks were changed.
  private func applyFilter(_ menu: EmployeeMenu.Menu, before: Set<EmployeeChoice>) {
    var marked = menu.marked
    if marked == before, let selection = menu.selection { marked.formSymmetricDifference([selection]) }
    var teams: [String] = []
    var types: [EmployeeType] = []
    for choice in marked {
      switch choice {
      case .team(let team): teams.append(team)
      case .type(let type): types.append(type)
      case .copy, .export: break
      }
    }
    viewModel.setFilter(teams: teams.sorted(), types: types.sorted { $0.rank < $1.rank })
  }
}

extension CaseIterable where Self: Equatable {
  /// The next case, or the first case after the last one.
  fileprivate var next: Self {
    let all = Array(Self.allCases)
    guard let index = all.firstIndex(of: self) else { return self }
    return all[(index + 1) % all.count]
  }
}
