public import Networking

/// Employees from the service, over a client that can send nothing but the directory's endpoints.
public struct EmployeeService: EmployeeRepository {
  private let client: any NetworkClient<DirectoryAPI>
  private let scenario: DirectoryScenario

  /// Makes a repository.
  ///
  /// - Parameters:
  ///   - client: Sends the requests.
  ///   - scenario: Which of the service's lists is asked for.
  public init(client: any NetworkClient<DirectoryAPI>, scenario: DirectoryScenario = .normal) {
    self.client = client
    self.scenario = scenario
  }

  /// Asks the service, always.
  public func readEmployees() async throws(DirectoryError) -> EmployeeReading {
    do throws(NetworkError) {
      return try await client.send(EmployeesEndpoint(list))
    } catch {
      throw .service(error)
    }
  }

  private var list: EmployeesEndpoint.List {
    switch scenario {
    case .normal: .normal
    case .malformed: .malformed
    case .empty: .empty
    case .random: EmployeesEndpoint.List.allCases.randomElement() ?? .normal
    }
  }
}
