import Foundation
import Networking
import NetworkingTesting
import Testing

@Suite("Cookie jar")
struct CookieJarTests {
  private let clock = TestClock.running()

  private func jar(limit: Int = 3000, perDomain: Int = 50) -> CookieJar {
    CookieJar(limit: limit, limitPerDomain: perDomain, date: { [clock] in clock.date })
  }

  private func set(_ jar: CookieJar, _ texts: String..., from url: String = "https://www.example.com/") {
    var headers = HTTPFields()
    for text in texts { headers.append("Set-Cookie", text) }
    jar.store(headers, from: .test(url))
  }

  private func sent(_ jar: CookieJar, to url: String) -> String {
    jar.cookies(for: .test(url)).map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
  }

  @Test(
    "sends a cookie only to matching URLs",
    arguments: [
      ("a=b", "https://www.example.com/x", true), ("a=b", "https://example.com/", false),
      ("a=b", "https://sub.www.example.com/", false), ("a=b; Domain=example.com", "https://example.com/", true),
      ("a=b; Domain=example.com", "https://x.y.example.com/", true),
      ("a=b; Domain=example.com", "https://notexample.com/", false),
      ("a=b", "http://www.example.com:8080/", true), ("a=b; Secure", "http://www.example.com/", false),
      ("a=b; Secure", "https://www.example.com/", true), ("a=b; Path=/x", "https://www.example.com/x", true),
      ("a=b; Path=/x", "https://www.example.com/x/y?z", true), ("a=b; Path=/x", "https://www.example.com/xy", false),
      ("a=b; Path=/x/", "https://www.example.com/x/y", true), ("a=b; Path=/x", "https://www.example.com/", false),
    ]
  )
  func matches(text: String, url: String, isSent: Bool) {
    let jar = jar()
    set(jar, text)
    #expect(sent(jar, to: url) == (isSent ? "a=b" : ""))
  }

  @Test("sorts cookies by path length, then by age, and replaces equal cookies")
  func orders() {
    let jar = jar()
    set(jar, "a=1", "b=2; Path=/x", "c=3", "a=4")
    #expect(sent(jar, to: "https://www.example.com/x") == "b=2; a=4; c=3")
  }

  @Test("removes cookies that have expired or that the service has removed")
  func forgets() {
    let jar = jar()
    set(jar, "a=1; Max-Age=10", "b=2; Max-Age=100", "c=3")
    clock.advance(by: .seconds(10))
    #expect(sent(jar, to: "https://www.example.com/") == "b=2; c=3")
    #expect(jar.cookies.count == 2)
    set(jar, "b=; Max-Age=0")
    #expect(sent(jar, to: "https://www.example.com/") == "c=3")
    jar.removeAll()
    #expect(jar.cookies.isEmpty)
  }

  @Test("doesn't let an unencrypted connection replace a secure cookie")
  func protectsSecureCookies() {
    let jar = jar()
    set(jar, "a=good; Secure")
    set(jar, "a=evil", from: "http://www.example.com/")
    set(jar, "a=evil; Domain=example.com", from: "http://www.example.com/")
    #expect(sent(jar, to: "https://www.example.com/") == "a=good")
  }

  @Test(
    "protects the path of a secure cookie, and only this path, from unencrypted connections",
    arguments: [("/", true), ("/foo", true), ("/loginx", true), ("/login", false), ("/login/en", false)]
  )
  func protectsPaths(path: String, isStored: Bool) {
    // Given: the example in RFC 6265bis, section 5.7, step 13
    let jar = jar()
    set(jar, "a=good; Secure; Path=/login")
    // When
    set(jar, "a=other; Path=\(path)", from: "http://www.example.com/")
    // Then
    #expect(jar.cookies.map(\.value) == (isStored ? ["good", "other"] : ["good"]))
  }

  @Test("removes the oldest cookies when it reaches its limits")
  func limits() {
    let jar = jar(limit: 3, perDomain: 2)
    set(jar, "a=1", "b=2", "c=3")
    #expect(sent(jar, to: "https://www.example.com/") == "b=2; c=3")
    set(jar, "d=4", "e=5", from: "https://other.org/")
    #expect(sent(jar, to: "https://www.example.com/") == "c=3")
    #expect(jar.cookies.count == 3)
  }

  @Test("sends back the cookies from each hop's response, and keeps a request's own Cookie field")
  func works() async throws {
    let transport = StubTransport { request in
      guard request.url.path() == "/login" else { return .status(200, url: request.url) }
      return .status(302, ["Location": "/home", "Set-Cookie": "session=s1"], url: request.url)
    }
    let chain = transport.wrapped(in: [RedirectFollower(), jar()])
    _ = try await chain.send(.get("https://host.org/login"))
    #expect(transport.requests.map { $0.headers["Cookie"] } == [nil, "session=s1"])
    _ = try await chain.send(.get("https://host.org/x", headers: ["Cookie": "own=1"]))
    #expect(transport.requests.last?.headers["Cookie"] == "own=1")
    _ = try await chain.send(.get("https://other.org/x"))
    #expect(transport.requests.last?.headers.contains("Cookie") == false)
  }

  @Test("never shows a cookie's value")
  func redacts() throws {
    let jar = jar()
    set(jar, "session=topsecret")
    let cookie = try #require(jar.cookies.first)
    var dumped = ""
    dump(cookie, to: &dumped)
    #expect(!"\(cookie) \(String(reflecting: cookie)) \(dumped)".contains("topsecret"))
  }

  @Test("limits the cookies that a service and its subdomains can store and receive")
  func boundsHostileServices() async throws {
    let jar = jar(limit: 200)
    let value = String(repeating: "v", count: 4000)
    for index in 0..<180 {
      set(jar, "a\(index)=\(value)", "b\(index)=\(value); Domain=example.com", "c\(index)=\(value)x\(value)")
      set(jar, "d=\(value)", from: "https://s\(index).example.com/")
    }
    #expect(jar.cookies.count <= 200)
    #expect(jar.cookies.filter { $0.domain == "www.example.com" }.count <= 50)
    #expect(jar.cookies.allSatisfy { $0.value.utf8.count <= 4096 })
    let transport = StubTransport { .status(200, url: $0.url) }
    _ = try await jar.send(.get("https://www.example.com/"), to: transport)
    let field = try #require(transport.requests[0].headers["Cookie"])
    #expect((4000...8192).contains(field.utf8.count))
  }

  @Test("omits only cookies that don't fit into the Cookie field")
  func fillsTheField() async throws {
    let jar = CookieJar(headerLimit: 11, date: { [clock] in clock.date })
    set(jar, "a=1", "b=\(String(repeating: "x", count: 20))", "c=3", "d=4")
    #expect(sent(jar, to: "https://www.example.com/") == "a=1; c=3")
    #expect(jar.cookies(for: .test("https://www.example.com/")).map(\.name) == ["a", "c"])
  }

  @Test(
    "treats a host with a trailing dot as the same host",
    arguments: ["https://www.example.com./", "https://WWW.example.COM/"]
  )
  func normalizesHosts(url: String) {
    let jar = jar()
    set(jar, "a=1", from: url)
    #expect(sent(jar, to: "https://www.example.com/") == "a=1")
    #expect(sent(jar, to: url) == "a=1")
  }
}
