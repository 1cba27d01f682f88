import Basics
import BasicsTesting
import Foundation
import Networking
import Observation
import Persistence
import PersistenceTesting
import Testing

@testable import FetchCounter

@MainActor
@Suite("Counter view model")
struct FetchCounterViewModelTests {
  private let store = InMemoryStore(default: FetchCount())

  private func viewModel(_ service: any CounterServiceProviding) -> FetchCounterViewModel {
    .test(service, store)
  }

  private func isInitial(_ viewModel: FetchCounterViewModel) -> Bool {
    if case .initial = viewModel.state { true } else { false }
  }

  @Test("changes its state from initial to loading to loaded")
  func loads() async {
    // Given a service that waits
    let service = WaitingCounterService()
    let viewModel = viewModel(service)
    #expect(isInitial(viewModel))
    #expect(!viewModel.state.isLoading)
    // When a fetch runs
    let task = Task { await viewModel.fetch() }
    await service.waitForRequest()
    // Then the state is loading, without a previous result, until the response arrives
    guard case .loading(previous: nil) = viewModel.state else {
      Issue.record("expected loading, got \(viewModel.state)")
      return
    }
    await service.goOn()
    await task.value
    guard case .loaded(let fetch) = viewModel.state else {
      Issue.record("expected loaded, got \(viewModel.state)")
      return
    }
    #expect(fetch.count == 1)
    #expect(fetch.responseCode == .test("c0de"))
  }

  @Test("ignores a second fetch while a fetch is in progress")
  func ignoresSecondFetch() async throws {
    let service = WaitingCounterService()
    let viewModel = viewModel(service)
    let task = Task { await viewModel.fetch() }
    await service.waitForRequest()
    // When another fetch is started, then it returns immediately without sending a request
    await viewModel.fetch()
    #expect(viewModel.state.isLoading)
    #expect(await service.count == 1)
    await service.goOn()
    await task.value
    #expect(try store.load().count == 1)
  }

  @Test("keeps the last code visible after a failed fetch, and recovers with the next fetch")
  func keepsPreviousFetch() async {
    let failure = NetworkError.connectionLost(.beforeResponse, origin: "http://host")
    let service = ScriptedCounterService(
      answers: [.success(.code(.test("one"))), .failure(failure), .failure(failure), .success(.code(.test("two")))]
    )
    let viewModel = viewModel(service)
    await viewModel.fetch()
    for _ in 1...2 {
      await viewModel.fetch()
      guard case .failed(let problem, let previous) = viewModel.state else {
        Issue.record("expected failed, got \(viewModel.state)")
        return
      }
      #expect(problem.message == failure.message)
      #expect(problem.hint == failure.recoverySuggestion)
      #expect(previous?.responseCode == .test("one"))
    }
    await viewModel.fetch()
    guard case .loaded(let fetch) = viewModel.state else {
      Issue.record("expected loaded, got \(viewModel.state)")
      return
    }
    #expect(fetch.count == 2)
    #expect(fetch.responseCode == .test("two"))
  }

  @Test("updates the count and the codes after a fetch, before the store reports the change")
  func notesFetches() async throws {
    let viewModel = viewModel(ScriptedCounterService(answers: [.success(.code(.test("one")))]))
    try await store.update { $0.count = 41 }
    #expect(viewModel.fetchCount == nil)
    await viewModel.fetch()
    #expect(viewModel.fetchCount?.count == 42)
    #expect(viewModel.fetchCount?.lastCodes.map(\.responseCode) == [.test("one")])
  }

  @Test("observes other processes' changes until the observing task is cancelled")
  func followsOthers() async throws {
    let viewModel = viewModel(ScriptedCounterService(answers: [.success(.code(.test("one")))]))
    let following = Task { await viewModel.follow() }
    await settle { viewModel.fetchCount == FetchCount() }
    try await store.update { $0.count = 7 }
    await settle { viewModel.fetchCount?.count == 7 }
    following.cancel()
    await following.value
    try await store.update { $0.count = 8 }
    #expect(viewModel.fetchCount?.count == 7)
  }

  @Test("shows a code only once, even if the store reports the change before the fetch ends")
  func showsEachCodeOnce() async throws {
    // Given a store whose updates end only after the change has been reported
    let store = NewsFirstStore()
    let viewModel = FetchCounterViewModel(
      fetchResponseCode: FetchResponseCode(
        service: ScriptedCounterService(answers: [.success(.code(.test("one")))]),
        store: store
      ),
      store: store,
      now: { Date() },
      calendar: { .test(.gmt) }
    )
    let following = Task { await viewModel.follow() }
    defer { following.cancel() }
    await settle { viewModel.fetchCount == FetchCount() }
    store.setArrival { count in await settle { viewModel.fetchCount?.count == count } }

    // When
    await viewModel.fetch()

    // Then
    #expect(viewModel.fetchCount?.count == 1)
    #expect(viewModel.fetchCount?.lastCodes.map(\.responseCode) == [.test("one")])
  }

