public import Components
public import Navigation

/// The directory's places: what the program registers with its router, and all that it has to know of the screens.
@MainActor
public struct DirectoryCoordinator: Coordinator {
  private let list: EmployeeListViewModel
  private let photos: PhotoStore
  private let source: any Navigator
  private let effects: any ScreenEffects

  /// Makes the coordinator; its screens share one list and one store of photos.
  ///
  /// - Parameters:
  ///   - loadEmployees: Loads the list.
  ///   - photos: Where photos come from.
  ///   - decoder: What makes pixels of photos.
  ///   - source: Where moves are asked for.
  ///   - effects: What the program around the screens can do.
  public init(
    loadEmployees: LoadEmployees,
    photos: any PhotoRepository,
    decoder: any PhotoDecoding,
    source: any Navigator,
    effects: any ScreenEffects
  ) {
    list = EmployeeListViewModel(loadEmployees: loadEmployees)
    self.photos = PhotoStore(repository: photos, decoder: decoder)
    self.source = source
    self.effects = effects
  }

  /// Registers `directory` and `directory/<uuid>`.
  public func register(in registrar: inout DestinationRegistrar<any Screen>) {
    registrar.register(EmployeeDirectory.self, link: LinkRule("directory")) { _, _ in
      EmployeeListScreen(viewModel: list, photos: photos, source: source, effects: effects)
    }
    registrar.register(
      EmployeePage.self,
      link: LinkRule("directory/:uuid", backStack: { _ in .onHome(EmployeeDirectory()) })
    ) { page, visit in
      guard let id = page.employeeID else { throw ArrivalRefusal("'\(page.uuid)' is no employee's identifier.") }
      let viewModel = EmployeeDetailViewModel(id: id, list: list) { visit.revise(EmployeePage($0)) }
      return EmployeeDetailScreen(viewModel: viewModel, photos: photos, effects: effects)
    }
  }
}
