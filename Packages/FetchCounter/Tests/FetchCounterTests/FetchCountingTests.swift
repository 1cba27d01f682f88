import Foundation
import NetworkingTesting
import Persistence
import Testing

@testable import FetchCounter

@Suite("Concurrent fetch counting")
struct FetchCountingTests {
  private let store = RecordingCountStore()

  /// Counts a fetch that has already started.
  private func count(_ counting: FetchCounting) -> Task<Int, any Error> {
    let code = FetchedCode(responseCode: .test("c0de"), fetchedAt: Date(timeIntervalSince1970: 0), duration: .zero)
    return Task { try await counting.count(code, onWaiting: {}) }
  }

  @Test("combines the writes of concurrent fetches, and returns a separate count to each fetch")
  func sharesWrites() async throws {
    // Given 400 fetches in progress
    let counting = FetchCounting(store: store, clock: TestClock())
    for _ in 1...400 { try counting.begin() }
    // When all of them have received their response codes
    let fetches = (1...400).map { _ in count(counting) }
    var counts: [Int] = []
    for fetch in fetches { counts.append(try await fetch.value) }
    // Then a write waits until only five fetches are left
    #expect(counts.sorted() == Array(1...400))
    #expect(store.fetchCount.count == 400)
    #expect(store.updates <= 6)
  }

  @Test("writes single fetches immediately, and reads the store before each fetch")
  func writesAloneAtOnce() async throws {
    // Given a clock that never advances, so no wait can end
    let useCase = FetchResponseCode(service: StrictCounterService(), store: store, clock: TestClock())
    for count in 1...5 { #expect(try await useCase.execute().count == count) }
    #expect(store.updates == 5)
    #expect(store.loads == 5)
  }

  @Test("reads the store once for a series of overlapping fetches")
  func readsOnce() throws {
    let counting = FetchCounting(store: store, clock: TestClock())
    for _ in 1...100 { try counting.begin() }
    #expect(store.loads == 1)
    // When all fetches have ended, then the next fetch reads the store again
    for _ in 1...100 { counting.giveUp() }
    try counting.begin()
    #expect(store.loads == 2)
  }

  @Test("waits at most 5 ms for other fetches")
  func waitsAMoment() async throws {
    // Given 17 fetches in progress, one of which has its response code
    let clock = TestClock()
    let counting = FetchCounting(store: store, clock: clock)
    for _ in 1...17 { try counting.begin() }
    let first = count(counting)
    // Then it waits for the other fetches, but only briefly
    await clock.waitForSleepers()
    #expect(store.updates == 0)
    clock.advance(by: .milliseconds(5))
    #expect(try await first.value == 1)
    #expect(store.fetchCount.count == 1)
    // When the other fetches receive their codes, then they are counted without another wait
    let others = (1...16).map { _ in count(counting) }
    for other in others { _ = try await other.value }
    #expect(store.fetchCount.count == 17)
  }

  @Test("counts no fetches after a failed write, and reports the error to all waiting fetches")
  func sharesFailures() async throws {
    struct Full: Error {}
    store.fail(with: Full())
    let useCase = FetchResponseCode(service: StrictCounterService(), store: store)
    let failures = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<20 {
        group.addTask {
          do throws(FetchError) {
            _ = try await useCase.execute()
            return false
          } catch {
            if case .store(let cause) = error { return cause is Full }
            return false
          }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(failures == 20)
    #expect(store.fetchCount == FetchCount())
    // And the next fetch reads the store again before it sends anything
    let loads = store.loads
    store.fail(with: nil)
    #expect(try await useCase.execute().count == 1)
    #expect(store.loads == loads + 1)
  }
}

/// A store that counts its calls; `@unchecked Sendable`, because `lock` guards all mutable state.
private final class RecordingCountStore: FetchCountStoring, @unchecked Sendable {
  private let lock = NSLock()
  private var kept = FetchCount()
  private var failure: (any Error)?
  private var loadCount = 0
  private var updateCount = 0

  var fetchCount: FetchCount { lock.withLock { kept } }
  var loads: Int { lock.withLock { loadCount } }
  var updates: Int { lock.withLock { updateCount } }

  func fail(with error: (any Error)?) { lock.withLock { failure = error } }

  func load() throws -> FetchCount {
    lock.withLock {
      loadCount += 1
      return kept
    }
  }

  func update(_ change: @escaping @Sendable (inout FetchCount) -> Void) async throws -> FetchCount {
    try lock.withLock {
      updateCount += 1
      if let failure { throw failure }
      change(&kept)
      return kept
    }
  }

  func reset() async throws {}

  func changes() -> AsyncStream<Result<FetchCount, any Error>> { AsyncStream { $0.finish() } }
}
