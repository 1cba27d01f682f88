import Foundation
import NetworkingTesting
import Testing

@testable import Networking

@Suite("Metrics collector")
struct MetricsCollectorTests {
  private let clock = TestClock.running()

  @Test("measures a request until the end of its response body")
  func measures() async throws {
    let reports = Shared<[RequestMetrics]>([])
    let collector = MetricsCollector(clock: clock) { metrics in reports.update { $0.append(metrics) } }
    let transport = StubTransport { [clock] request in
      clock.advance(by: .milliseconds(20))
      var response = HTTPResponse(status: .ok, url: request.url, body: ResponseBody(source: ChunkSource("hello", "!")))
      response.context[CacheStatus.self] = CacheStatus(cacheName: "test", forward: .uriMiss)
      var measured = TransportMetrics()
      measured.isConnectionReused = true
      response.context[TransportMetrics.self] = measured
      return response
    }
    var request = HTTPRequest(method: .post, url: .test("http://host/"))
    request.body = RequestBody(bytes: Data(count: 7), contentType: nil)
    let response = try await collector.send(request, to: transport)
    #expect(reports.value.isEmpty)
    clock.advance(by: .milliseconds(80))
    _ = try await response.body.collect(upTo: 100)
    let metrics = try #require(reports.value.first)
    #expect(metrics.total == .milliseconds(100))
    #expect(metrics.head == .milliseconds(20))
    #expect(metrics.bytesSent == 7)
    #expect(metrics.bytesReceived == 6)
    #expect(metrics.isSuccess)
    #expect(!metrics.isAbandoned)
    #expect(metrics.cache == .miss)
    #expect(metrics.transport?.isConnectionReused == true)
    #expect(metrics.attempts == 1)
    let snapshot = collector.snapshot
    #expect(snapshot.requests == 1)
    #expect(snapshot.successRate == 1)
    #expect(snapshot.cache == [.miss: 1])
    #expect(snapshot.reusedConnections == 1)
    #expect(snapshot.bytesReceived == 6)
    #expect(snapshot.bytesSent == 7)
  }

  @Test("distinguishes an abandoned body from a body that is cut off")
  func knowsEndings() async throws {
    let reports = Shared<[RequestMetrics]>([])
    let collector = MetricsCollector(clock: clock) { metrics in reports.update { $0.append(metrics) } }
    let chunks: [Result<Data, NetworkError>] = [
      .success(Data("a".utf8)), .failure(.connectionLost(.inBody, origin: "http://host")),
    ]
    let transport = StubTransport { request in
      HTTPResponse(status: .ok, url: request.url, body: ResponseBody(source: ChunkSource(chunks)))
    }
    do { _ = try await collector.send(.get("http://host/"), to: transport) }
    #expect(reports.value.last?.isAbandoned == true)
    #expect(reports.value.last?.isSuccess == true)
    let broken = try await collector.send(.get("http://host/"), to: transport)
    _ = await broken.body.prefix(100)
    #expect(reports.value.last?.failureKind == "connection_lost")
    #expect(reports.value.last?.bytesReceived == 1)
  }

  @Test("reports metrics from inner middleware, even for failed requests")
  func tracesInnerMiddleware() async throws {
    let reports = Shared<[RequestMetrics]>([])
    let transport = StubTransport { request throws(NetworkError) in
      if request.url.path() == "/a" { return .status(302, ["Location": "/b"], url: request.url) }
      throw .timedOut(.firstByte, limit: .seconds(1), origin: "http://host")
    }
    let chain = transport.wrapped(in: [
      MetricsCollector(clock: clock) { metrics in reports.update { $0.append(metrics) } },
      RequestCoalescer(), RequestRetrier(clock: clock, random: { 0 }), RedirectFollower(clock: clock),
    ])
    await #expect(throws: NetworkError.self) { try await chain.send(.get("http://host/a")) }
    let metrics = try #require(reports.value.first)
    #expect(metrics.attempts == 3)
    #expect(metrics.redirects == 3)
    #expect(metrics.failureKind == "timed_out.firstByte")
    #expect(metrics.head == nil)
  }

