import Components
import Directory
import Foundation
import Navigation
import Networking

/// Makes the directory feature's parts from what the program has.
@MainActor
struct DirectoryParts: DirectoryCommandServices {
  /// Kept for as long as the parts are used, since the services inside the program end with it.
  let root: CompositionRoot

  /// The configured service, or else the one inside the program.
  func employeeService(scenario: DirectoryScenario) throws(CommandFailure) -> any EmployeeRepository {
    let url = try root.configuration.resolved(Settings.directoryURL)?.value ?? SampleServicesTransport.directoryURL
    return EmployeeService(
      client: APIClient(
        api: DirectoryAPI(baseURL: url),
        transport: try root.resolve(Keys.transport),
        middleware: try root.resolve(Keys.middleware).middleware,
        timeouts: try root.configuration.timeouts()
      ),
      scenario: scenario
    )
  }

  /// Photos from wherever the list says, each asked for once as long as the cache has room.
  func photoService() throws(CommandFailure) -> any PhotoRepository {
    let transport = try root.resolve(Keys.transport)
    let middleware = try root.resolve(Keys.middleware).middleware
    let timeouts = try root.configuration.timeouts()
    return PhotoService { api in
      APIClient(api: api, transport: transport, middleware: middleware, timeouts: timeouts)
    }
  }

  /// The screens' coordinator.
  func coordinator(source: any Navigator, effects: any ScreenEffects) throws(CommandFailure) -> DirectoryCoordinator {
    DirectoryCoordinator(
      loadEmployees: LoadEmployees(repository: try employeeService(scenario: .normal)),
      photos: try photoService(),
      decoder: ImagesPhotoDecoder(),
      source: source,
      effects: effects
    )
  }
}
