import Basics
public import Components
public import Foundation
public import Navigation

/// A coordinator that registers the directory's destinations with the program's router.
@MainActor
public struct DirectoryCoordinator: Coordinator {
  private let list: EmployeeListViewModel
  private let photos: ImageStore
  private let source: any Navigator
  private let effects: any ScreenEffects

  /// Creates a coordinator whose screens share one list and one image store.
  public init(
    loadEmployees: LoadEmployees,
    photos: ImageStore,
    source: any Navigator,
    effects: any ScreenEffects
  ) {
    list = EmployeeListViewModel(loadEmployees: loadEmployees)
    self.photos = photos
    self.source = source
    self.effects = effects
  }

  /// The loaded employees, for the program-wide search.
  public var searchableItems: any SearchableItems { list }

  /// A sentence that explains why the last load failed, or `nil` if it succeeded, was cancelled, or there was none.
  public var problem: String? {
    list.state.problem.flatMap { $0.isCancellation ? nil : $0.message }
  }

  /// Registers the links `directory` and `directory/<uuid>`.
  public func register(in registrar: inout DestinationRegistrar<any Screen>) {
    registrar.register(EmployeeListDestination.self, link: LinkRule("directory")) { _, _ in
      EmployeeListScreen(viewModel: list, photos: photos, source: source, effects: effects)
    }
    registrar.register(
      EmployeeDetailDestination.self,
      link: LinkRule("directory/:uuid", backStack: { _ in .onHome(EmployeeListDestination()) })
    ) { page, visit in
      guard let id = page.employeeID else { throw ArrivalRefusal("'\(page.uuid)' isn't an employee ID.") }
      let viewModel = EmployeeDetailViewModel(id: id, list: list) { visit.revise(EmployeeDetailDestination($0)) }
      return EmployeeDetailScreen(viewModel: viewModel, photos: photos, effects: effects)
    }
  }
}

/// The employee list's destination, with the link `directory`.
public struct EmployeeListDestination: Destination {
  /// The destination's identifier.
  public static let id: DestinationID = "directory"

  /// Creates the destination.
  public init() {}
}

/// The destination for an employee's page, which the link `directory/<uuid>` opens above the list.
public struct EmployeeDetailDestination: Destination {
  /// The destination's identifier.
  public static let id: DestinationID = "directory.employee"

  let uuid: String

  /// Creates a destination for an employee.
  public init(_ id: Employee.ID) { uuid = id.uuidString.lowercased() }

  var employeeID: Employee.ID? { UUID(uuidString: uuid) }

  /// Returns whether both destinations show the same employee.
  public func isSamePlace(as other: EmployeeDetailDestination) -> Bool { employeeID == other.employeeID }
}
