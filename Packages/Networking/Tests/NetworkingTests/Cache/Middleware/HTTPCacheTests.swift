import Foundation
import NetworkingTesting
import Testing

@testable import Networking

@Suite("HTTP cache middleware")
struct HTTPCacheTests {
  private func send(_ path: String, _ scene: CacheScene) async throws -> HTTPResponse {
    try await scene.transport.wrapped(in: [scene.cache]).send(HTTPRequest(url: .test("http://host\(path)")))
  }

  @Test("revalidates a stale response only once in the background, however many callers request it")
  func singleRevalidation() async throws {
    // Given: a stale response that may be used during revalidation, and a slow service
    let gate = Gate()
    let scene = try CacheScene(answer: { request in
      if request.url.path == "/a", await gate.isClosed { await gate.wait() }
      return CacheScene.answer(to: request, bytes: 10, control: "max-age=10, stale-while-revalidate=100")
    })
    try await scene.get("/a")
    scene.time.advance(by: 20)
    await gate.close()
    // When: many callers request the response
    for _ in 0..<50 {
      let answer = try await scene.get("/a")
      #expect(answer.status.isHit)
      #expect(answer.status.staleReason == .whileRevalidating)
    }
    await gate.open()
    await scene.cache.activity.settle()
    // Then: the service has received only one more request, and its response is stored
    #expect(scene.transport.requests.count == 2)
    #expect(try await scene.get("/a").status.isStale == false)
    #expect(scene.cache.statistics.staleResponses == 50)
  }

  @Test(
    "doesn't store an in-flight response if its resource is changed or the cache is cleared meanwhile",
    arguments: [true, false]
  )
  func changedMeanwhile(isChanged: Bool) async throws {
    let scene = try CacheScene(answer: CacheScene.streaming([10, 10]))
    let response = try await send("/a", scene)
    if isChanged {
      try await scene.get("/a", method: .put)
    } else {
      scene.cache.clear()
    }
    _ = try await response.body.collect(upTo: 100)
    #expect(await !scene.has("/a"))
  }

  @Test("sends no requests to the service when offline")
  func offline() async throws {
    let scene = try CacheScene()
    try await scene.get("/a")
    scene.time.advance(by: 10_000)
    scene.cache.isOffline = true
    let found = try await scene.get("/a", policy: .refresh)
    #expect(found.status.staleReason == .offline)
    #expect(found.status.age == .seconds(10_000))
    for method in [HTTPMethod.get, .post] {
      await #expect(throws: NetworkError.cacheMiss(url: "http://host/b")) { try await scene.get("/b", method: method) }
    }
    #expect(scene.transport.requests.count == 1)
    scene.cache.isOffline = false
    #expect(try await scene.get("/b").status.isHit == false)
  }

  @Test("reports the cache status as a value and as text")
  func status() async throws {
    let scene = try CacheScene(configure: { $0.name = "test" })
    func text(_ path: String, _ policy: CachePolicy? = nil) async throws -> String {
      try await scene.get(path, policy: policy).status.description
    }
    #expect(try await text("/a") == "test; fwd=uri-miss; fwd-status=200; ttl=600; stored")
    scene.time.advance(by: 100)
    #expect(try await text("/a") == "test; hit; ttl=500")
    scene.time.advance(by: 600)
    #expect(try await text("/a", .offline) == "test; hit; ttl=-100; detail=offline")
    #expect(try await text("/a", .neverStore) == "test; fwd=bypass; fwd-status=200")
    #expect(try await text("/a", .refresh) == "test; fwd=request; fwd-status=200; ttl=600; stored")
    #expect(try await scene.get("/a", method: .post).status.description == "test; fwd=method; fwd-status=200")
    let part = try await scene.get("/a", headers: ["Range": "bytes=0-1,4-5"]).status
    #expect(part.description == "test; fwd=partial; fwd-status=200")
    #expect(CacheStatus(cacheName: "my \"cache\"").description == "\"my cache\"; hit")
  }

  @Test("reports the reason for a stale response")
  func failure() async throws {
    let error = NetworkError.unreachable(.refused, origin: "http://host")
    let counter = Counter()
    let scene = try CacheScene(
      configure: { $0.defaultPolicy = .standard.staleIfUnavailable() },
      answer: { request throws(NetworkError) in
        if counter.next() > 1 { throw error }
        return CacheScene.answer(to: request, bytes: 10)
      }
    )
    try await scene.get("/a")
    scene.time.advance(by: 1000)
    let found = try await scene.get("/a")
    #expect(found.status.failure == error)
    #expect(found.status.age == .seconds(1000))
    #expect(found.status.isStale)
    #expect(found.status.forward == .stale)
    #expect(found.response.headers["Age"] == "1000")
    // A request's own policy replaces the default.
    await #expect(throws: error) { try await scene.get("/a", policy: .standard) }
  }

  @Test("doesn't treat a cancelled request as a service failure")
  func cancelled() async throws {
    let counter = Counter()
    let scene = try CacheScene(
      configure: { $0.defaultPolicy = .standard.staleIfUnavailable() },
      answer: { request throws(NetworkError) in
        if counter.next() > 1 { throw .cancelled }
        return CacheScene.answer(to: request, bytes: 10)
      }
    )
    try await scene.get("/a")
    scene.time.advance(by: 1000)
    await #expect(throws: NetworkError.cancelled) { try await scene.get("/a") }
  }

  @Test("counts cache hits, misses and evictions")
  func statistics() async throws {
    let scene = try CacheScene()
    for path in ["/a", "/b", "/a", "/a"] { try await scene.get(path) }
    let statistics = scene.cache.statistics
    #expect(statistics.entries == 2)
    #expect(statistics.hits == 2)
    #expect(statistics.misses == 2)
    #expect(statistics.bytes == scene.bytesOnDisk)
    #expect(statistics.memoryBytes == statistics.bytes)
  }

  @Test("keeps the context that other middleware added to a 304 response")
  func keepsContext() async throws {
    let scene = try CacheScene(answer: { request in
      guard request.headers.contains("If-None-Match"), let status = HTTPStatus(code: 304) else {
        var response = CacheScene.answer(to: request, bytes: 10, control: "max-age=1")
        response.headers["ETag"] = "\"a\""
        return response
      }
      var response = HTTPResponse(status: status, url: request.url)
      response.context[Remark.self] = "seen"
      return response
    })
    try await scene.get("/a")
    scene.time.advance(by: 10)
    #expect(try await scene.get("/a").response.context[Remark.self] == "seen")
  }
}

private enum Remark: MessageContextKey {
  static let defaultValue = ""
}

/// A gate that makes a service wait until it is opened.
private actor Gate {
  private(set) var isClosed = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func close() { isClosed = true }

  func open() {
    isClosed = false
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  func wait() async {
    guard isClosed else { return }
    await withCheckedContinuation { waiting.append($0) }
  }
}
