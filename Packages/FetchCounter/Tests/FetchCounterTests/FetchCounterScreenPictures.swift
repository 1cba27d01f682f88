import BasicsTesting
import Components
import Foundation
import Networking
import Testing

@testable import FetchCounter

/// Compares pictures of the screen with the file that a person has looked at.
///
/// Without colours, which are the widgets' own and checked with them.
/// `FETCHCOUNTER_REWRITE_GOLDEN=1` writes the file anew; look at the difference before committing it.
@MainActor
@Suite("Pictures of the counter's screen", .timeLimit(.minutes(1)))
struct FetchCounterScreenPictures {
  private static let sizes = [Size(width: 24, height: 12), Size(width: 50, height: 20), Size(width: 90, height: 24)]
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden/FetchCounterScreen.txt")

  @Test("It looks as it did, in every state, at three sizes and read out")
  func pictures() async throws {
    // Given the screen in every state
    let (loading, service) = try await loading()
    let states: [(name: String, scene: CounterScene)] = [
      ("nothing known", CounterScene()), ("nothing fetched", try await empty()), ("loading", loading),
      ("fetched", try await fetched(3)), ("many codes", await identified(12)), ("failed", try await failed()),
      ("failed, other answer", try await otherAnswer()),
    ]
    // When each is drawn
    let pictures = states.map(draw).joined()
    await service.goOn()
    // Then that is what the file holds
    if ProcessInfo.processInfo.environment["FETCHCOUNTER_REWRITE_GOLDEN"] == "1" {
      try Data(pictures.utf8).write(to: Self.file)
      return
    }
    let expected = String(decoding: try Data(contentsOf: Self.file), as: UTF8.self)
    for (old, new) in zip(expected.split(separator: "\n", omittingEmptySubsequences: false), lines(pictures)) {
      try #require(old == new)
    }
    #expect(expected == pictures)
  }

  private func lines(_ text: String) -> [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

  private func draw(_ name: String, _ scene: CounterScene) -> String {
    var output = ""
    for size in Self.sizes {
      let body = scene.screen.body(size: size, in: .bare)
      output += "=== \(name) | \(size.width) x \(size.height)\n"
      output += body.frame(size: size, environment: .bare).buffer.lines.joined(separator: "\n") + "\n"
    }
    let size = Self.sizes[1]
    output += "=== \(name) | read out\n"
    for line in scene.screen.body(size: size, in: .bare).linearLines(in: .bare) { output += line.plainText + "\n" }
    return output
  }

  private func follow(_ scene: CounterScene) async {
    scene.screen.appear()
    await settle { scene.viewModel.fetchCount != nil }
    scene.screen.disappear()
  }

  private func empty() async throws -> CounterScene {
    let scene = CounterScene()
    await follow(scene)
    return scene
  }

  private func fetched(_ times: Int) async throws -> CounterScene {
    let scene = CounterScene()
    for _ in 0..<times { await scene.fetch() }
    return scene
  }

  /// With codes as real services send them.
  private func identified(_ times: Int) async -> CounterScene {
    let answers = (1...times).map { number -> Result<ResponseCodeAnswer, NetworkError> in
      .success(.code(.test("5f49ee3f-83cf-4ec4-9c15-86b4b33258\(number + 10)")))
    }
    let scene = CounterScene(service: ScriptedCounterService(answers: answers))
    for _ in 0..<times { await scene.fetch() }
    return scene
  }

  private func failed() async throws -> CounterScene {
    let scene = CounterScene(failures: 1, successesBefore: 2)
    for _ in 0..<3 { await scene.fetch() }
    return scene
  }

  private func otherAnswer() async throws -> CounterScene {
    let scene = try await failed()
    _ = scene.screen.keyMap.perform(KeyPress(.right))
    return scene
  }

  private func loading() async throws -> (CounterScene, WaitingCounterService) {
    let service = WaitingCounterService()
    let scene = CounterScene(service: service)
    await follow(scene)
    _ = scene.screen.keyMap.perform(KeyPress(.enter))
    await service.waitForRequest()
    return (scene, service)
  }
}
