import Components
public import Foundation
public import Observation

/// The state of one employee's page, which goes along the rows of the list.
@MainActor
@Observable
public final class EmployeeDetailViewModel {
  /// What the screen shows.
  public enum State: Sendable {
    /// The list is on its way.
    case loading
    /// The employee.
    case loaded(Employee)
    /// The list has nobody with this identifier.
    case unknown
    /// The list could not be had.
    case failed(DirectoryProblem)
  }

  /// Whose page it is.
  public private(set) var id: Employee.ID

  private let list: EmployeeListViewModel
  @ObservationIgnored private let onMove: @MainActor (Employee.ID) -> Void

  /// Makes the view model.
  ///
  /// - Parameters:
  ///   - id: Whose page it is.
  ///   - list: The list whose rows come next and before.
  ///   - onMove: Is told when the page has become another employee's.
  public init(
    id: Employee.ID,
    list: EmployeeListViewModel,
    onMove: @escaping @MainActor (Employee.ID) -> Void = { _ in }
  ) {
    self.id = id
    self.list = list
    self.onMove = onMove
  }

  /// What the screen shows.
  public var state: State {
    if let employee = list.list?.employee(id) { return .loaded(employee) }
    switch list.state {
    case .initial, .loading: return .loading
    case .failed(let problem, previous: nil): return .failed(problem)
    case .empty, .loaded, .failed: return .unknown
    }
  }

  /// Whether the list is on its way.
  public var isLoading: Bool { list.isLoading }

  /// The employee's row, counted from 1, and how many rows there are; `nil` where a search hides the employee.
  public var place: (row: Int, count: Int)? {
    list.rows.row(of: id).map { ($0 + 1, list.rows.count) }
  }

  /// Loads the list where that has not been tried yet, as when a link led here.
  public func loadIfNeeded() async { await list.loadIfNeeded() }

  /// Loads the list anew.
  public func refresh() async { await list.load() }

  /// Whether there is an employee some rows further on, or further back.
  public func canMove(by distance: Int) -> Bool { list.rows.item(distance, from: id) != nil }

  /// Becomes the page of the employee some rows further on, or further back; the list's selection goes along.
  public func move(by distance: Int) {
    guard let next = list.rows.item(distance, from: id)?.id else { return }
    id = next
    list.rows.select(next)
    onMove(next)
  }
}
