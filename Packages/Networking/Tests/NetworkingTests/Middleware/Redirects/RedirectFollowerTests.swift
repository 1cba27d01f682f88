import Foundation
import Networking
import NetworkingTesting
import Testing

@Suite("Redirect follower")
struct RedirectFollowerTests {
  /// Creates a service that redirects by path.
  private func service(_ redirects: [String: (Int, String)]) -> StubTransport {
    StubTransport { request in
      guard let (status, location) = redirects[request.url.path()] else { return .status(200, url: request.url) }
      return .status(status, ["Location": location], url: request.url)
    }
  }

  @Test("returns the last response after redirects, with its URL and the number of hops")
  func follows() async throws {
    let transport = service(["/a": (302, "/b?x=1"), "/b": (301, "http://other/c")])
    let response = try await RedirectFollower().send(.get("http://host/a#top"), to: transport)
    #expect(response.status == .ok)
    #expect(response.url.absoluteString == "http://other/c#top")
    #expect(
      response.context[RedirectHistory.self].map { "\($0.status) \($0.url)" } == [
        "302 http://host/a#top", "301 http://host/b?x=1#top",
      ]
    )
  }

  @Test("drops the content and its fields when POST becomes GET, and otherwise keeps them")
  func handlesContent() async throws {
    let transport = service(["/see": (303, "/x"), "/again": (307, "/y")])
    var request = HTTPRequest(
      method: .post,
      url: .test("http://host/see"),
      headers: [.contentType: "text/plain", "Content-Language": "en", "X-Own": "1", "Host": "host"],
      body: RequestBody(bytes: Data("hello".utf8), contentType: nil)
    )
    _ = try await RedirectFollower().send(request, to: transport)
    let seen = transport.requests[1]
    #expect(seen.method == .get)
    #expect(seen.body == nil)
    #expect(seen.headers == ["X-Own": "1"])
    request.url = .test("http://host/again")
    _ = try await RedirectFollower().send(request, to: transport)
    let repeated = transport.requests[3]
    #expect(repeated.method == .post)
    #expect(repeated.body?.bytes == Data("hello".utf8))
    #expect(repeated.headers[.contentType] == "text/plain")
    #expect(!repeated.headers.contains("Host"))
  }

  @Test(
    "drops credentials on a redirect to another origin, even if a later redirect returns to the first origin",
    arguments: ["http://other/b", "http://host:81/b", "https://host/b", "http://sub.host/b"]
  )
  func dropsCredentials(location: String) async throws {
    let transport = service(["/a": (302, location), "/b": (302, "http://host/c")])
    var request = HTTPRequest.get(
      "http://host/a",
      headers: [
        .authorization: "Bearer s", "Proxy-Authorization": "Basic s", "Cookie": "a=b", "X-Api-Key": "s",
        "X-Auth-Token": "s", "X-Mine": "s", "X-Marked": "s", "X-Own": "1",
      ]
    )
    request.context[AdditionalSecretFields.self] = ["X-Marked"]
    var policy = RedirectFollower.Policy()
    policy.secretFields = SecretFields(names: ["X-Mine"])
    policy.allowsDowngrade = true
    _ = try await RedirectFollower(policy: policy).send(request, to: transport)
    #expect(transport.requests[0].headers.count == 8)
    #expect(transport.requests[1].headers == ["X-Own": "1"])
    #expect(transport.requests[2].headers == ["X-Own": "1"])
  }

  @Test("keeps credentials within an origin, and drops conditions that refer to a stored response")
  func keepsCredentials() async throws {
    let transport = service(["/a": (302, "http://HOST:80/b")])
    let headers: HTTPFields = [.authorization: "Bearer s", "If-None-Match": "\"1\"", "If-Match": "\"2\""]
    _ = try await RedirectFollower().send(.get("http://host/a", headers: headers), to: transport)
    #expect(transport.requests[1].headers == [.authorization: "Bearer s", "If-Match": "\"2\""])
  }

  @Test("stops following redirects at the limit, which ends loops")
  func limits() async {
    let loop = service(["/a": (302, "/b"), "/b": (302, "/a")])
    await #expect(throws: NetworkError.tooManyRedirects(limit: 10)) {
      try await RedirectFollower().send(.get("http://host/a"), to: loop)
    }
    #expect(loop.requests.count == 11)
    var policy = RedirectFollower.Policy()
    policy.limit = 0
    await #expect(throws: NetworkError.tooManyRedirects(limit: 0)) {
      try await RedirectFollower(policy: policy).send(.get("http://host/a"), to: loop)
    }
  }

  @Test("sends no request to a rejected redirect target")
  func refuses() async {
    let transport = service(["/a": (302, "file:///etc/passwd")])
    await #expect(
      throws: NetworkError.refusedRedirect("file:///etc/passwd", reason: "only http and https are followed")
    ) {
      try await RedirectFollower().send(.get("http://host/a"), to: transport)
    }
    #expect(transport.requests.count == 1)
  }

  @Test("returns a response unchanged if it isn't a redirect", arguments: [200, 300, 304, 305, 306, 404])
  func ignoresOthers(status: Int) async throws {
    let transport = service(["/a": (status, "/b")])
    let response = try await RedirectFollower().send(.get("http://host/a"), to: transport)
    #expect(response.status.code == status)
    #expect(transport.requests.count == 1)
  }

  @Test("returns a redirect without a Location unchanged, and rejects a redirect with two Locations")
  func handlesOddLocations() async throws {
    let none = StubTransport { .status(302, url: $0.url) }
    #expect(try await RedirectFollower().send(.get("http://host/a"), to: none).status.code == 302)
    let two = StubTransport { request in
      var headers: HTTPFields = ["Location": "/x"]
      headers.append("Location", "/y")
      return .status(302, headers, url: request.url)
    }
    await #expect(throws: NetworkError.refusedRedirect("http://host/a", reason: "it has more than one target")) {
      try await RedirectFollower().send(.get("http://host/a"), to: two)
    }
  }

  @Test("doesn't follow redirects if the request disables them")
  func staysManual() async throws {
    let transport = service(["/a": (302, "/b")])
    var request = HTTPRequest.get("http://host/a")
    request.context[RedirectMode.self] = .manual
    #expect(try await RedirectFollower().send(request, to: transport).status.code == 302)
  }

  @Test("never sends a single-use body again after a redirect")
  func respectsOneShotBodies() async throws {
    let transport = service(["/keep": (308, "/b"), "/drop": (303, "/b")])
    func request(_ path: String) -> HTTPRequest {
      let chunks = AsyncStream<Data> { $0.finish() }
      return HTTPRequest(method: .post, url: .test("http://host\(path)"), body: .stream(chunks))
    }
    #expect(try await RedirectFollower().send(request("/keep"), to: transport).status.code == 308)
    #expect(try await RedirectFollower().send(request("/drop"), to: transport).status == .ok)
  }

  @Test("counts all hops toward the total time limit")
  func spansTheDeadline() async {
    let clock = TestClock.running()
    let transport = StubTransport { request in
      clock.advance(by: .seconds(4))
      return .status(302, ["Location": "/next"], url: request.url)
    }
    var request = HTTPRequest.get("http://host/a")
    request.timeouts.total = .seconds(10)
    await #expect(throws: NetworkError.timedOut(.total, limit: .seconds(10), origin: "http://host")) {
      try await RedirectFollower(clock: clock).send(request, to: transport)
    }
    #expect(transport.requests.map(\.timeouts.total) == [.seconds(10), .seconds(6), .seconds(2)])
  }
}
