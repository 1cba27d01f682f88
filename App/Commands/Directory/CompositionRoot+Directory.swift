import Directory
import Foundation
import Networking

extension CompositionRoot: DirectoryCommandServices {
  func employeeService(scenario: DirectoryScenario) throws(CommandFailure) -> any EmployeeRepository {
    EmployeeService(client: try client(of: DirectoryAPI(baseURL: try directoryURL())), scenario: scenario)
  }

  func photoService() throws(CommandFailure) -> any PhotoRepository {
    let transport = try resolve(Keys.transport)
    let middleware = try resolve(Keys.middleware).middleware
    let timeouts = try directoryTimeouts()
    return PhotoService { api in
      APIClient(api: api, transport: transport, middleware: middleware, timeouts: timeouts)
    }
  }

  /// The configured service, or else the one inside the program, started with its first use.
  private func directoryURL() throws(CommandFailure) -> URL {
    if let given = try configuration.resolved(Settings.directoryURL)?.value { return given }
    return try resolve(Keys.sampleServices).directoryURL
  }

  private func client<API: ServiceAPI>(of api: API) throws(CommandFailure) -> APIClient<API> {
    APIClient(
      api: api,
      transport: try resolve(Keys.transport),
      middleware: try resolve(Keys.middleware).middleware,
      timeouts: try directoryTimeouts()
    )
  }

  private func directoryTimeouts() throws(CommandFailure) -> Timeouts {
    let timeout = try configuration.value(Settings.timeout)
    return Timeouts(connect: timeout, firstByte: timeout, idle: timeout, total: timeout)
  }
}
