import Foundation
import Networking
import NetworkingTesting
import Testing

@testable import FetchCounter

@Suite("Counter service requests")
struct CounterServiceProviderTests {
  private func provider(
    base: String = "http://localhost:8000",
    answering handler: @escaping StubTransport.Handler
  ) -> (CounterServiceProvider, StubTransport) {
    let transport = StubTransport(handler: handler)
    return (
      CounterServiceProvider(client: APIClient(api: CounterAPI(baseURL: .test(base)), transport: transport)), transport
    )
  }

  @Test("requests the root and then the returned path", arguments: ["http://localhost:8000", "http://localhost:8000/"])
  func sendsBoth(base: String) async throws {
    let (provider, transport) = provider(base: base) { request in
      request.url.path() == "/"
        ? .json(#"{"next_path": "http://localhost:8000/0b6a/"}"#, url: request.url)
        : .json(#"{"path": "0b6a", "response_code": "c0de"}"#, url: request.url)
    }
    let path = try await provider.requestNextPath()
    let answer = try await provider.requestResponseCode(at: path)
    #expect(answer == .code(.test("c0de")))
    #expect(transport.requests.map(\.url.absoluteString) == ["http://localhost:8000/", "http://localhost:8000/0b6a/"])
    #expect(transport.requests.allSatisfy { $0.method == .get && $0.body == nil })
  }

  @Test("uses the configured host for any loopback name that the service returns")
  func keepsTheConfiguredHost() async throws {
    let (provider, transport) = provider(base: "http://127.0.0.1:8000") {
      .json(#"{"response_code": "c"}"#, url: $0.url)
    }
    _ = try await provider.requestResponseCode(at: .test("http://localhost:8000/0b6a/"))
    #expect(transport.requests[0].url.absoluteString == "http://127.0.0.1:8000/0b6a/")
  }

  @Test(
    "rejects a first counter response that violates the contract",
    arguments: [
      "{}", #"{"next_path": null}"#, #"{"next_path": 1}"#, #"{"next_path": ""}"#, "[]", "", "Unexpected path",
    ]
  )
  func refusesFirstAnswers(body: String) async {
    let (provider, _) = provider { .json(body, url: $0.url) }
    let error = await #expect(throws: NetworkError.self) { try await provider.requestNextPath() }
    guard case .decoding = error else {
      Issue.record("expected a decoding failure, got \(String(describing: error))")
      return
    }
  }

  @Test(
    "rejects a second counter response that violates the contract",
    arguments: [
      "{}", #"{"response_code": null}"#, #"{"response_code": 200}"#, #"{"response_code": ""}"#, "[]", "<html>",
    ]
  )
  func refusesSecondAnswers(body: String) async {
    let (provider, _) = provider { .json(body, url: $0.url) }
    let error = await #expect(throws: NetworkError.self) {
      try await provider.requestResponseCode(at: .test("http://localhost:8000/0b6a/"))
    }
    guard case .decoding = error else {
      Issue.record("expected a decoding failure, got \(String(describing: error))")
      return
    }
  }

  @Test(
    "never sends a counter request to another origin",
    arguments: [
      "http://evil.example/a/", "http://localhost:8001/a/", "https://localhost:8000/a/", "file:///etc/passwd",
    ]
  )
  func refusesForeignPaths(path: String) async {
    let (provider, transport) = provider { .json(#"{"response_code": "c"}"#, url: $0.url) }
    let error = await #expect(throws: NetworkError.self) { try await provider.requestResponseCode(at: .test(path)) }
    guard case .refusedLink = error else {
      Issue.record("expected a refused link, got \(String(describing: error))")
      return
    }
    #expect(transport.requests.isEmpty)
  }

  @Test("treats status 400 as a superseded path in the second request, but as a failure in the first")
  func readsSupersededPaths() async throws {
    let (provider, _) = provider {
      .json(#"{"error": "App requested the wrong path"}"#, status: .badRequest, url: $0.url)
    }
    #expect(
      try await provider.requestResponseCode(at: .test("http://localhost:8000/a/"))
        == .pathSuperseded(serviceMessage: "App requested the wrong path")
    )
    await #expect(throws: NetworkError.self) { try await provider.requestNextPath() }
  }

  @Test("includes the message from a plain-text error response")
  func keepsPlainTextErrors() async {
    let (provider, _) = provider { .text("Unexpected path", status: .notFound, url: $0.url) }
    let error = await #expect(throws: NetworkError.self) { try await provider.requestNextPath() }
    #expect(error?.message == "http://localhost:8000/ responded with status 404: Unexpected path.")
  }
}
