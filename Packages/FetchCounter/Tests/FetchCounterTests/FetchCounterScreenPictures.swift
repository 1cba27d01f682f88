import Basics
import BasicsTesting
import Components
import Foundation
import Networking
import Persistence
import PersistenceTesting
import Testing

@testable import FetchCounter

/// Tests that compare the screen with reviewed files; `FETCHCOUNTER_REWRITE_GOLDEN=1` rewrites the files.
///
/// The snapshots have no colors, because widget tests check colors.
@MainActor
@Suite("Counter screen snapshots")
struct FetchCounterScreenPictures {
  private static let golden = Golden(
    folder: "Golden",
    besideFile: #filePath,
    rewriteVariable: "FETCHCOUNTER_REWRITE_GOLDEN"
  )
  private static let sizes = [(40, 12), (80, 24), (120, 35), (200, 60)].map { Size(width: $0, height: $1) }
  private static let ascii = RenderEnvironment(capabilities: .plain, glyphs: .ascii, isAnimated: false)

  @Test("matches the reviewed counter screens at four sizes, in ASCII and as linear text")
  func sizes() async throws {
    let scenes = [
      ("nothing fetched", await followed(CounterScene())), ("history", await followed(CounterScene(store: history()))),
      ("large count", await followed(CounterScene(store: history(count: 123_456_789)))),
    ]
    for (name, scene) in scenes {
      var picture = ""
      for size in Self.sizes { picture += draw(scene, size, .bare) }
      picture += draw(scene, Self.sizes[1], Self.ascii) + read(scene)
      let file = "FetchCounterScreen-\(name.replacingOccurrences(of: " ", with: "-")).txt"
      #expect(try Self.golden.difference(of: picture, from: file) == nil)
    }
  }

  @Test("matches the reviewed counter screens in every state")
  func states() async throws {
    let service = WaitingCounterService()
    let loading = await followed(CounterScene(service: service, store: history()))
    _ = loading.screen.keyMap.perform(KeyPress(.enter))
    await service.waitForRequest()
    let states: [(String, CounterScene)] = [
      ("unknown", CounterScene()), ("fetching", loading), ("codes deleted", await deleted()),
      ("failed", await failed()), ("failed, other answer", await failed(KeyPress(.right))),
      ("number", await pressed(.character("m"))), ("wrong number", await wrongNumber()),
      ("code selected", await selected()),
    ]
    var picture = ""
    for (name, scene) in states {
      picture += "=== \(name)\n" + draw(scene, Self.sizes[1], .bare) + draw(scene, Self.sizes[0], .bare) + read(scene)
    }
    await service.goOn()
    #expect(try Self.golden.difference(of: picture, from: "FetchCounterScreen-states.txt") == nil)
  }

  private func draw(_ scene: CounterScene, _ size: Size, _ environment: RenderEnvironment) -> String {
    let lines = scene.screen.frame(size: size, in: environment).buffer.lines
    return "=== \(size.width) x \(size.height)\(environment.glyphs == .ascii ? ", ASCII" : "")\n"
      + lines.map { $0 + "\n" }.joined()
  }

  private func read(_ scene: CounterScene) -> String {
    "=== read out\n" + scene.lines.map { $0 + "\n" }.joined()
  }

  private func followed(_ scene: CounterScene) async -> CounterScene {
    scene.screen.appear()
    await settle { scene.viewModel.fetchCount != nil }
    scene.screen.disappear()
    return scene
  }

  /// Returns a store with three weeks of fetches and realistic codes.
  private func history(count: Int? = nil) -> InMemoryStore<FetchCount> {
    var fetchCount = FetchCount()
    let fetches = [1, 2, 2, 3, 5, 7, 8, 6, 5, 3, 2, 2, 1, 0, 0, 2, 5, 6, 7, 12]
    for (index, times) in fetches.enumerated() {
      for number in 0..<times {
        let seconds = Double((index - 19) * 86_400 + number * 317)
        let code = "5f49ee3f-83cf-4ec4-9c15-86b4b33258\(String(16 + number, radix: 16))"
        fetchCount.add(
          FetchedCode(
            responseCode: .test(code),
            fetchedAt: CounterScene.noon.addingTimeInterval(seconds),
            duration: .microseconds(15_000 + (index * 7 + number * 13) % 23 * 900)
          ),
          in: .gmt
        )
      }
    }
    if let count { fetchCount.count = count }
    let store = InMemoryStore(default: FetchCount())
    store.setOutcome(.value(fetchCount))
    return store
  }

  private func pressed(_ keys: KeyPress...) async -> CounterScene {
    let scene = await followed(CounterScene(store: history()))
    for key in keys { _ = scene.screen.keyMap.perform(key) }
    return scene
  }

  private func selected() async -> CounterScene {
    let scene = await followed(CounterScene(store: history()))
    for _ in 1...3 { _ = scene.screen.handle(.key(KeyPress(.down))) }
    return scene
  }

  private func wrongNumber() async -> CounterScene {
    let scene = await pressed(.character("m"))
    _ = scene.screen.handle(.key(KeyPress(.end)))
    _ = scene.screen.handle(.paste("0000000"))
    _ = scene.screen.keyMap.perform(KeyPress(.enter))
    return scene
  }

  private func deleted() async -> CounterScene {
    let scene = await pressed(.character("d"))
    await settle { scene.viewModel.fetchCount?.lastCodes.isEmpty == true }
    return scene
  }

  private func failed(_ keys: KeyPress...) async -> CounterScene {
    let scene = CounterScene(failures: 1, successesBefore: 2)
    for _ in 0..<3 { await scene.fetch() }
    for key in keys { _ = scene.screen.keyMap.perform(key) }
    return scene
  }
}
