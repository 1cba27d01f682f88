import Foundation
import Networking
import NetworkingTesting
import Testing

@Suite("Authenticator")
struct AuthenticatorTests {
  private let clock = TestClock.running()
  private let base = URL.test("http://host/api")

  private func service(accepting token: @escaping @Sendable () -> String) -> StubTransport {
    StubTransport { request in
      .status(request.headers[.authorization] == "Bearer \(token())" ? 200 : 401, url: request.url)
    }
  }

  private func bearer(_ token: String) throws(NetworkError) -> Credential {
    guard let credential = Credential.bearer(token) else { throw .authenticationFailed(reason: "no token") }
    return credential
  }

  @Test("sends its credential only to the service's own origin")
  func sends() async throws {
    let transport = service { "a" }
    let authenticator = Authenticator(for: base, credential: .bearer("a"))
    #expect(try await authenticator.send(.get("http://host/x"), to: transport).status == .ok)
    for foreign in ["http://other/x", "https://host/x", "http://host:81/x"] {
      _ = try await authenticator.send(.get(foreign), to: transport)
      #expect(transport.requests.last?.headers.contains(.authorization) == false)
    }
    // A request's own Authorization field stays unchanged.
    _ = try await authenticator.send(.get("http://host/x", headers: [.authorization: "own"]), to: transport)
    #expect(transport.requests.last?.headers[.authorization] == "own")
  }

  @Test("refreshes a rejected credential and sends the request again")
  func refreshes() async throws {
    let transport = service { "b" }
    let refused = Shared<[Credential?]>([])
    let authenticator = Authenticator(for: base, credential: .bearer("a")) { credential throws(NetworkError) in
      refused.update { $0.append(credential) }
      return try bearer("b")
    }
    #expect(try await authenticator.send(.get("http://host/x"), to: transport).status == .ok)
    #expect(refused.value == [.bearer("a")])
    #expect(authenticator.credential == .bearer("b"))
    // The next request uses the new credential immediately.
    #expect(try await authenticator.send(.get("http://host/x"), to: transport).status == .ok)
    #expect(transport.requests.count == 3)
  }

  private struct SessionError: LocalizedError {
    var errorDescription: String? { "The session has ended." }
  }

