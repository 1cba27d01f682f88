import Foundation
import Navigation
import NavigationTesting
import Testing

@Suite("Navigation from many threads")
@MainActor
struct ConcurrencyTests {
  private nonisolated func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
    let group = DispatchGroup()
    for index in 0..<count {
      group.enter()
      let thread = Thread {
        body(index)
        group.leave()
      }
      thread.start()
    }
    await withCheckedContinuation { continuation in
      group.notify(queue: .global()) { continuation.resume() }
    }
  }

  @Test("carries out each thread's commands in order when eight threads send commands")
  func nothingIsLost() async throws {
    // Given: a root that records its payloads
    let threads = 8
    let each = 5_000
    var numbers: [Int] = []
    let registry = try DestinationRegistry<String> { registrar in
      registrar.register(
        Board.self,
        onUpdate: { screen, board in
          numbers.append(board.number)
          return screen
        },
        onArrive: { _, _ in "board" }
      )
    }
    let router = try Router(registry, home: Board(number: -1))
    let queue = router.queue
    // When: eight threads send commands while the main actor also performs commands
    async let traffic: Void = onThreads(threads) { thread in
      for number in 0..<each { queue.send(.push(Board(number: thread * each + number))) }
    }
    for _ in 0..<1_000 {
      let outcome = await router.perform(.back())
      #expect(outcome == .atRoot)
    }
    await traffic
    _ = await router.perform(.back(steps: 0))
    // Then: every command was carried out, in its thread's order
    var next = (0..<threads).map { $0 * each }
    for number in numbers {
      let thread = number / each
      #expect(number == next[thread])
      next[thread] = number + 1
    }
    #expect(next == (1...threads).map { $0 * each })
  }

  @Test("returns exactly one outcome for every navigation command, whichever thread sends it")
  func everybodyGetsAnOutcome() async throws {
    let router = try Scene().router()
    let queue = router.queue
    let outcomes = await withTaskGroup(of: Int.self) { @MainActor group in
      for task in 0..<8 {
        group.addTask {
          var moves = 0
          for number in 0..<500 {
            if await queue.perform(.push(Item(item: task, mode: number), policy: .bringBack)).isMove { moves += 1 }
          }
          return moves
        }
      }
      var total = 0
      for await moves in group { total += moves }
      return total
    }
    #expect(outcomes == 4_000)
  }

  /// An object that opens a gate when its owner is released.
  private final class Lifetime: Sendable {
    private let end: Gate

    init(end: Gate) { self.end = end }

    deinit { end.open() }
  }

  @Test("loses no navigation command when routers are replaced")
  func routersComeAndGo() async throws {
    // Given: senders that wait for the outcomes of their commands
    let queue = NavigationQueue()
    let registry = try Scene().registry()
    async let outcomes = withTaskGroup(of: Int.self) { group in
      for _ in 0..<500 {
        group.addTask { await queue.perform(.back()) == .atRoot ? 1 : 0 }
      }
      return await group.reduce(0, +)
    }
    // When: routers are created and released in the meantime
    for _ in 0..<50 {
      let isGone = Gate()
      do {
        let lifetime = Lifetime(end: isGone)
        let router = try Router(registry, home: Board(number: 0), queue: queue) { _ in
          _ = lifetime
        }
        _ = await router.perform(.back())
      }
      await isGone.wait()
    }
    // Then: the last router carries out the remaining commands
    let last = try Router(registry, home: Board(number: 0), queue: queue)
    #expect(await outcomes == 500)
    #expect(last.path == [Board.id])
  }
}
