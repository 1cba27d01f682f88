import Foundation
import LoopbackServer
import Testing

@testable import Networking

@Suite("Transport options")
struct TransportOptionTests {
  #if os(Linux)
  @Test("connects through a Unix domain socket")
  func usesUnixSockets() async throws {
    try await withTemporaryFolder { folder in
      let path = "/tmp/networking-\(UInt32.random(in: 0 ... .max)).socket"
      let server = try LoopbackServer(unixSocket: path) { .text("\($0.headers["Host"] ?? "") \($0.path)") }
      defer { server.stop() }
      var configuration = TransportConfiguration()
      configuration.unixSockets = ["*": path]
      let transport = try SystemTransport.make(configuration: configuration)
      let response = try await transport.send(HTTPRequest(url: .test("http://daemon/version")))
      #expect(String(decoding: try await response.body.collect(upTo: 100), as: UTF8.self) == "daemon /version")
    }
  }

  @Test("connects to one host through a Unix domain socket, and to other hosts over the network")
  func usesUnixSocketsPerHost() async throws {
    let path = "/tmp/networking-\(UInt32.random(in: 0 ... .max)).socket"
    let daemon = try LoopbackServer(unixSocket: path) { .text("daemon \($0.path)") }
    defer { daemon.stop() }
    let service = try LoopbackServer { .text("network \($0.path)") }
    defer { service.stop() }
    var configuration = TransportConfiguration()
    configuration.unixSockets = ["daemon": path]
    configuration.proxies = .proxy(.test("http://proxy.invalid:1"))
    let transport = try SystemTransport.make(configuration: configuration)
    #expect(try await text(of: "http://DAEMON./a", by: transport) == "daemon /a")
    #expect(try await text(of: "http://127.0.0.1:\(service.port)/b", by: transport) == "network /b")
  }

  private func text(of url: String, by transport: any Transport) async throws -> String {
    let request = HTTPRequest(url: .test(url), timeouts: .total(.seconds(300)))
    return String(decoding: try await transport.send(request).body.collect(upTo: 1000), as: UTF8.self)
  }

