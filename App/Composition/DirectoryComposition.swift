import Components
import Directory
import Navigation
import Networking

extension CompositionRoot {
  func employeeService(
    scenario: @escaping @Sendable () async -> DirectoryScenario
  ) throws(CommandFailure) -> any EmployeeRepository {
    let url = try configuration.resolved(Settings.directoryURL)?.value ?? SampleServicesTransport.directoryURL
    return EmployeeService(
      client: APIClient(
        api: DirectoryAPI(baseURL: url),
        transport: try resolve(Keys.transport),
        middleware: try resolve(Keys.middleware).middleware,
        timeouts: try configuration.timeouts()
      ),
      scenario: scenario
    )
  }

  func directoryCoordinator(
    source: any Navigator,
    effects: any ScreenEffects,
    images: ImageStore,
    preferences: Preferences
  ) throws(CommandFailure) -> DirectoryCoordinator {
    DirectoryCoordinator(
      loadEmployees: LoadEmployees(repository: try employeeService { await preferences.directoryScenario }),
      photos: images,
      source: source,
      effects: effects
    )
  }
}
