import Foundation
import LoopbackServer
import NavigationTesting
import Networking
import NetworkingTesting
import SampleServices
import Testing

@testable import Directory

@Suite("Employee loading")
struct EmployeeServiceTests {
  private func service(
    scenario: DirectoryScenario = .normal,
    handler: @escaping StubTransport.Handler
  ) -> (EmployeeService, StubTransport) {
    let transport = StubTransport(handler: handler)
    let client = APIClient(api: DirectoryAPI(baseURL: .test("http://localhost/directory")), transport: transport)
    return (EmployeeService(client: client) { scenario }, transport)
  }

  private func enqueue(_ count: Int, on load: isolated LoadEmployees) -> [Task<EmployeeList, any Error>] {
    (0..<count).map { _ in Task { try await load.execute() } }
  }

  /// Waits until the use case has processed everything enqueued earlier.
  private func wait(for load: isolated LoadEmployees) {}

  @Test(
    "requests the employee list for each scenario",
    arguments: [
      (DirectoryScenario.normal, ["employees.json"]), (.malformed, ["employees_malformed.json"]),
      (.empty, ["employees_empty.json"]),
      (.random, ["employees.json", "employees_malformed.json", "employees_empty.json"]),
    ]
  )
  func asks(scenario: DirectoryScenario, names: [String]) async throws {
    let (service, transport) = service(scenario: scenario) { .json(#"{"employees":[]}"#, url: $0.url) }
    for _ in 0..<60 { _ = try await service.readEmployees() }
    #expect(Set(transport.requests.map(\.url.path)) == Set(names.map { "/directory/" + $0 }))
    #expect(transport.requests.allSatisfy { $0.context[CachePolicy.self] == .neverStore })
  }

  @Test("loads 10,000 employees, and rejects a longer list", arguments: [(10_000, true), (10_001, false)])
  func limitsCount(count: Int, isAccepted: Bool) async throws {
    let list = "{\"employees\":[\(String(repeating: "0,", count: count - 1))0]}"
    let (service, _) = service { .json(list, url: $0.url) }
    do throws(DirectoryError) {
      let reading = try await service.readEmployees()
      #expect(isAccepted && reading.malformed.count == count)
    } catch {
      let problem = DirectoryProblem(error)
      #expect(!isAccepted && problem.message.hasSuffix("at employees: the list has more than 10,000 employees."))
    }
  }

  @Test("stops reading a response at 8 MiB")
  func limitsSize() async throws {
    let (service, _) = service { .json(String(repeating: " ", count: (8 << 20) + 1), url: $0.url) }
    do throws(DirectoryError) {
      _ = try await service.readEmployees()
      Issue.record("The response was accepted.")
    } catch {
      guard case .service(NetworkError.bodyTooLarge(limit: 8 << 20)) = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test("passes on networking errors unchanged when loading employees")
  func passesErrors() async {
    let (service, _) = service { request in
      HTTPResponse.text("Slow Down", status: .serviceUnavailable, url: request.url)
    }
    let error = await #expect(throws: DirectoryError.self) { try await service.readEmployees() }
    guard case .service(NetworkError.status(let failure)) = error else {
      Issue.record("expected the service's status, got \(String(describing: error))")
      return
    }
    #expect(failure.status.code == 503)
    #expect(failure.serviceMessage == "Slow Down")
  }

  @Test("shares one request between concurrent loads and sends a new request afterward")
  func sharesOneLoad() async throws {
    let (requested, gate) = (Gate(), Gate())
    let (service, transport) = service { request in
      requested.open()
      await gate.wait()
      return .json(#"{"employees":[]}"#, url: request.url)
    }
    let load = LoadEmployees(repository: service)
    // Given a load in progress and two callers that join it
    let first = Task { try await load.execute() }
    await requested.wait()
    let others = await enqueue(2, on: load)
    await wait(for: load)
    // When the response arrives
    gate.open()
    var lists = [try await first.value]
    for other in others { lists.append(try await other.value) }
    // Then all callers receive the same list
    #expect(transport.requests.count == 1)
    #expect(lists[0] === lists[1])
    #expect(lists[1] === lists[2])
    _ = try await load.execute()
    #expect(transport.requests.count == 2)
  }

  @Test("continues a shared load when one of its callers is cancelled")
  func survivesCancellation() async throws {
    let (requested, gate) = (Gate(), Gate())
    let (service, transport) = service { request in
      requested.open()
      await gate.wait()
      return .json(#"{"employees":[]}"#, url: request.url)
    }
    let load = LoadEmployees(repository: service)
    let impatient = Task { try await load.execute() }
    await requested.wait()
    let patient = try #require(await enqueue(1, on: load).first)
    await wait(for: load)
    impatient.cancel()
    gate.open()
    #expect(try await patient.value.employees.isEmpty)
    #expect(transport.requests.count == 1)
  }

  @Test("loads employees from the sample service and reports its malformed entries")
  func works() async throws {
    let client = APIClient(
      api: DirectoryAPI(baseURL: .test("http://sample.test/directory")),
      transport: SampleServices()
    )
    let list = try await LoadEmployees(repository: EmployeeService(client: client)).execute()
    #expect(list.employees.count == 30)
    #expect(Set(list.employees.map(\.type)).count == 3)
    let malformed = EmployeeService(client: client) { .malformed }
    let error = await #expect(throws: DirectoryError.self) { try await LoadEmployees(repository: malformed).execute() }
    guard case .malformed(let problem) = error else {
      Issue.record("expected malformed entries, got \(String(describing: error))")
      return
    }
    #expect(problem.entries.map(\.key) == ["email_address", "team", "employee_type", "full_name"])
    let rest = try await LoadEmployees(repository: malformed, isLenient: true).execute()
    #expect(rest.employees.count == 26)
    #expect(rest.malformed == problem.entries)
    let empty = EmployeeService(client: client) { .empty }
    #expect(try await LoadEmployees(repository: empty).execute().employees.isEmpty)
  }

  @Test("stores photos in the disk cache, but never the employee list")
  func keepsListsOffTheDisk() async throws {
    // Given a disk cache, and a service that allows caching either everything or nothing
    let folder = URL(filePath: NSTemporaryDirectory()).appending(path: "directory-tests-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let document =
      #"{"employees":[{"uuid":"\#(UUID().uuidString)","full_name":"Unforgettable Name","team":"T","#
      + #""email_address":"a@b","employee_type":"CONTRACTOR"}]}"#
    let transport = StubTransport { request in
      let isList = request.url.path.hasSuffix(".json")
      return HTTPResponse(
        status: .ok,
        headers: isList
          ? ["Cache-Control": "public, max-age=999999, immutable"] : ["Cache-Control": "no-store, max-age=0"],
        url: request.url,
        body: ResponseBody(bytes: Data(isList ? document.utf8 : "PICTURE".utf8))
      )
    }
    func files() throws -> [Data] {
      let names = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey])
      return try (names?.compactMap { $0 as? URL } ?? [])
        .filter { try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true }
        .map { try Data(contentsOf: $0) }
    }
    for run in 1...2 {
      // When two processes, one after the other, load the list twice and a photo once
      let cache = HTTPCache(configuration: .init(folder: folder))
      let client = APIClient(
        api: DirectoryAPI(baseURL: .test("http://localhost/d")),
        transport: transport,
        middleware: [cache]
      )
      let photos = ImmutableFileClient { APIClient(api: $0, transport: transport, middleware: [cache]) }
      for _ in 1...2 {
        let list = try await EmployeeService(client: client).readEmployees()
        #expect(list.employees[0].fullName == "Unforgettable Name")
        let photo = try await photos.file(at: "http://photos.example/p/1?s=2", priority: .prefetch)
        #expect(photo == Data("PICTURE".utf8))
      }
      // Then the list was requested each time and isn't in any file, but the photo was requested only once
      let requests = transport.requests.map(\.url.absoluteString)
      #expect(requests.filter { $0.hasSuffix("employees.json") }.count == run * 2)
      #expect(requests.filter { $0 == "http://photos.example/p/1?s=2" }.count == 1)
      let contents = try files()
      #expect(contents.contains { $0.range(of: Data("PICTURE".utf8)) != nil })
      #expect(!contents.contains { $0.range(of: Data("Unforgettable".utf8)) != nil })
    }
  }
}