  @Test("converts any error from the refresh into a network error that states the reason")
  func wrapsErrors() async throws {
    let failing = Authenticator(for: base, credential: nil) { _ in throw SessionError() }
    await #expect(throws: NetworkError.authenticationFailed(reason: "The session has ended")) {
      try await failing.send(.get("http://host/x"), to: service { "b" })
    }
    let cancelled = Authenticator(for: base, credential: nil) { _ in throw CancellationError() }
    await #expect(throws: NetworkError.cancelled) {
      try await cancelled.send(.get("http://host/x"), to: service { "b" })
    }
  }

  @Test("refreshes a rejected credential once for many callers")
  func refreshesOnce() async throws {
    let transport = service { "b" }
    let refreshes = Shared(0)
    let gate = HeldTransport()
    let authenticator = Authenticator(for: base, credential: .bearer("a")) { _ throws(NetworkError) in
      refreshes.update { $0 += 1 }
      _ = try await gate.send(.get("http://auth/"))
      return try bearer("b")
    }
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<100 {
        group.addTask { try await authenticator.send(.get("http://host/x"), to: transport).status.code }
      }
      await gate.waitForRequests(1)
      gate.succeed(0)
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses == Array(repeating: 200, count: 100))
    #expect(refreshes.value == 1)
  }

  @Test("fails all waiting requests if the refresh fails, and refreshes again for the next request")
  func failsAll() async throws {
    let gate = HeldTransport()
    let isOver = Shared(true)
    let transport = service { "b" }
    let authenticator = Authenticator(for: base, credential: .bearer("a")) { _ throws(NetworkError) in
      // Only the first refresh waits, so later callers start another refresh immediately.
      if gate.requests.isEmpty { _ = try await gate.send(.get("http://auth/")) }
      if isOver.value { throw .authenticationFailed(reason: "the session is over") }
      return try bearer("b")
    }
    let tasks = (0..<3).map { _ in Task { try await authenticator.send(.get("http://host/x"), to: transport) } }
    await gate.waitForRequests(1)
    gate.succeed(0)
    for task in tasks {
      await #expect(throws: NetworkError.authenticationFailed(reason: "the session is over")) { try await task.value }
    }
    isOver.update { $0 = false }
    #expect(try await authenticator.send(.get("http://host/x"), to: transport).status == .ok)
  }

  @Test("doesn't hang if the refresh returns immediately or uses the same authenticator")
  func doesNotDeadlock() async throws {
    let transport = service { "b" }
    let box = Shared<Authenticator?>(nil)
    let authenticator = Authenticator(for: base, credential: nil) { _ throws(NetworkError) in
      let response = try await box.value?.send(.get("http://host/token"), to: transport)
      return try bearer(response?.status == .unauthorized ? "b" : "?")
    }
    box.update { $0 = authenticator }
    #expect(try await authenticator.send(.get("http://host/x"), to: transport).status == .ok)
    #expect(transport.requests.map { $0.headers[.authorization] } == [nil, "Bearer b"])
  }

  @Test("releases a cancelled caller and continues the refresh for the other callers")
  func survivesCancellation() async throws {
    let gate = HeldTransport()
    let transport = service { "b" }
    let authenticator = Authenticator(for: base, credential: nil) { _ throws(NetworkError) in
      _ = try await gate.send(.get("http://auth/"))
      return try bearer("b")
    }
    let impatient = Task { try await authenticator.send(.get("http://host/x"), to: transport) }
    await gate.waitForRequests(1)
    impatient.cancel()
    await #expect(throws: NetworkError.cancelled) { try await impatient.value }
    let patient = Task { try await authenticator.send(.get("http://host/x"), to: transport) }
    gate.succeed(0)
    #expect(try await patient.value.status == .ok)
    #expect(gate.requests.count == 1)
  }

  @Test("returns the 401 response if a new credential is rejected, and stops refreshing after repeated rejections")
  func limitsRefreshes() async throws {
    let refreshes = Shared(0)
    let transport = service { "never" }
    let authenticator = Authenticator(
      for: base,
      credential: .bearer("a"),
      refreshLimit: Authenticator.RefreshLimit(count: 2, window: .seconds(30)),
      clock: clock
    ) { _ throws(NetworkError) in
      try bearer("\(refreshes.update { count in count += 1; return count })")
    }
    for _ in 0..<5 {
      #expect(try await authenticator.send(.get("http://host/x"), to: transport).status == .unauthorized)
    }
    #expect(refreshes.value == 2)
    clock.advance(by: .seconds(30))
    _ = try await authenticator.send(.get("http://host/x"), to: transport)
    #expect(refreshes.value == 3)
  }

  @Test("refreshes an expired credential before sending the request")
  func refreshesInTime() async throws {
    let transport = service { "b" }
    let expired = Credential.bearer("a", expiry: clock.date.addingTimeInterval(-1))
    let authenticator = Authenticator(for: base, credential: expired, date: { [clock] in clock.date }) {
      _ throws(NetworkError) in try bearer("b")
    }
    #expect(try await authenticator.send(.get("http://host/x"), to: transport).status == .ok)
    #expect(transport.requests.count == 1)
  }

  @Test("returns the 401 response if it can't refresh the credential or send the body again")
  func keepsRefusals() async throws {
    let transport = service { "b" }
    let plain = Authenticator(for: base, credential: .bearer("a"))
    #expect(try await plain.send(.get("http://host/x"), to: transport).status == .unauthorized)
    let refreshing = Authenticator(for: base, credential: .bearer("a")) { _ throws(NetworkError) in try bearer("b") }
    let upload = HTTPRequest(
      method: .post,
      url: .test("http://host/x"),
      body: .stream(AsyncStream<Data> { $0.finish() })
    )
    #expect(try await refreshing.send(upload, to: transport).status == .unauthorized)
    #expect(transport.requests.count == 2)
  }

  @Test(
    "releases the rejected response before waiting, so its connection is free for the refresh and the retry"
  )
  func freesRefusedAnswers() async throws {
    // Given: 401 responses that occupy connections because their bodies are still arriving
    let released = Shared(0)
    let seen = Shared<[Int]>([])
    let transport = StubTransport { request in
      if request.headers[.authorization] == "Bearer b" {
        seen.update { $0.append(released.value) }
        return .status(200, url: request.url)
      }
      let body = ChunkSource("no") { released.update { $0 += 1 } }
      return HTTPResponse(status: .unauthorized, url: request.url, body: ResponseBody(source: body))
    }
    let authenticator = Authenticator(for: base, credential: .bearer("a")) { _ throws(NetworkError) in
      seen.update { $0.append(released.value) }
      return try bearer("b")
    }
    // Then: both the refresh and the retry find the connection free
    #expect(try await authenticator.send(.get("http://host/x"), to: transport).status == .ok)
    #expect(seen.value == [1, 1])
    // And: if the 401 is returned, its body is available
    authenticator.credential = .bearer("a")
    let upload = HTTPRequest(
      method: .post,
      url: .test("http://host/x"),
      body: .stream(AsyncStream<Data> { $0.finish() })
    )
    let refused = try await authenticator.send(upload, to: transport)
    #expect(refused.status == .unauthorized)
    #expect(refused.body.bytes == Data("no".utf8))
    let limited = Authenticator(
      for: base,
      credential: .bearer("a"),
      refreshLimit: Authenticator.RefreshLimit(count: 0)
    ) { _ throws(NetworkError) in try bearer("b") }
    let last = try await limited.send(.get("http://host/x"), to: transport)
    #expect(try await last.body.collect(upTo: 10) == Data("no".utf8))
  }

  @Test("keeps a credential set during a refresh, so that a signed-out user stays signed out", arguments: [nil, "c"])
  func keepsWhatWasSet(token: String?) async throws {
    let gate = HeldTransport()
    let transport = service { "b" }
    let authenticator = Authenticator(for: base, credential: .bearer("a")) { _ throws(NetworkError) in
      _ = try await gate.send(.get("http://auth/"))
      return try bearer("b")
    }
    // Given: a request that is waiting for a refresh
    let request = Task { try await authenticator.send(.get("http://host/x"), to: transport) }
    await gate.waitForRequests(1)
    // When: the user signs out, or another user signs in
    let credential = token.flatMap { Credential.bearer($0) }
    authenticator.credential = credential
    gate.succeed(0)
    // Then: the request gets a response, and the new credential is kept
    #expect(try await request.value.status == .ok)
    #expect(authenticator.credential == credential)
  }

  @Test("redacts a custom credential field in logs and removes it on redirects")
  func marksFields() async throws {
    let transport = StubTransport { .status(200, url: $0.url) }
    let key = Credential(field: "X-Pass", value: "s")
    _ = try await Authenticator(for: base, credential: key).send(.get("http://host/x"), to: transport)
    #expect(transport.requests[0].headers["X-Pass"] == "s")
    #expect(SecretFields().contain("X-Pass", of: transport.requests[0]))
  }

  @Test("never shows a credential's value")
  func redacts() throws {
    let credential = try #require(Credential.basic(user: "me", password: "secret"))
    #expect(credential.value == "Basic bWU6c2VjcmV0")
    var dumped = ""
    dump(credential, to: &dumped)
    let texts = ["\(credential)", String(reflecting: credential), dumped, "\([credential])"]
    #expect(texts.allSatisfy { !$0.contains("bWU6c2VjcmV0") && !$0.contains("secret") })
  }

  @Test("returns nil for a credential that can't be sent")
  func refusesCredentials() {
    #expect(Credential.bearer("") == nil)
    #expect(Credential.bearer("a\r\nX: y") == nil)
    #expect(Credential.basic(user: "a:b", password: "c") == nil)
    #expect(Credential(field: "X-Key", value: "a\u{0}") == nil)
  }
}
