import Foundation
import Networking
import NetworkingTesting
import Testing

@testable import Directory

@Suite("README example")
struct ReadmeTests {
  @Test("loads, filters and arranges employees as in the README")
  func works() async throws {
    let (url, transport) = (
      URL.test("http://localhost/directory"), StubTransport { .json(#"{"employees":[]}"#, url: $0.url) }
    )
    let client = APIClient(api: DirectoryAPI(baseURL: url), transport: transport)
    let load = LoadEmployees(repository: EmployeeService(client: client))
    let list = try await load.execute()

    let found = EmployeeFilter(search: SearchQuery("team:core jose")).matches(in: list)
    let report = EmployeeTableReport(list, matching: found, groupedBy: .team, sortedBy: .name)
    #expect(report.employees.isEmpty)
    #expect(found?.positions == [])
  }
}
