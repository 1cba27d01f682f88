import Foundation
import Networking
import Persistence
import PersistenceTesting
import Testing

@testable import FetchCounter

@Suite("Response code fetch")
struct FetchResponseCodeTests {
  private let store = InMemoryStore(default: FetchCount())
  private let moment = Date(timeIntervalSince1970: 1_769_860_800)

  private func useCase(_ service: any CounterServiceProviding) -> FetchResponseCode {
    FetchResponseCode(
      service: service,
      store: FetchCountStore(store: store),
      now: { [moment] in moment },
      clock: SteppingClock()
    )
  }

  @Test("sends both requests, increments the count and stores the time")
  func counts() async throws {
    // Given a service that returns a code, and a count of 4
    let service = ScriptedCounterService(answers: [.success(.code(.test("c0de")))])
    try await store.update { $0.count = 4 }
    // When a code is fetched
    let fetch = try await useCase(service).execute()
    // Then both requests were sent in order, and the result is stored
    #expect(await service.requests == ["next path", "code at http://host/a/"])
    #expect(fetch == Fetch(responseCode: .test("c0de"), count: 5, fetchedAt: moment, duration: .milliseconds(250)))
    let entry = FetchedCode(responseCode: .test("c0de"), fetchedAt: moment, duration: .microseconds(250_000))
    let stored = try store.load()
    #expect(stored.count == 5)
    #expect(stored.lastFetchedAt == moment)
    #expect(stored.lastCodes == [entry])
    #expect(stored.days.map(\.fetches) == [1])
  }

  @Test("keeps the count when either request fails")
  func countsNoFailures() async throws {
    let failure = NetworkError.unreachable(.refused, origin: "http://host")
    let services = [
      ScriptedCounterService(paths: [.failure(failure)], answers: [.success(.code(.test("c0de")))]),
      ScriptedCounterService(answers: [.failure(failure)]),
    ]
    for service in services {
      let error = await #expect(throws: FetchError.self) { try await useCase(service).execute() }
      guard case .service(let cause as NetworkError) = error else {
        Issue.record("expected the network layer's error, got \(String(describing: error))")
        return
      }
      #expect(cause == failure)
    }
    #expect(store.outcome().isMissing)
  }

  @Test("restarts with the first request if another client requested a path in between")
  func startsOver() async throws {
    let service = ScriptedCounterService(
      paths: [.success(.test("http://host/a/")), .success(.test("http://host/b/"))],
      answers: [.success(.pathSuperseded(serviceMessage: "wrong path")), .success(.code(.test("c0de")))]
    )
    #expect(try await useCase(service).execute().count == 1)
    #expect(
      await service.requests == ["next path", "code at http://host/a/", "next path", "code at http://host/b/"]
    )
  }

  @Test("gives up a fetch after a limited number of attempts")
  func givesUp() async throws {
    let service = ScriptedCounterService(answers: [.success(.pathSuperseded(serviceMessage: "wrong path"))])
    let error = await #expect(throws: FetchError.self) { try await useCase(service).execute() }
    guard case .pathSuperseded(let attempts, let message) = error else {
      Issue.record("expected a superseded path, got \(String(describing: error))")
      return
    }
    #expect(attempts == FetchResponseCode.maximumAttempts)
    #expect(message == "wrong path")
    #expect(await service.requests.count == 2 * attempts)
    #expect(store.outcome().isMissing)
  }

  @Test("runs fetches one at a time, because each fetch invalidates the previous path", arguments: [2, 16, 100])
  func takesTurns(concurrency: Int) async throws {
    // Given a service that accepts only the latest path, like the real service
    let service = StrictCounterService()
    let useCase = useCase(service)
    // When many fetches run concurrently
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<concurrency { group.addTask { try await useCase.execute().count } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    // Then all fetches succeed at the first attempt, each with a different count
    #expect(counts == Set(1...concurrency))
    #expect(await service.requests == 2 * concurrency)
    #expect(try store.load().count == concurrency)
  }

  @Test("sends no more requests after cancellation, and counts nothing")
  func stopsWhenCancelled() async throws {
    let service = WaitingCounterService()
    let useCase = useCase(service)
    // Given a fetch between its two requests, and a fetch that waits for its turn
    let first = Task { try await useCase.execute() }
    await service.waitForRequest()
    let second = Task { try await useCase.execute() }
    // When the second fetch is cancelled, then it ends while the first fetch still waits
    second.cancel()
    let result = await second.result
    guard case .failure(let error as FetchError) = result, case .cancelled = error else {
      Issue.record("expected a cancelled fetch, got \(result)")
      return
    }
    #expect(await service.count == 1)
    // And the first fetch is counted
    await service.goOn()
    #expect(try await first.value.count == 1)
  }

  @Test("counts a code that has arrived, even after cancellation")
  func countsInSpiteOfCancellation() async throws {
    let service = WaitingCounterService()
    let useCase = useCase(service)
    let task = Task { try await useCase.execute() }
    await service.waitForRequest()
    task.cancel()
    await service.goOn()
    #expect(try await task.value.count == 1)
    #expect(try store.load().count == 1)
  }

  @Test("sends no requests when the store can't be read")
  func asksTheStoreFirst() async throws {
    let service = ScriptedCounterService(answers: [.success(.code(.test("c0de")))])
    store.setOutcome(.newerSchema(found: 9, supported: 1, writtenBy: nil))
    let error = await #expect(throws: FetchError.self) { try await useCase(service).execute() }
    guard case .store(let cause as StoreError) = error else {
      Issue.record("expected the store's error, got \(String(describing: error))")
      return
    }
    #expect(cause.isNewerSchema)
    #expect(await service.requests.isEmpty)
  }

  @Test("fails a fetch when the new count can't be stored")
  func reportsTheStore() async throws {
    let service = ScriptedCounterService(answers: [.success(.code(.test("c0de")))])
    store.failUpdates(with: .lockTimeout(path: "count.json", holder: nil, waited: .seconds(10)))
    let error = await #expect(throws: FetchError.self) { try await useCase(service).execute() }
    guard case .store(let cause as StoreError) = error else {
      Issue.record("expected the store's error, got \(String(describing: error))")
      return
    }
    guard case .lockTimeout = cause else {
      Issue.record(cause)
      return
    }
    #expect(store.outcome().isMissing)
  }
}
