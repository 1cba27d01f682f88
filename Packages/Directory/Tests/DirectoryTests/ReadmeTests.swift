import Directory
import Foundation
import Networking
import NetworkingTesting
import Testing

@Suite("The README's example")
struct ReadmeTests {
  @Test("loads, finds and arranges")
  func works() async throws {
    let (url, transport) = (
      URL.test("http://localhost/directory"), StubTransport { .json(#"{"employees":[]}"#, url: $0.url) }
    )
    let client = APIClient(api: DirectoryAPI(baseURL: url), transport: transport)
    let load = LoadEmployees(repository: EmployeeService(client: client))
    let list = try await load.execute()

    let found = EmployeeFilter(search: SearchQuery("team:core jose")).matches(in: list)
    let shown = EmployeeArrangement(list, matching: found, groupedBy: .team, sortedBy: .name)
    #expect(shown.count == 0)
    #expect(found?.positions == [])
  }
}
