import Foundation
import Navigation
import NavigationTesting
import Testing

@Suite("Many threads", .timeLimit(.minutes(10)))
@MainActor
struct ConcurrencyTests {
  /// Waits for real threads without blocking the main actor.
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

  @Test("Commands from eight threads are all carried out, each thread's in its order")
  func nothingIsLost() async throws {
    // Given a router that notes everything
    let threads = 8
    let each = 5_000
    let router = try Scene().router(configuration: RouterConfiguration(breadcrumbLimit: threads * each + 2_000))
    let queue = router.queue
    let root = router.stack.root.id
    // When eight threads send while the main actor performs
    async let traffic: Void = onThreads(threads) { thread in
      for number in 0..<each {
        queue.send(.revise(root, NavigationTarget(Board(number: thread * each + number))))
      }
    }
    for _ in 0..<1_000 {
      let outcome = await router.perform(.back())
      #expect(outcome == .atRoot)
    }
    await traffic
    _ = await router.perform(.back(steps: 0))
    // Then every command is there, in the order of its thread
    var next = (0..<threads).map { $0 * each }
    for event in router.breadcrumbs {
      guard case .revise(_, let target) = event.command, let board = target.value(as: Board.self) else { continue }
      let thread = board.number / each
      #expect(board.number == next[thread])
      next[thread] = board.number + 1
    }
    #expect(next == (1...threads).map { $0 * each })
    #expect(router.breadcrumbs.count == threads * each + 1_001)
  }

  @Test("Whoever performs gets exactly one outcome, from whatever thread")
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
    #expect(router.breadcrumbs.last?.number == 4_000)
  }

  @Test("Answers, dismissals and cancellations meet, and everybody gets exactly one end")
  func answersRace() async throws {
    let scene = Scene()
    let router = try scene.router()
    let queue = router.queue
    var ends = 0
    for round in 0..<300 {
      let shown = Gate()
      scene.onMake = { _ in shown.open() }
      let asking = Task { await queue.ask(Picker(title: "\(round)")) }
      await shown.wait()
      let visit = try #require(scene.pickers.last)
      async let threads: Void = onThreads(3) { thread in
        switch thread {
        case 0: visit.finish(with: "a")
        case 1: queue.send(.home)
        default: asking.cancel()
        }
      }
      _ = await asking.value
      ends += 1
      await threads
      _ = await router.perform(.home)
    }
    #expect(ends == 300)
    #expect(router.path == [Board.id])
  }

  /// Opens a gate when its owner goes away.
  private final class Lifetime: Sendable {
    private let end: Gate

    init(end: Gate) { self.end = end }

    deinit { end.open() }
  }

  @Test("Routers come and go while others send, and no command is lost")
  func routersComeAndGo() async throws {
    // Given a count of every command that any router carries out
    let queue = NavigationQueue()
    let registry = try Scene().registry()
    var carriedOut = 0
    let counter = NavigationInterceptor("count") { _, _ in
      carriedOut += 1
      return .proceed
    }
    let configuration = RouterConfiguration(interceptors: [counter])
    // When routers come and go while four threads send
    async let traffic: Void = onThreads(4) { _ in
      for _ in 0..<500 { queue.send(.back()) }
    }
    for _ in 0..<50 {
      let isGone = Gate()
      do {
        let lifetime = Lifetime(end: isGone)
        let router = try Router(registry, home: Board(number: 0), queue: queue, configuration: configuration) { _ in
          _ = lifetime
        }
        _ = await router.perform(.back())
      }
      await isGone.wait()
    }
    await traffic
    // Then the last one finds what the others left
    let last = try Router(registry, home: Board(number: 0), queue: queue, configuration: configuration)
    _ = await last.perform(.back())
    #expect(carriedOut == 2_051)
  }
}
