import Basics
public import Components
public import Navigation

/// The directory's list on the screen.
@MainActor
public final class EmployeeListScreen: Screen {
  static let rowTarget = "directory.rows"
  static let searchTarget = "directory.search"

  let viewModel: EmployeeListViewModel
  let photos: ImageStore
  private let source: any Navigator
  private let effects: any ScreenEffects
  private(set) var isSearching = false
  /// The lines of the list in the last frame.
  private var pageHeight = 10

  /// Creates the screen.
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

  /// "Directory".
  public var title: String { "Directory" }

  /// While the search field is open.
  public var isEnteringText: Bool { isSearching }

  /// The reason why no list is shown; `nil` while it is shown or loading.
  public var failure: DirectoryProblem? { viewModel.list == nil ? viewModel.state.problem : nil }

  /// While the list is on its way.
  public var isAnimating: Bool { viewModel.state.isLoading }

  /// Loads the list when it is shown for the first time.
  public func appear() {
    Task { await viewModel.loadIfNeeded() }
  }

  /// Loads the photos of the rows in sight, and keeps the length of a page.
  public func didShow(_ frame: RenderedFrame) {
    guard let list = frame.viewports[Self.rowTarget] else { return photos.show([], in: .employeeRows) }
    pageHeight = max(list.area.height, 1)
    var rows = viewModel.rows
    rows.reveal(height: pageHeight)
    let visible = rows.visibleRows(height: pageHeight)
    photos.show(visible.compactMap { rows.item(at: $0)?.employee.smallPhoto?.text }, in: .employeeRows)
  }

  /// Gives up the photos that are on their way.
  public func disappear() { photos.show([], in: .employeeRows) }

  /// The keys and their commands.
  public var keyMap: KeyMap {
    let hasRow = viewModel.rows.selectedItem != nil
    let isFiltered = !viewModel.searchField.isEmpty
    var bindings = [
      KeyBinding(KeyPress(.enter), label: "open", explanation: "Opens the selected employee", isEnabled: hasRow) {
        [weak self] in self?.open()
      },
      KeyBinding(
        .character("/"),
        .control("f"),
        label: "search",
        explanation:
          "Searches names, teams, e-mail addresses and biographies; team:core, type:part, name:ana in one of them"
      ) { [weak self] in self?.isSearching = true },
      KeyBinding(
        .character("r"),
        KeyPress(.function(5)),
        label: "refresh",
        explanation: "Loads the list anew",
        isEnabled: !viewModel.state.isLoading
      ) { [weak self] in self?.refresh() },
      KeyBinding(.character("t"), label: "group", explanation: "Groups by team, by type, or not at all") {
        [weak self] in self?.cycleGrouping()
      },
      KeyBinding(.character("s"), label: "sort", explanation: "Sorts by name, by team, or by type") {
        [weak self] in self?.cycleSort()
      },
      KeyBinding(
        .character("c"),
        label: "copy e-mail",
        explanation: "Copies the selected employee's e-mail address",
        prominence: .help,
        isEnabled: hasRow
      ) { [weak self] in self?.copyAddress() },
    ]
    // Only while there is something to end: otherwise the key is the program's.
    if isSearching || isFiltered {
      let end = KeyBinding(KeyPress(.escape), label: isFiltered ? "clear" : "close", explanation: "Ends the search") {
        [weak self] in self?.endSearch()
      }
      bindings.insert(end, at: 2)
    }
    if isSearching {
      bindings.append(
        KeyBinding(KeyPress(.tab), label: "to the list", explanation: "Keeps what is found") {
          [weak self] in self?.isSearching = false
        }
      )
    }
    return KeyMap("Directory", bindings)
  }

  /// Moves, types and clicks.
  public func handle(_ event: ScreenEvent) -> Bool {
    if isSearching, handleSearch(event) { return true }
    if case .click(Self.searchTarget, _, _, _) = event {
      isSearching = true
      return true
    }
    switch viewModel.rows.handle(event, target: Self.rowTarget, page: pageHeight) {
    case .ignored: return false
    case .handled: return true
    case .opened:
      open()
      return true
    }
  }

  /// Typing goes to the field; keys that move up and down move in the list meanwhile.
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

  private func open() {
    guard let id = viewModel.rows.selectedID else { return }
    isSearching = false
    source.send(.push(EmployeeDetailDestination(id)))
  }

  private func endSearch() {
    isSearching = false
    viewModel.editSearch { $0 = TextFieldState("", maximumLength: $0.maximumLength) }
  }

  private func refresh() {
    photos.forgetFailures()
    Task { await viewModel.load() }
  }

  private func cycleGrouping() {
    let all = EmployeeGrouping.allCases
    let index = all.firstIndex(of: viewModel.grouping) ?? 0
    viewModel.setGrouping(all[(index + 1) % all.count])
  }

  private func cycleSort() {
    let all = EmployeeSortOrder.allCases
    let index = all.firstIndex(of: viewModel.sort) ?? 0
    viewModel.setSort(all[(index + 1) % all.count])
  }

  private func copyAddress() {
    guard let employee = viewModel.rows.selectedItem?.employee else { return }
    effects.copy(employee.emailAddress)
    effects.show(StyledText("Copied \(employee.emailAddress)"), tone: .positive)
  }
}
