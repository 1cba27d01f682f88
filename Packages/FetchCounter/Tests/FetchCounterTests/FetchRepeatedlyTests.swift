import Foundation
import Networking
import Persistence
import PersistenceTesting
import Testing

@testable import FetchCounter

@Suite("Fetch batches")
struct FetchRepeatedlyTests {
  private let store = InMemoryStore(default: FetchCount())
  private let failure = NetworkError.unreachable(.refused, origin: "http://host")

  private func useCase(_ service: any CounterServiceProviding) -> FetchRepeatedly {
    FetchRepeatedly(
      fetchResponseCode: FetchResponseCode(
        service: service,
        store: FetchCountStore(store: store),
        clock: SteppingClock()
      ),
      clock: SteppingClock()
    )
  }

  @Test(
    "counts every fetch in a batch, whatever the batch size and concurrency",
    arguments: [(1, 1), (3, 16), (200, 1), (200, 16)]
  )
  func counts(times: Int, concurrency: Int) async throws {
    let results = ResultLog()
    let run = await useCase(StrictCounterService()).execute(times: times, concurrency: concurrency) { result in
      results.add(result)
      return true
    }
    #expect(run.requested == times)
    #expect(run.succeeded == times)
    #expect(run.failed == 0)
    #expect(!run.wasInterrupted)
    #expect(results.counts.sorted() == Array(1...times))
    #expect(try store.load().count == times)
    #expect(run.elapsed > .zero)
    #expect(run.rate > 0)
    #expect(run.percentiles([0.5, 1])?.count == 2)
  }

  @Test("sends requests for only one fetch at a time, whatever the concurrency", arguments: [1, 16])
  func takesTurns(concurrency: Int) async {
    let service = CrowdedCounterService()
    _ = await useCase(service).execute(times: 50, concurrency: concurrency) { _ in true }
    #expect(await service.most == 1)
  }

  @Test("continues a batch after failed fetches and reports their number")
  func goesOn() async throws {
    let service = StrictCounterService(failures: [failure, failure, failure])
    let run = await useCase(service).execute(times: 10, concurrency: 2) { _ in true }
    #expect(run.succeeded == 7)
    #expect(run.failed == 3)
    #expect(try store.load().count == 7)
  }

  @Test("stops a batch when the count can't be stored")
  func stopsWithoutStore() async {
    store.failUpdates(with: .lockTimeout(path: "count.json", holder: nil, waited: .seconds(10)))
    let service = StrictCounterService()
    let run = await useCase(service).execute(times: 1_000) { _ in true }
    #expect(run.succeeded == 0)
    #expect(run.failed == 1)
    #expect(await service.requests == 2)
    #expect(run.percentiles([0.5]) == nil)
  }

  @Test("stops a batch when the result handler returns false")
  func stopsOnDemand() async throws {
    let results = ResultLog()
    let run = await useCase(StrictCounterService()).execute(times: 1_000, concurrency: 4) { results.add($0) < 5 }
    // The results of fetches that had already started are also reported
    #expect(run.succeeded == results.count)
    #expect((5...8).contains(results.count))
    #expect(try store.load().count == results.count)
  }

  @Test("stops a cancelled batch, and keeps and reports the fetches counted so far", arguments: [1, 8])
  func stopsWhenCancelled(concurrency: Int) async throws {
    let repeated = useCase(StrictCounterService())
    let results = ResultLog()
    let (counted, go) = AsyncStream<Void>.makeStream()
    let task = Task {
      await repeated.execute(times: 1_000_000, concurrency: concurrency) { result in
        if results.add(result) == 20 { go.finish() }
        return true
      }
    }
    for await _ in counted {}
    task.cancel()
    let run = await task.value
    #expect(run.wasInterrupted)
    #expect(run.failed == 0)
    #expect(run.succeeded >= 20)
    #expect(run.succeeded < 1_000_000)
    #expect(run.succeeded == results.counts.count)
    #expect(try store.load().count == run.succeeded)
  }

  @Test("measures a batch's rate and percentiles with the given clock")
  func measures() async {
    // Given a clock that advances by a quarter of a second each time it is read
    let run = await useCase(StrictCounterService()).execute(times: 20) { _ in true }
    #expect(run.elapsed == .milliseconds(250))
    #expect(run.rate == 80)
    #expect(run.percentiles([0.5, 1]) == [.milliseconds(250), .milliseconds(250)])
  }

  @Test("calculates percentiles by the nearest-rank method")
  func percentiles() async throws {
    // Given fetches that take one to five attempts
    let service = UnevenCounterService()
    let run = await useCase(service).execute(times: 5) { _ in true }
    // Then the percentiles are taken from 250, 500, 750, 1,000 and 1,250 ms
    #expect(run.percentiles([0.2, 0.21, 0.5, 0.95, 1]) == [250, 500, 750, 1_250, 1_250].map { .milliseconds($0) })
  }

  @Test("reports a batch's durations in milliseconds as JSON")
  func report() async throws {
    let run = await useCase(UnevenCounterService()).execute(times: 5) { _ in true }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(
      String(decoding: try encoder.encode(FetchRunReport(run, last: nil, failures: [])), as: UTF8.self) == """
        {"duration_ms":{"p50":750,"p95":1250,"p99":1250},"elapsed_seconds":0.25,"failed":0,"failures":[],\
        "fetches_per_second":20,"interrupted":false,"requested":5,"succeeded":5}
        """
    )
  }
}

/// A service that records the maximum number of concurrent callers.
private actor CrowdedCounterService: CounterServiceProviding {
  private var present = 0
  private(set) var most = 0

  private func visit() async {
    present += 1
    most = max(most, present)
    await Task.yield()
    present -= 1
  }

  func requestNextPath() async throws -> URL {
    await visit()
    return .test("http://host/a/")
  }

  func requestResponseCode(at path: URL) async throws -> ResponseCodeAnswer {
    await visit()
    return .code(.test("c0de"))
  }
}

/// A service that accepts the first fetch's path immediately, rejects the second fetch once, the third twice, and so on.
private actor UnevenCounterService: CounterServiceProviding {
  private var refusals = 0
  private var next = 0

  func requestNextPath() async throws -> URL { .test("http://host/a/") }

  func requestResponseCode(at path: URL) async throws -> ResponseCodeAnswer {
    if refusals < next {
      refusals += 1
      return .pathSuperseded(serviceMessage: nil)
    }
    refusals = 0
    next += 1
    return .code(.test("c0de"))
  }
}
