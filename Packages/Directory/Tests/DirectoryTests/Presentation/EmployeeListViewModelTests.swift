import Basics
import BasicsTesting
import Components
import Foundation
import NavigationTesting
import Testing

@testable import Directory

@Suite("Employee list view model")
@MainActor
struct EmployeeListViewModelTests {
  private static let people = [
    employee("Ana", team: "Core", id: .numbered(1)), employee("Bo", team: "Web", type: .contractor, id: .numbered(2)),
    employee("Cy", team: "Core", type: .partTime, id: .numbered(3)), employee("Di", team: "Apps", id: .numbered(4)),
  ]

  private func viewModel(_ repository: FakeEmployees) -> EmployeeListViewModel {
    EmployeeListViewModel(loadEmployees: LoadEmployees(repository: repository))
  }

  private func names(_ viewModel: EmployeeListViewModel) -> [String] {
    viewModel.rows.visibleItems.map(\.employee.fullName)
  }

  @Test("groups and sorts the loaded employees")
  func loads() async throws {
    let gate = Gate()
    let repository = FakeEmployees(Self.people)
    repository.hold(at: gate)
    let viewModel = viewModel(repository)
    guard case .initial = viewModel.state else { throw Unexpected() }
    let load = Task { await viewModel.load() }
    await settle { viewModel.state.isLoading }
    guard case .loading(previous: nil) = viewModel.state else { throw Unexpected() }
    gate.open()
    await load.value
    guard case .loaded(let list) = viewModel.state else { throw Unexpected() }
    #expect(list.employees.count == 4)
    #expect(names(viewModel) == ["Di", "Ana", "Cy", "Bo"])
    #expect(viewModel.rows.groups.map(\.title) == ["Apps", "Core", "Web"])
    #expect(viewModel.rows.selectedItem?.employee.fullName == "Di")
  }

  private struct Unexpected: Error {}

  @Test("distinguishes an empty list from a failed load, and loads again after a failure")
  func knowsFailures() async throws {
    let repository = FakeEmployees([])
    let viewModel = viewModel(repository)
    await viewModel.load()
    guard case .loaded(let list) = viewModel.state, list.employees.isEmpty else { throw Unexpected() }
    repository.fail(.unreadableFile(path: "x", reason: "no"))
    await viewModel.load()
    guard case .failed(let problem, _) = viewModel.state, viewModel.list == nil else { throw Unexpected() }
    #expect(problem.message.contains("'x'"))
    repository.answer(Self.people)
    await viewModel.load()
    #expect(viewModel.list?.employees.count == 4)
  }

  @Test("loads the list again when a screen appears after a failed load for a search")
  func failedSearch() async throws {
    // Given a failed load for a search
    let repository = FakeEmployees(Self.people)
    let viewModel = viewModel(repository)
    repository.fail(.unreadableFile(path: "x", reason: "no"))
    viewModel.loadForSearch()
    await settle { repository.loadCount == 1 && !viewModel.state.isLoading }
    guard case .initial = viewModel.state else { throw Unexpected() }

    // When a screen appears, then its load reports the error
    viewModel.startLoadingIfNeeded()
    await settle { repository.loadCount == 2 && !viewModel.state.isLoading }
    guard case .failed = viewModel.state else { throw Unexpected() }
  }

  @Test("reports a failed load to a screen that appears during the load, even if a search started it")
  func sharedSearchFailure() async throws {
    let gate = Gate()
    let repository = FakeEmployees(Self.people)
    repository.hold(at: gate)
    repository.fail(.unreadableFile(path: "x", reason: "no"))
    let viewModel = viewModel(repository)
    viewModel.loadForSearch()
    await settle { viewModel.state.isLoading }
    viewModel.startLoadingIfNeeded()
    gate.open()
    await settle { !viewModel.state.isLoading }
    guard case .failed = viewModel.state else { throw Unexpected() }
    #expect(repository.loadCount == 1)
  }

  @Test("keeps the list during a reload and after a failed one, and runs only one load at a time")
  func keepsTheList() async throws {
    let gate = Gate()
    let repository = FakeEmployees(Self.people)
    let viewModel = viewModel(repository)
    await viewModel.load()
    repository.hold(at: gate)
    repository.fail(.unreadableFile(path: "x", reason: "no"))
    let refresh = Task { await viewModel.load() }
    await settle { viewModel.state.isLoading }
    #expect(names(viewModel).count == 4)
    #expect(viewModel.list != nil)
    await viewModel.load()
    gate.open()
    await refresh.value
    guard case .failed(_, let previous?) = viewModel.state else { throw Unexpected() }
    #expect(previous.employees.count == 4)
    #expect(names(viewModel).count == 4)
    #expect(repository.loadCount == 2)
  }

  @Test("keeps the selected employee when the list is reloaded, sorted or grouped")
  func keepsTheSelection() async {
    let repository = FakeEmployees(Self.people)
    let viewModel = viewModel(repository)
    await viewModel.load()
    viewModel.editSearch { _ in }
    let screen = EmployeeListScreenTests.screen(viewModel)
    _ = screen.handle(.key(KeyPress(.down)))
    #expect(viewModel.rows.selectedItem?.employee.fullName == "Ana")
    viewModel.arrange { $0.grouping = .none }
    viewModel.arrange { $0.sort = .type }
    #expect(names(viewModel) == ["Ana", "Di", "Cy", "Bo"])
    #expect(viewModel.rows.selectedItem?.employee.fullName == "Ana")
    repository.answer([employee("Al", id: .numbered(9))] + Self.people.reversed())
    await viewModel.load()
    #expect(viewModel.rows.selectedItem?.employee.fullName == "Ana")
    #expect(names(viewModel).count == 5)
    repository.answer(Array(Self.people.dropFirst()))
    await viewModel.load()
    #expect(viewModel.rows.selectedItem?.employee.fullName == "Di")
  }

