import Foundation
import LoopbackServer
import Networking
import Testing

@Suite("A transport's options", .timeLimit(.minutes(5)))
struct TransportOptionTests {
  #if os(Linux)
  @Test("support a Unix domain socket")
  func usesUnixSockets() async throws {
    try await withTemporaryFolder { folder in
      let path = "/tmp/networking-\(UInt32.random(in: 0 ... .max)).socket"
      let server = try LoopbackServer(unixSocket: path) { .text("\($0.headers["Host"] ?? "") \($0.path)") }
      defer { server.stop() }
      var configuration = TransportConfiguration()
      configuration.unixSocketPath = path
      let transport = try SystemTransport.make(configuration: configuration)
      let response = try await transport.send(HTTPRequest(url: .test("http://daemon/version")))
      #expect(String(decoding: try await response.body.collect(upTo: 100), as: UTF8.self) == "daemon /version")
    }
  }

  @Test(
    "name a Unix domain socket that can't be reached",
    arguments: [
      ("/tmp/networking-none.socket", "there is no socket '/tmp/networking-none.socket'"),
      (
        "/tmp/" + String(repeating: "x", count: 200),
        "the path of the socket '/tmp/" + String(repeating: "x", count: 200) + "' is longer than the system takes"
      ),
    ]
  )
  func reportsMissingSockets(path: String, reason: String) async throws {
    var configuration = TransportConfiguration()
    configuration.unixSocketPath = path
    let transport = try SystemTransport.make(configuration: configuration)
    await #expect(throws: NetworkError.unreachable(.other(reason), origin: "http://daemon")) {
      try await transport.send(HTTPRequest(url: .test("http://daemon/")))
    }
  }

  @Test("report a socket without a listener")
  func reportsDeafSockets() async throws {
    try await withTemporaryFolder { folder in
      var configuration = TransportConfiguration()
      configuration.unixSocketPath = folder.appending(path: "s").path
      try Data().write(to: folder.appending(path: "s"))
      let transport = try SystemTransport.make(configuration: configuration)
      await #expect(throws: NetworkError.unreachable(.refused, origin: "http://daemon")) {
        try await transport.send(HTTPRequest(url: .test("http://daemon/")))
      }
    }
  }

  @Test("support a proxy, but never for this machine")
  func usesProxies() async throws {
    // Given: a proxy and a service
    let proxy = try LoopbackServer { .text("proxy \($0.target)") }
    defer { proxy.stop() }
    let service = try LoopbackServer { .text("service \($0.target)") }
    defer { service.stop() }
    var configuration = TransportConfiguration()
    configuration.environment = ["http_proxy": "http://127.0.0.1:\(proxy.port)", "no_proxy": "direct.example"]
    let transport = try SystemTransport.make(configuration: configuration)
    func text(_ url: URL) async throws -> String {
      String(decoding: try await transport.send(HTTPRequest(url: url)).body.collect(upTo: 200), as: UTF8.self)
    }
    // When: another host is requested, the proxy is used; for this machine, it isn't
    #expect(try await text(.test("http://far.example/x")) == "proxy http://far.example/x")
    #expect(try await text(.test("http://127.0.0.1:\(service.port)/y")) == "service /y")
    #expect(try await text(.test("http://localhost:\(service.port)/z")) == "service /z")
  }

  @Test("reject a Host field, and a host with invalid characters")
  func refusesHostFields() async throws {
    let transport = try SystemTransport.make()
    let server = try LoopbackServer { _ in .text("x") }
    defer { server.stop() }
    let error = await #expect(throws: NetworkError.self) {
      try await transport.send(HTTPRequest(url: server.url, headers: ["hOST": "elsewhere.example"]))
    }
    #expect(error == .invalidRequest(reason: "the field Host comes from the URL and can't be set"))
    for host in ["a%00b", "a%2Fb", "a%20b", "a%0D%0Ab", "%25", "a%40b"] {
      let error = await #expect(throws: NetworkError.self) {
        try await transport.send(HTTPRequest(url: .test("http://\(host)/")))
      }
      guard case .invalidURL = error else {
        Issue.record("\(host): \(String(describing: error))")
        continue
      }
    }
    #expect(server.statistics.requests == 0)
  }

  @Test("blame a proxy that requires credentials or can't connect")
  func blamesProxies() async throws {
    let proxy = try LoopbackServer { _ in .status(407).header("Proxy-Authenticate", "Basic") }
    defer { proxy.stop() }
    var configuration = TransportConfiguration()
    configuration.environment = ["http_proxy": "http://127.0.0.1:\(proxy.port)"]
    let client = APIClient(
      api: CatalogueAPI(baseURL: .test("http://far.example")),
      transport: try SystemTransport.make(configuration: configuration)
    )
    let error = await #expect(throws: NetworkError.self) { try await client.send(ArticleEndpoint()) }
    #expect(error?.message == "The proxy for http://far.example/articles/7 asks for credentials (407).")
    #expect(error?.recoverySuggestion == "Put the user name and password into http_proxy.")
  }

  @Test("name a proxy that can't be found")
  func reportsProxies() async throws {
    var configuration = TransportConfiguration()
    configuration.environment = ["http_proxy": "http://proxy.invalid:3128"]
    let transport = try SystemTransport.make(configuration: configuration)
    let error = await #expect(throws: NetworkError.self) {
      try await transport.send(HTTPRequest(url: .test("http://far.example/"), timeouts: .total(.seconds(20))))
    }
    guard case .unreachable(.proxy, "http://far.example") = error else {
      Issue.record("expected a proxy failure, got \(String(describing: error))")
      return
    }
  }

  @Test(
    "name an unusable proxy without its password",
    arguments: [
      "foo://me:secret@proxy.example:1", "http://m e:secret@127.0.0.1:1", "http://me:sec@secret@127.0.0.1:99999",
      "me:secret@127.0.0.1:x",
    ]
  )
  func reportsUnusableProxies(proxy: String) async throws {
    let reason = try await proxyFailure(of: proxy)
    #expect(!reason.isEmpty)
    #expect(!reason.contains("secret"))
  }

  @Test("distinguish a missing proxy from a missing service")
  func reportsRefusingProxies() async throws {
    #expect(try await proxyFailure(of: "http://127.0.0.1:\(LoopbackPort().port)") == "the connection was refused")
  }

  @Test("name a proxy that can't connect")
  func reportsRefusedTunnels() async throws {
    let proxy = try LoopbackServer { _ in .status(407) }
    defer { proxy.stop() }
    let reason = try await proxyFailure(of: "http://me:secret@127.0.0.1:\(proxy.port)", scheme: "https")
    #expect(!reason.isEmpty)
    #expect(!reason.contains("secret"))
  }

  /// Returns the reason why a request through a proxy fails.
  private func proxyFailure(of proxy: String, scheme: String = "http") async throws -> String {
    var configuration = TransportConfiguration()
    configuration.environment = ["all_proxy": proxy]
    let transport = try SystemTransport.make(configuration: configuration)
    let error = await #expect(throws: NetworkError.self) {
      try await transport.send(HTTPRequest(url: .test("\(scheme)://far.example/")))
    }
    guard case .unreachable(.proxy(let reason), let origin) = error, origin == "\(scheme)://far.example" else {
      Issue.record("expected a proxy failure, got \(String(describing: error))")
      return ""
    }
    return reason
  }
  #endif

  @Test("limit the connections to one host, and free the memory of idle ones")
  func limitsConnections() async throws {
    // Given: a service slow enough for all requests to be in flight at once
    let server = try LoopbackServer { request in
      request.wait(for: .milliseconds(5))
      return .text("x")
    }
    defer { server.stop() }
    var configuration = TransportConfiguration()
    configuration.maximumConnectionsPerHost = 8
    configuration.maximumIdleConnections = 2
    let transport = try SystemTransport.make(configuration: configuration)
    let url = server.url
    // When: many are sent at once
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<200 {
        group.addTask { try await transport.send(HTTPRequest(url: url)).body.collect(upTo: 10).count }
      }
      // Then: all succeed
      var answered = 0
      for try await count in group { answered += count }
      #expect(answered == 200)
    }
    // And: no more connections were open than allowed
    #expect(server.statistics.connectionsPeak <= 8)
  }
}
