import FetchCounter
import Foundation
import Networking
import Observation
import Persistence
import Testing

@MainActor
@Suite("The counter's view model", .timeLimit(.minutes(1)))
struct FetchCounterViewModelTests {
  private let store = InMemoryStore(default: FetchTallyRecord())

  private func viewModel(_ service: any CounterServiceProviding) -> FetchCounterViewModel {
    FetchCounterViewModel(fetchResponseCode: FetchResponseCode(service: service, store: FetchTallyStore(store: store)))
  }

  private func isInitial(_ viewModel: FetchCounterViewModel) -> Bool {
    if case .initial = viewModel.state { true } else { false }
  }

  @Test("goes from initial over loading to loaded")
  func loads() async {
    // Given a service that waits
    let service = WaitingCounterService()
    let viewModel = viewModel(service)
    #expect(isInitial(viewModel) && !viewModel.isLoading)
    // When a fetch runs
    let task = Task { await viewModel.fetch() }
    await service.waitForRequest()
    // Then it is loading, without an earlier result, until the answer is there
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
    #expect(fetch.count == 1 && fetch.responseCode == .test("c0de"))
  }

  @Test("ignores a second fetch while one is running")
  func ignoresSecondFetch() async throws {
    let service = WaitingCounterService()
    let viewModel = viewModel(service)
    let task = Task { await viewModel.fetch() }
    await service.waitForRequest()
    // When fetch is asked for again, then it returns at once and nothing is sent
    await viewModel.fetch()
    #expect(viewModel.isLoading)
    #expect(await service.count == 1)
    await service.goOn()
    await task.value
    #expect(try store.load().fetchCount == 1)
  }

  @Test("keeps the last code visible when a fetch fails, and recovers with the next one")
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
      #expect(problem.hint == failure.cure)
      #expect(previous?.responseCode == .test("one"))
    }
    await viewModel.fetch()
    guard case .loaded(let fetch) = viewModel.state else {
      Issue.record("expected loaded, got \(viewModel.state)")
      return
    }
    #expect(fetch.count == 2 && fetch.responseCode == .test("two"))
  }

  @Test("tells whoever looked at its state that it changes")
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

  @Test("words what happened for people, with what to do")
  func wordsProblems() {
    let refused = FetchProblem(.service(NetworkError.unreachable(.refused, origin: "http://host:8000")))
    #expect(refused.message == "Nothing answers at http://host:8000: the connection was refused.")
    #expect(refused.hint == "Check that the service is running, and its port.")
    let superseded = FetchProblem(.pathSuperseded(attempts: 5, serviceMessage: "wrong path"))
    #expect(superseded.message.contains("5 times") && superseded.message.contains("wrong path"))
    let damaged = FetchProblem(.store(StoreError.empty(path: "/data/count.json")))
    #expect(damaged.message.contains("/data/count.json"))
    #expect(damaged.hint?.contains("under another name") == true)
  }
}