  @Test("connects to the configured addresses instead of resolving the name, and tries each address")
  func usesAddresses() async throws {
    let server = try LoopbackServer { .text("\($0.headers["Host"] ?? "") \($0.path)") }
    defer { server.stop() }
    var configuration = TransportConfiguration()
    configuration.addresses = [
      "far.example": ["127.0.0.1"], "SECOND.example": ["[::1]", "127.0.0.1"], "never.example": ["127.0.0.2"],
    ]
    configuration.proxies = .none
    let transport = try SystemTransport.make(configuration: configuration)
    #expect(try await text(of: "http://far.example:\(server.port)/x", by: transport) == "far.example:\(server.port) /x")
    #expect(try await text(of: "http://FAR.example:\(server.port)/y", by: transport).hasSuffix(" /y"))
    #expect(try await text(of: "http://second.EXAMPLE:\(server.port)/z", by: transport).hasSuffix(" /z"))
    await #expect(throws: NetworkError.unreachable(.refused, origin: "http://never.example:\(server.port)")) {
      try await text(of: "http://never.example:\(server.port)/", by: transport)
    }
  }

  @Test("binds connections to a local interface by name or address")
  func usesInterfaces() async throws {
    let server = try LoopbackServer { _ in .text("x") }
    defer { server.stop() }
    for interface in ["lo", "127.0.0.1"] {
      var configuration = TransportConfiguration()
      configuration.localInterface = interface
      let transport = try SystemTransport.make(configuration: configuration)
      #expect(try await text(of: server.url.absoluteString, by: transport) == "x")
    }
    for interface in ["none7", "192.0.2.9"] {
      var configuration = TransportConfiguration()
      configuration.localInterface = interface
      let transport = try SystemTransport.make(configuration: configuration)
      let error = try await #require(throws: NetworkError.self) {
        try await text(of: server.url.absoluteString, by: transport)
      }
      guard case .unreachable(_, "http://127.0.0.1:\(server.port)") = error else { throw error }
    }
    #expect(server.statistics.requests == 2)
  }

  @Test("rejects unusable options before sending a request")
  func refusesConfigurations() throws {
    var cases: [(TransportConfiguration, String)] = []
    func add(_ text: String, _ change: (inout TransportConfiguration) -> Void) {
      var configuration = TransportConfiguration()
      change(&configuration)
      cases.append((configuration, text))
    }
    add("User-Agent") { $0.userAgent = "a\r\nX-Injected: 1" }
    add("User-Agent") { $0.userAgent = "a\0" }
    for address in [
      "", "localhost", "1.2.3.x", "1.2.3.4:80", "::1::", "1.2.3.4,5.6.7.8", "999.1.1.1", "::1%lo", "a\nb",
    ] {
      add("isn't an IP address") { $0.addresses = ["host": ["127.0.0.1", address]] }
    }
    for interface in ["", "a b", "if!eth0", String(repeating: "x", count: 16), "é", "a\n"] {
      add("interface") { $0.localInterface = interface }
    }
    for (configuration, text) in cases {
      let error = #expect(throws: NetworkError.self) { try SystemTransport.make(configuration: configuration) }
      guard case .transportUnavailable(let reason, let suggestion)? = error else {
        Issue.record("expected a refusal of \(text), got \(String(describing: error))")
        continue
      }
      #expect(reason.contains(text) && suggestion == "Correct the transport's configuration.")
    }
  }

  @Test(
    "uses HTTP/3 only with suitable versions of libcurl and the TLS library",
    arguments: [
      (0x07_58_00, true, "OpenSSL/3.2", true), (0x08_07_00, true, "GnuTLS/3.7", true),
      (0x07_57_00, true, "OpenSSL/3.2", false), (0x08_07_00, false, "OpenSSL/3.2", false),
      (0x08_07_00, true, "wolfSSL/5.7", false),
    ] as [(UInt32, Bool, String, Bool)]
  )
  func choosesHTTP3(version: UInt32, isBuiltIn: Bool, library: String, expected: Bool) {
    #expect(CurlLibrary.speaksHTTP3(version: version, isBuiltIn: isBuiltIn, tlsLibrary: library) == expected)
  }

  @Test(
    "reuses connections with HTTP/2 but without TLS, except with two versions of libcurl",
    arguments: [(0x07_58_00, false), (0x07_58_01, false), (0x08_00_00, true)] as [(UInt32, Bool)]
  )
  func reusesUnencryptedHTTP2(version: UInt32, expected: Bool) {
    #expect(CurlLibrary.reusesUnencryptedHTTP2(version: version) == expected)
  }

  @Test("falls back from HTTP/3 to a version that the server supports")
  func fallsBack() async throws {
    let server = try LoopbackServer { _ in .text("x") }
    defer { server.stop() }
    var configuration = TransportConfiguration()
    configuration.httpVersion = .http3
    let transport = try SystemTransport.make(configuration: configuration)
    #expect(try await text(of: server.url.absoluteString, by: transport) == "x")
  }

  @Test(
    "reports a Unix domain socket that can't be used",
    arguments: [
      ("/tmp/networking-none.socket", "there is no socket '/tmp/networking-none.socket'"),
      (
        "/tmp/" + String(repeating: "x", count: 200),
        "the socket path '/tmp/" + String(repeating: "x", count: 200) + "' is longer than the system allows"
      ),
    ]
  )
  func reportsMissingSockets(path: String, reason: String) async throws {
    var configuration = TransportConfiguration()
    configuration.unixSockets = ["*": path]
    let transport = try SystemTransport.make(configuration: configuration)
    await #expect(throws: NetworkError.unreachable(.other(reason), origin: "http://daemon")) {
      try await transport.send(HTTPRequest(url: .test("http://daemon/")))
    }
  }

  @Test("reports a Unix domain socket without a listener")
  func reportsDeafSockets() async throws {
    try await withTemporaryFolder { folder in
      var configuration = TransportConfiguration()
      configuration.unixSockets = ["DAEMON.": folder.appending(path: "s").path]
      try Data().write(to: folder.appending(path: "s"))
      let transport = try SystemTransport.make(configuration: configuration)
      await #expect(throws: NetworkError.unreachable(.refused, origin: "http://daemon")) {
        try await transport.send(HTTPRequest(url: .test("http://daemon/")))
      }
    }
  }

  @Test("uses a proxy, but never for requests to this machine")
  func usesProxies() async throws {
    // Given: a proxy and a service
    let proxy = try LoopbackServer { .text("proxy \($0.target)") }
    defer { proxy.stop() }
    let service = try LoopbackServer { .text("service \($0.target)") }
    defer { service.stop() }
    var configuration = TransportConfiguration()
    configuration.proxies = .environment(["http_proxy": "http://127.0.0.1:\(proxy.port)", "no_proxy": "direct.example"])
    let transport = try SystemTransport.make(configuration: configuration)
    func text(_ url: URL) async throws -> String {
      String(decoding: try await transport.send(HTTPRequest(url: url)).body.collect(upTo: 200), as: UTF8.self)
    }
    // Then: requests to another host use the proxy, and requests to this machine don't
    #expect(try await text(.test("http://far.example/x")) == "proxy http://far.example/x")
    #expect(try await text(.test("http://127.0.0.1:\(service.port)/y")) == "service /y")
    #expect(try await text(.test("http://localhost:\(service.port)/z")) == "service /z")
  }

  @Test("rejects a request that sets the Host field or has a host with invalid characters")
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

  @Test("reports a proxy that requires credentials or can't connect")
  func blamesProxies() async throws {
    let proxy = try LoopbackServer { _ in .status(407).header("Proxy-Authenticate", "Basic") }
    defer { proxy.stop() }
    var configuration = TransportConfiguration()
    configuration.proxies = .environment(["http_proxy": "http://127.0.0.1:\(proxy.port)"])
    let client = APIClient(
      api: CatalogAPI(baseURL: .test("http://far.example")),
      transport: try SystemTransport.make(configuration: configuration)
    )
    let error = await #expect(throws: NetworkError.self) { try await client.send(ArticleEndpoint()) }
    #expect(error?.message == "The proxy for http://far.example/articles/7 asks for credentials (407).")
    #expect(error?.recoverySuggestion == "Put the user name and password in http_proxy.")
  }

  @Test("reports a proxy that can't be found")
  func reportsProxies() async throws {
    var configuration = TransportConfiguration()
    configuration.proxies = .environment(["http_proxy": "http://proxy.invalid:3128"])
    let transport = try SystemTransport.make(configuration: configuration)
    let error = await #expect(throws: NetworkError.self) {
      try await transport.send(HTTPRequest(url: .test("http://far.example/"), timeouts: .total(.seconds(300))))
    }
    guard case .unreachable(.proxy, "http://far.example") = error else {
      Issue.record("expected a proxy failure, got \(String(describing: error))")
      return
    }
  }

  @Test(
    "reports an unusable proxy without its password",
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

  @Test("distinguishes an unreachable proxy from an unreachable service")
  func reportsRefusingProxies() async throws {
    #expect(try await proxyFailure(of: "http://127.0.0.1:\(LoopbackPort().port)") == "the connection was refused")
  }

  @Test("reports a proxy that rejects a tunnel")
  func reportsRefusedTunnels() async throws {
    let proxy = try LoopbackServer { _ in .status(407) }
    defer { proxy.stop() }
    let reason = try await proxyFailure(of: "http://me:secret@127.0.0.1:\(proxy.port)", scheme: "https")
    #expect(!reason.isEmpty)
    #expect(!reason.contains("secret"))
  }

  private func proxyFailure(of proxy: String, scheme: String = "http") async throws -> String {
    var configuration = TransportConfiguration()
    configuration.proxies = .environment(["all_proxy": proxy])
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

  @Test("sends a User-Agent that can be replaced or removed")
  func sendsUserAgents() async throws {
    let server = try LoopbackServer { .text($0.headers["User-Agent"] ?? "none") }
    defer { server.stop() }
    func sent(_ change: (inout TransportConfiguration) -> Void, headers: HTTPFields = [:]) async throws -> String {
      var configuration = TransportConfiguration()
      change(&configuration)
      let request = HTTPRequest(url: server.url, headers: headers)
      let response = try await SystemTransport.make(configuration: configuration).send(request)
      return String(decoding: try await response.body.collect(upTo: 100), as: UTF8.self)
    }
    #expect(try await sent { _ in } == "Networking/\(LibraryVersion.current)")
    #expect(try await sent { $0.userAgent = " App/2 (Linux)" } == "App/2 (Linux)")
    #expect(try await sent { $0.userAgent = nil } == "none")
    #expect(try await sent({ _ in }, headers: ["user-agent": "Own/1"]) == "Own/1")
  }

  @Test("limits the connections per host, and frees the memory used by idle connections")
  func limitsConnections() async throws {
    // Given: a service slow enough for all requests to be in flight at the same time
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
    // When: many requests are sent at once
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<200 {
        group.addTask { try await transport.send(HTTPRequest(url: url)).body.collect(upTo: 10).count }
      }
      // Then: all requests succeed
      var answered = 0
      for try await count in group { answered += count }
      #expect(answered == 200)
    }
    // And: the number of open connections never exceeded the limit
    #expect(server.statistics.connectionsPeak <= 8)
  }
}