  @Test("aggregates the metrics of several requests")
  func addsUp() async throws {
    let collector = MetricsCollector(clock: clock)
    let results: [(Int, Result<HTTPResponse, NetworkError>)] = [
      (90, .success(.status(200))), (5, .success(.status(503))), (4, .success(.status(404))),
      (1, .failure(.unreachable(.refused, origin: "http://host"))),
    ]
    for (count, result) in results {
      let transport = StubTransport { [clock] _ throws(NetworkError) in
        clock.advance(by: .milliseconds(10))
        return try result.get()
      }
      for _ in 0..<count { _ = try? await collector.send(.get("http://host/"), to: transport) }
    }
    let snapshot = collector.snapshot
    #expect(snapshot.requests == 100)
    #expect(snapshot.successes == 90)
    #expect(snapshot.successRate == 0.9)
    #expect(snapshot.failures == ["status.503": 5, "status.404": 4, "unreachable.refused": 1])
    #expect(snapshot.total?.median == .milliseconds(10))
    #expect(snapshot.total?.maximum == .milliseconds(10))
    collector.reset()
    #expect(collector.snapshot.requests == 0)
    #expect(collector.snapshot.total == nil)
    #expect(collector.snapshot.successRate == nil)
  }

  @Test("estimates percentiles with an error of at most 7%")
  func estimatesPercentiles() throws {
    var random = SeededGenerator(seed: 11)
    for scale in [50, 5_000, 5_000_000, 500_000_000_000] {
      var histogram = DurationHistogram()
      let values = (0..<1000).map { _ in Int.random(in: 1...scale, using: &random) }
      for value in values { histogram.record(.microseconds(value)) }
      let sorted = values.sorted()
      for (part, index) in [(0.5, 499), (0.9, 899), (0.99, 989), (1.0, 999)] {
        let estimate = try #require(histogram.percentile(part)).seconds * 1e6
        let exact = Double(sorted[index])
        #expect(estimate >= exact - 0.01)
        #expect(estimate <= exact * 1.07 + 1)
      }
    }
    var extreme = DurationHistogram()
    extreme.record(.zero)
    extreme.record(.seconds(-1))
    extreme.record(.seconds(1_000_000_000))
    #expect(extreme.count == 3)
    #expect(extreme.percentile(1) != nil)
  }

  @Test(
    "returns the upper end of the range that contains a percentile, in microseconds",
    arguments: [
      (0, 1), (1, 2), (15, 16), (16, 17), (31, 32), (32, 34), (33, 34), (34, 36), (63, 64), (64, 68), (67, 68),
      (68, 72),
      (1_000_000, 1_015_808),
    ]
  )
  func endsOfRanges(value: Int, end: Int) {
    var histogram = DurationHistogram()
    #expect(histogram.percentile(0.5) == nil)
    histogram.record(.microseconds(value))
    histogram.record(.seconds(60))
    for part in [-1, 0, 0.5] { #expect(histogram.percentile(part) == .microseconds(end)) }
    for part in [0.51, 1, 2] { #expect(histogram.percentile(part) == .seconds(60)) }
    #expect(histogram.maximum == .seconds(60))
  }

  @Test(
    "classifies cache outcomes",
    arguments: [
      (CacheStatus(cacheName: "c", age: .seconds(1)), .hit),
      (CacheStatus(cacheName: "c", forward: .uriMiss), .miss), (CacheStatus(cacheName: "c", forward: .stale), .miss),
      (CacheStatus(cacheName: "c", forward: .stale, age: .seconds(1)), .revalidated),
      (CacheStatus(cacheName: "c", forward: .bypass), .bypass),
      (CacheStatus(cacheName: "c", forward: .method), .bypass),
    ] as [(CacheStatus, CacheOutcome)]
  )
  func sortsCacheOutcomes(status: CacheStatus, outcome: CacheOutcome) {
    #expect(CacheOutcome(status) == outcome)
  }
}
