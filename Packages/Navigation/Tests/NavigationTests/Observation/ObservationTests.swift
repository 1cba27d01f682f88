import Foundation
import Navigation
import NavigationTesting
import Testing

@Suite("Observing and replaying", .timeLimit(.minutes(10)))
@MainActor
struct ObservationTests {
  /// A clock that goes on by a second with every look at it.
  private final class SteppingClock: @unchecked Sendable {
    /// Protects `seconds`, for which the class is `@unchecked Sendable`.
    private let lock = NSLock()
    private var seconds = 0.0

    func now() -> Date {
      lock.withLock {
        seconds += 1
        return Date(timeIntervalSince1970: seconds)
      }
    }
  }

  @Test("Events carry the time of the injected clock and the depth afterwards")
  func times() async throws {
    let clock = SteppingClock()
    let router = try Scene().router(configuration: RouterConfiguration(now: { clock.now() }))
    _ = await router.perform(.push(Item(item: 1, mode: 0)))
    _ = await router.perform(.back())
    #expect(router.breadcrumbs.map(\.time.timeIntervalSince1970) == [1, 2])
    #expect(router.breadcrumbs.map(\.depth) == [2, 1])
    #expect(
      router.breadcrumbs.map(\.description) == [
        "1. push test.item (single): Moved. pushed: test.board → test.item, depth 2",
        "2. back: Moved. returned: test.item → test.board, 1 removed, depth 1",
      ]
    )
  }

  @Test("Only the latest breadcrumbs are kept", arguments: [0, 1, 3, 10, 100])
  func ring(limit: Int) async throws {
    let router = try Scene().router(configuration: RouterConfiguration(breadcrumbLimit: limit))
    for _ in 0..<23 { _ = await router.perform(.back()) }
    #expect(router.breadcrumbs.map(\.number) == (1...23).suffix(limit).map(UInt64.init))
  }

  @Test("Every listener gets every event from its beginning on, and its stream ends with the router")
  func streams() async throws {
    var router: Router<ScriptedScreen>? = try Scene().router()
    let first = router?.events()
    _ = await router?.perform(.back())
    let second = router?.events()
    _ = await router?.perform(.home)
    router = nil
    var numbers: [[UInt64]] = []
    for stream in [first, second] {
      var seen: [UInt64] = []
      for await event in try #require(stream) { seen.append(event.number) }
      numbers.append(seen)
    }
    #expect(numbers == [[1, 2], [2]])
  }

  /// A router with a guard that denies once, to have all sorts of outcomes.
  private func scriptedRouter() throws -> Router<ScriptedScreen> {
    let scene = Scene()
    scene.onMake = { screen in
      guard screen.name == "item 2" else { return }
      screen.guardAnswer = { _ in screen.departures.count == 1 ? .deny(reason: "Once.") : .allow }
    }
    return try scene.router()
  }

  private let script: [NavigationCommand] = [
    .push(Item(item: 1, mode: 0)), .push(Item(item: 2, mode: 0)), .back(), .home, .open(link: "reports/q1?days=3"),
    .open(link: "nowhere"), .popup(Picker(title: "p")), .dismissPopup, .push(Stranger()), .push(Fussy(number: -1)),
    .newHome(Board(number: 4)), .popTo(Item.self), .restore(path: [NavigationTarget(Board(number: 5))]), .quit, .back(),
  ]

  @Test("A recorded log replays with the same outcomes, through a file and back")
  func replays() async throws {
    // Given a log of all sorts of commands
    let original = try scriptedRouter()
    for command in script { _ = await original.perform(command) }
    let document = try original.log.document()
    // When it is read and replayed on a new router
    let log = try CommandLog(reading: document, catalogue: original.catalogue)
    #expect(log.records.count == script.count)
    let mismatches = try await log.replay(on: scriptedRouter())
    // Then everything ends as before
    #expect(mismatches == [])
  }

  @Test("A replay on a program that behaves otherwise names the commands that differ")
  func mismatches() async throws {
    let original = try scriptedRouter()
    for command in script { _ = await original.perform(command) }
    let mismatches = try await original.log.replay(on: Scene().router())
    #expect(mismatches.first?.number == 3)
    #expect(mismatches.first?.expected == "test.item stays: Once.")
  }

  @Test("A log that has lost its beginning, or another home, isn't replayed")
  func unsuitable() async throws {
    let short = try Scene().router(configuration: RouterConfiguration(breadcrumbLimit: 1))
    for _ in 0..<2 { _ = await short.perform(.back()) }
    await #expect(throws: ReplayError.incomplete(firstNumber: 2)) { try await short.log.replay(on: Scene().router()) }
    let other = try Scene().router(home: Board(number: 7))
    await #expect(throws: ReplayError.otherStart) { try await other.log.replay(on: Scene().router()) }
  }

  @Test(
    "Documents that are no log are refused",
    arguments: ["", "{}", "[]", "null", #"{"version":1,"home":{"id":"a"},"records":[{}]}"#]
  )
  func malformedLogs(text: String) throws {
    let catalogue = try Scene().registry().catalogue
    #expect(throws: CommandLogError.self) { try CommandLog(reading: Data(text.utf8), catalogue: catalogue) }
  }

  @Test("20,000 mutilated logs are refused or read, never trapped")
  func fuzz() async throws {
    let router = try scriptedRouter()
    for command in script.prefix(4) { _ = await router.perform(command) }
    let valid = try router.log.document()
    var random = SeededGenerator(seed: 44)
    var read = 0
    for _ in 0..<20_000 {
      var data = valid
      let index = Int.random(in: 0..<data.count, using: &random)
      switch random.next() % 3 {
      case 0: data[index] = UInt8.random(in: 0x20...0x7E, using: &random)
      case 1: data.remove(at: index)
      default: data.insert(UInt8.random(in: 0...255, using: &random), at: index)
      }
      if (try? CommandLog(reading: data, catalogue: router.catalogue)) != nil { read += 1 }
    }
    #expect((1_000..<20_000).contains(read))
  }

  @Test("A newer log is refused")
  func newerLog() throws {
    let text = #"{"version":2,"home":{"id":"test.board","payload":{"number":1}},"firstNumber":1,"records":[]}"#
    #expect(throws: CommandLogError.unsupportedVersion(2)) {
      try CommandLog(reading: Data(text.utf8), catalogue: Scene().registry().catalogue)
    }
  }

  @Test("Without a catalogue, or with an unknown name, a target is read as unreadable, and keeps its name")
  func unreadableTargets() throws {
    let data = try JSONEncoder().encode(NavigationTarget(Item(item: 1, mode: 2)))
    let blind = try JSONDecoder().decode(NavigationTarget.self, from: data)
    #expect(blind.id == Item.id)
    #expect(blind.value(as: Item.self) == nil)
    #expect(blind != NavigationTarget(Item(item: 1, mode: 2)))
    #expect(!blind.isSamePlace(as: blind))
    let again = try JSONDecoder().decode(NavigationTarget.self, from: JSONEncoder().encode(blind))
    #expect(again == blind)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(NavigationTarget.self, from: Data("{}".utf8)) }
  }

  @Test("Going to an unreadable target is answered, not carried out")
  func unreadableTargetsAreRejected() async throws {
    let router = try Scene().router()
    let target = NavigationTarget(unreadable: Item.id, reason: "It was cut off.")
    let rejection = PayloadRejection(id: Item.id, position: 0, reason: "It was cut off.")
    #expect(await router.perform(.push(target: target, policy: .single)) == .payloadRejected(rejection))
  }

  @Test("Every command survives being written and read")
  func codableCommands() throws {
    let item = NavigationTarget(Item(item: 1, mode: 2))
    let entry = RouterStack(root: item).root.id
    let commands: [NavigationCommand] =
      script + [
        .finish(entry), .revise(entry, item),
        .back(steps: 7), .popup(target: item, policy: .always), .show(path: [item], base: .root),
        .push(Item(item: 1, mode: 2), policy: .bringBack),
      ]
    let decoder = JSONDecoder()
    decoder.userInfo[.destinationCatalogue] = try Scene().registry().catalogue
    for command in commands where command != .push(Stranger()) {
      #expect(try decoder.decode(NavigationCommand.self, from: JSONEncoder().encode(command)) == command)
    }
  }
}