  @Test("searches while the user types, and keeps the search when the list is reloaded or regrouped")
  func searches() async {
    let repository = FakeEmployees(Self.people)
    let viewModel = viewModel(repository)
    // Given search text that was typed before the list was loaded
    viewModel.editSearch { $0.insert("team:core") }
    await viewModel.load()
    #expect(names(viewModel) == ["Ana", "Cy"])
    viewModel.arrange { $0.grouping = .type }
    #expect(names(viewModel) == ["Ana", "Cy"])
    #expect(viewModel.rows.groups.map(\.title) == ["Full-time", "Part-time"])
    repository.answer(Self.people + [employee("Ed", team: "Core")])
    await viewModel.load()
    #expect(names(viewModel) == ["Ana", "Ed", "Cy"])
    viewModel.editSearch { $0.insert(" zzz") }
    #expect(viewModel.rows.isEmpty)
    viewModel.editSearch { $0 = TextFieldState() }
    #expect(names(viewModel).count == 5)
  }

  @Test("reverses the employees' sort order within groups")
  func reverses() async {
    let viewModel = viewModel(FakeEmployees(Self.people))
    await viewModel.load()
    viewModel.arrange { $0.isReversed = true }
    #expect(names(viewModel) == ["Di", "Cy", "Ana", "Bo"])
    viewModel.arrange { $0.grouping = .none }
    #expect(names(viewModel) == ["Di", "Cy", "Bo", "Ana"])
  }

  @Test("filters by team and type, combined with a search, and keeps the filter after a reload")
  func filters() async {
    let repository = FakeEmployees(Self.people)
    let viewModel = viewModel(repository)
    await viewModel.load()
    viewModel.setFilter(teams: ["Core", "Apps"], types: [.fullTime])
    #expect(names(viewModel) == ["Di", "Ana"])
    viewModel.editSearch { $0.insert("an") }
    #expect(names(viewModel) == ["Ana"])
    repository.answer(Self.people + [employee("Jan", team: "Apps")])
    await viewModel.load()
    #expect(names(viewModel) == ["Jan", "Ana"])
    viewModel.setFilter(teams: [], types: [])
    viewModel.editSearch { $0 = TextFieldState() }
    #expect(names(viewModel).count == 5)
  }

  @Test("keeps marks when the grouping changes")
  func marksAfterGrouping() async {
    let viewModel = viewModel(FakeEmployees(Self.people))
    await viewModel.load()
    viewModel.rows.toggleMark()
    let marked = viewModel.rows.marked
    #expect(marked.count == 1)
    viewModel.arrange { $0.grouping = .none }
    #expect(viewModel.rows.marked == marked)
  }

  @Test("keeps marks during a search, and removes the marks of deleted employees")
  func marks() async {
    let repository = FakeEmployees(Self.people)
    let viewModel = viewModel(repository)
    await viewModel.load()
    #expect(viewModel.rows.chosenItems.map(\.employee).map(\.fullName) == ["Di"])
    viewModel.rows.toggleMark()
    viewModel.rows.toggleMark()
    viewModel.editSearch { $0.insert("bo") }
    #expect(viewModel.rows.chosenItems.map(\.employee).map(\.fullName) == ["Di", "Ana"])
    repository.answer(Array(Self.people.dropFirst()))
    await viewModel.load()
    #expect(viewModel.rows.chosenItems.map(\.employee).map(\.fullName) == ["Di"])
    viewModel.rows.removeMarks()
    #expect(viewModel.rows.chosenItems.map(\.employee).map(\.fullName) == ["Bo"])
  }
}

@Suite("Employee list view model with thousands of employees")
@MainActor
struct LongListTests {
  @Test("arranges a long list off the main actor, applies the last choice, and keeps selection and search")
  func arranges() async {
    // Given a list that takes more than one frame to arrange
    let people = (0..<6_000).map { number in
      employee("Person \(10_000 + number)", team: "Team \(number % 7)", type: EmployeeType.allCases[number % 3])
    }
    let viewModel = EmployeeListViewModel(loadEmployees: LoadEmployees(repository: FakeEmployees(people)))
    await viewModel.load()
    viewModel.editSearch { $0.insert("\"person 1000\"") }
    let selected = viewModel.rows.selectedID
    // When the grouping is changed twice in a row
    viewModel.arrange { $0.grouping = .type }
    #expect(viewModel.rows.groups.first?.title == "Team 0")
    viewModel.arrange { $0.grouping = .none }
    // Then the last grouping is shown
    await settle { viewModel.rows.groups.count == 1 }
    #expect(viewModel.rows.count == 10)
    #expect(viewModel.rows.groups.map(\.title) == [""])
    #expect(viewModel.rows.selectedID == selected)
    await viewModel.load()
    #expect(viewModel.rows.count == 10)
    #expect(viewModel.rows.selectedID == selected)
  }
}
