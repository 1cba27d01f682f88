import Basics
import BasicsTesting
import Components
import Foundation
import Networking
import Persistence
import PersistenceTesting
import Testing

@testable import FetchCounter

@MainActor
@Suite("Fetch batches on the counter screen")
struct FetchManyTests {
  private func open(_ text: String, in scene: CounterScene) {
    _ = scene.screen.keyMap.perform(.character("m"))
    // Backspace removes the proposed number.
    for _ in 1...4 { _ = scene.screen.handle(.key(KeyPress(.backspace))) }
    for character in text { _ = scene.screen.handle(.key(.character(character))) }
    _ = scene.screen.keyMap.perform(KeyPress(.enter))
  }

  @Test("fetches as many times as entered", arguments: ["7", " 7 "])
  func fetches(text: String) async throws {
    let scene = CounterScene(service: StrictCounterService())
    open(text, in: scene)
    #expect(scene.screen.dialog == nil)
    await settle { !scene.effects.shown.isEmpty }
    #expect(scene.effects.shown == ["Fetched 7 codes"])
    #expect(try scene.store.load().count == 7)
    #expect(scene.viewModel.batch == nil)
    #expect(!scene.screen.isAnimating)
  }

  @Test("replaces the proposed number with the typed number")
  func replacesDefault() async throws {
    let scene = CounterScene(service: StrictCounterService())
    _ = scene.screen.keyMap.perform(.character("m"))
    _ = scene.screen.handle(.key(.character("3")))
    _ = scene.screen.keyMap.perform(KeyPress(.enter))
    await settle { !scene.effects.shown.isEmpty }
    #expect(scene.effects.shown == ["Fetched 3 codes"])
  }

  @Test("asks for confirmation before more than 1,000 fetches, and keeps the dialog if it is declined")
  func confirms() async throws {
    let scene = CounterScene(service: StrictCounterService())
    scene.effects.confirms = false
    open("1001", in: scene)
    await settle { !scene.effects.questions.isEmpty }
    #expect(scene.effects.questions == ["Fetch 1,001 codes?"])
    #expect(scene.screen.isEnteringText)
    #expect(await scene.requests == 0)
    scene.effects.confirms = true
    _ = scene.screen.keyMap.perform(KeyPress(.enter))
    await settle { !scene.effects.shown.isEmpty }
    #expect(scene.effects.shown == ["Fetched 1,001 codes"])
    #expect(scene.screen.dialog == nil)
  }

  @Test(
    "rejects an invalid number of fetches and keeps the entered text",
    arguments: ["", "0", "-1", "1.5", "x", "1000001", "99999999999"]
  )
  func refuses(text: String) async {
    let scene = CounterScene()
    open(text, in: scene)
    #expect(scene.text.contains("Enter a number from 1 to 1,000,000."))
    #expect(scene.screen.isEnteringText)
    #expect(await scene.requests == 0)
    _ = scene.screen.keyMap.perform(KeyPress(.escape))
    #expect(scene.screen.dialog == nil)
  }

  @Test("shows a batch's progress, and keeps the counted fetches after cancellation")
  func cancels() async throws {
    let service = GatedCounterService(open: 3)
    let scene = CounterScene(service: service)
    open("50", in: scene)
    await service.waitForRequest()
    #expect(scene.screen.isAnimating)
    #expect(scene.text.contains("of 50"))
    // When another fetch is started, then nothing happens
    _ = scene.screen.keyMap.perform(KeyPress(.enter))
    _ = scene.screen.keyMap.perform(.character("m"))
    #expect(scene.screen.dialog == nil)
    // When the batch is cancelled, then no more requests are sent, and the counted fetches stay counted
    #expect(scene.screen.cancelLoading())
    #expect(!scene.screen.isAnimating)
    #expect(scene.viewModel.batch == nil)
    await settle { scene.viewModel.state.value?.count == 3 || scene.viewModel.fetchCount?.count == 3 }
    #expect(try scene.store.load().count == 3)
    #expect(scene.effects.shown.isEmpty)
    #expect(scene.viewModel.state.problem == nil)
  }

  @Test("stops a batch after a failure, and fetches the rest on retry")
  func retries() async throws {
    let failure = NetworkError.unreachable(.refused, origin: "http://localhost:8000")
    let scene = CounterScene(service: StrictCounterService(failures: [failure]))
    open("6", in: scene)
    await settle { scene.viewModel.state.problem != nil }
    #expect(scene.effects.shown.isEmpty)
    _ = scene.screen.keyMap.perform(KeyPress(.enter))
    await settle { !scene.viewModel.state.isLoading && scene.viewModel.state.problem == nil }
    #expect(try scene.store.load().count == 6)
  }
}

/// A service with a limited number of codes; further requests wait until they are cancelled.
private actor GatedCounterService: CounterServiceProviding {
  private var remaining: Int
  private var waiters: [CheckedContinuation<Void, Never>] = []
  private var arrivals: [CheckedContinuation<Void, Never>] = []
  private var number = 0

  init(open: Int) { remaining = open }

  func requestNextPath() async throws -> URL {
    number += 1
    if remaining <= 0 {
      for arrival in arrivals { arrival.resume() }
      arrivals = []
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          if Task.isCancelled { continuation.resume() } else { waiters.append(continuation) }
        }
      } onCancel: {
        Task { await self.release() }
      }
      try Task.checkCancellation()
    }
    remaining -= 1
    return .test("http://host/\(number)/")
  }

  func requestResponseCode(at path: URL) async throws -> ResponseCodeAnswer { .code(.test("code \(path)")) }

  func waitForRequest() async {
    if waiters.isEmpty { await withCheckedContinuation { arrivals.append($0) } }
  }

  private func release() {
    for waiter in waiters { waiter.resume() }
    waiters = []
  }
}
