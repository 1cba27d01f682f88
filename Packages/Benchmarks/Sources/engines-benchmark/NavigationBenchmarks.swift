import Foundation
import Navigation

/// Measurements of the router and its parsers, in nanoseconds per operation (median of several rounds).
@MainActor
enum NavigationBenchmarks {
  struct Page: Destination {
    static let id: DestinationID = "benchmark.page"
    var number: Int
  }

  struct Coin: Destination {
    static let id: DestinationID = "benchmark.coin"
    var coin: String
    var days: Int?
  }

  final class Screen: NavigationGuard {
    func canLeave(for command: NavigationCommand) async -> GuardDecision { .allow }
  }

  final class PlainScreen {}

  static func registry(guarded: Bool = false) throws -> DestinationRegistry<AnyObject> {
    let make: @MainActor () -> AnyObject = { guarded ? Screen() : PlainScreen() }
    return try DestinationRegistry { registrar in
      registrar.register(Page.self) { _, _ in make() }
      registrar.register(Coin.self, link: LinkRule("markets/:coin?days")) { _, _ in make() }
    }
  }

  static func router(depth: Int, guarded: Bool = false) async throws -> Router<AnyObject> {
    let router = try Router(registry(guarded: guarded), home: Page(number: 0))
    for number in 1..<depth { _ = await router.perform(.push(Page(number: number), policy: .always)) }
    return router
  }

  static func median(rounds: Int = 15, operations: Int, _ body: () async throws -> Void) async throws -> Double {
    var results: [Double] = []
    for _ in 0..<rounds {
      let start = ContinuousClock.now
      try await body()
      let time = (ContinuousClock.now - start).components
      results.append((Double(time.seconds) * 1e9 + Double(time.attoseconds) / 1e9) / Double(operations))
    }
    return results.sorted()[rounds / 2]
  }

  /// One command, pushing and going back in turn, on a stack of 100.
  ///
  /// The goal is 2,000 ns.
  static func commandAtDepth100() async throws -> Double {
    let router = try await router(depth: 100)
    return try await median(operations: 20_000) {
      for number in 0..<10_000 {
        _ = await router.perform(.push(Page(number: number), policy: .always))
        _ = await router.perform(.back())
      }
    }
  }

  /// A push that finds its page on top of a stack of 100.
  static func reuseAtDepth100() async throws -> Double {
    let router = try await router(depth: 100)
    return try await median(operations: 20_000) {
      for _ in 0..<20_000 { _ = await router.perform(.push(Page(number: 99))) }
    }
  }

  /// Pushing and going back where every screen has a guard that allows.
  static func guardedCommand() async throws -> Double {
    let router = try await router(depth: 100, guarded: true)
    return try await median(operations: 20_000) {
      for number in 0..<10_000 {
        _ = await router.perform(.push(Page(number: number), policy: .always))
        _ = await router.perform(.back())
      }
    }
  }

  /// The pure rules alone, on a stack of 100.
  static func reducerAtDepth100() async throws -> Double {
    let router = try await router(depth: 100)
    let reducer = NavigationReducer(catalogue: router.catalogue)
    var stack = router.stack
    return try await median(operations: 20_000) {
      for number in 0..<10_000 {
        _ = reducer.reduce(&stack, .push(Page(number: number), policy: .always))
        _ = reducer.reduce(&stack, .back())
      }
    }
  }

  /// One command sent through the queue, until all are carried out.
  static func signalledCommand() async throws -> Double {
    let router = try await router(depth: 100)
    return try await median(operations: 20_000) {
      for number in 0..<10_000 {
        router.queue.send(.push(Page(number: number), policy: .always))
        router.queue.send(.back())
      }
      _ = await router.perform(.back(steps: 0))
    }
  }

  /// Resolving a link to its payload and back stack.
  static func resolveLink() async throws -> Double {
    let catalogue = try registry().catalogue
    return try await median(operations: 5_000) {
      for _ in 0..<5_000 { _ = try catalogue.path(of: "markets/bitcoin?days=30") }
    }
  }

  /// Printing a link, with the check that it leads back.
  static func printLink() async throws -> Double {
    let catalogue = try registry().catalogue
    let target = NavigationTarget(Coin(coin: "bitcoin", days: 30))
    return try await median(operations: 5_000) {
      for _ in 0..<5_000 { _ = try catalogue.link(to: target) }
    }
  }

  /// Reading a restoration document of 100 pages.
  static func readDocument() async throws -> Double {
    let router = try await router(depth: 100)
    let document = try router.restorationDocument()
    return try await median(operations: 50) {
      for _ in 0..<50 { _ = RestorationDocument.read(document, catalogue: router.catalogue) }
    }
  }
}