  @Test("reports a corrupt store as soon as it is observed, and continues to observe it")
  func tellsDamage() async throws {
    store.setOutcome(.empty)
    let viewModel = viewModel(ScriptedCounterService(answers: [.success(.code(.test("one")))]))
    let following = Task { await viewModel.follow() }
    defer { following.cancel() }
    await settle { viewModel.state.problem != nil }
    #expect(viewModel.state.problem?.hint?.isEmpty == false)
    // When the file is repaired and the message is dismissed
    try store.replaceIfCorrupt(with: FetchCount(count: 3))
    await settle { viewModel.fetchCount?.count == 3 }
    viewModel.dismissProblem()
    #expect(isInitial(viewModel))
  }

  @Test("keeps the last successful fetch when a problem is dismissed")
  func dismisses() async {
    let failure = NetworkError.connectionLost(.beforeResponse, origin: "http://host")
    let service = ScriptedCounterService(answers: [.success(.code(.test("one"))), .failure(failure)])
    let viewModel = viewModel(service)
    await viewModel.fetch()
    viewModel.dismissProblem()
    #expect(viewModel.state.value?.responseCode == .test("one"))
    await viewModel.fetch()
    #expect(viewModel.state.problem?.message == failure.message)
    viewModel.dismissProblem()
    guard case .loaded(let fetch) = viewModel.state else {
      Issue.record("expected loaded, got \(viewModel.state)")
      return
    }
    #expect(fetch.responseCode == .test("one"))
  }

  @Test("clears the codes, and can retry after a failure")
  func clearsCodes() async throws {
    let viewModel = viewModel(ScriptedCounterService(answers: [.success(.code(.test("one")))]))
    await viewModel.fetch()
    // Given a store that can't be written to
    store.failUpdates(with: .lockTimeout(path: "count.json", holder: nil, waited: .seconds(10)))
    #expect(await viewModel.clearCodes().isEmpty)
    #expect(viewModel.state.problem != nil)
    #expect(viewModel.state.value != nil)
    #expect(viewModel.fetchCount?.lastCodes.count == 1)
    // When the store works again and the action is retried
    store.failUpdates(with: nil)
    await viewModel.retry()
    // Then the codes are gone, and no fetch was sent
    #expect(viewModel.state.problem == nil)
    #expect(viewModel.fetchCount?.count == 1)
    #expect(viewModel.fetchCount?.lastCodes.isEmpty == true)
    #expect(try store.load().lastCodes.isEmpty)
    #expect(try store.load().count == 1)
    await viewModel.retry()
    #expect(try store.load().count == 1)
  }

  @Test("retries a failed fetch")
  func retries() async throws {
    let failure = NetworkError.connectionLost(.beforeResponse, origin: "http://host")
    let service = ScriptedCounterService(answers: [.failure(failure), .success(.code(.test("two")))])
    let viewModel = viewModel(service)
    await viewModel.fetch()
    await viewModel.retry()
    #expect(viewModel.state.value?.responseCode == .test("two"))
    #expect(try store.load().count == 1)
  }

  @Test("notifies observers of state changes")
  func isObservable() async {
    let viewModel = viewModel(ScriptedCounterService(answers: [.success(.code(.test("c0de")))]))
    await confirmation("a change is announced") { announced in
      withObservationTracking {
        _ = viewModel.state
      } onChange: {
        announced()
      }
      await viewModel.fetch()
    }
  }

  @Test("describes each fetch error in a sentence, with a recovery suggestion")
  func wordsProblems() {
    let refused = FetchProblem(.service(NetworkError.unreachable(.refused, origin: "http://host:8000")))
    #expect(refused.message == "Couldn't connect to http://host:8000: the connection was refused.")
    #expect(refused.hint == "Check that the service is running, and check its port.")
    let superseded = FetchProblem(.pathSuperseded(attempts: 5, serviceMessage: "wrong path"))
    #expect(superseded.message.contains("5 times"))
    #expect(superseded.message.contains("wrong path"))
    let damaged = FetchProblem(.store(StoreError.empty(path: "/data/count.json")))
    #expect(damaged.message.contains("/data/count.json"))
    #expect(damaged.hint?.contains("rename the corrupt file") == true)
  }
}
