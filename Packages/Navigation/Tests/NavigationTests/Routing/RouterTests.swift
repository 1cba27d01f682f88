import Foundation
import Navigation
import Testing

@Suite("Router")
@MainActor
struct RouterTests {
  @Test("calls the screen container initially and after every change, but at no other time")
  func presents() async throws {
    // Given: a container that records the screens it shows
    let scene = Scene()
    var shown: [[String]] = []
    let router = try Router(scene.registry(), home: Board(number: 0)) { layers in
      shown.append([layers.page.name] + layers.popups.map(\.name) + [layers.top.name])
    }
    // When: the router receives commands, some of which change nothing
    _ = await router.perform(.push(Item(item: 1, mode: 0)))
    _ = await router.perform(.push(Item(item: 1, mode: 0)))
    _ = await router.perform(.popup(Picker(title: "p")))
    _ = await router.perform(.popup(Picker(title: "q"), policy: .always))
    _ = await router.perform(.push(Stranger()))
    _ = await router.perform(.home)
    // Then: the container was called only for changes
    #expect(
      shown == [
        ["board 0", "board 0"], ["item 1", "item 1"], ["item 1", "picker p", "picker p"],
        ["item 1", "picker p", "picker q", "picker q"], ["board 0", "board 0"],
      ]
    )
  }

  @available(macOS 15, iOS 18, *)
  @Test("carries out commands sent before the router was created, in order")
  func waitsForARouter() async throws {
    // Given: three commands sent before the router exists, the second by a sender that waits for the outcome
    let queue = NavigationQueue()
    queue.send(.push(Item(item: 1, mode: 0)))
    let outcome = Task(executorPreference: InlineExecutor()) { await queue.perform(.push(Item(item: 2, mode: 0))) }
    queue.send(.push(Item(item: 3, mode: 0)))
    // When: a router is created
    let router = try Router(Scene().registry(), home: Board(number: 0), queue: queue)
    // Then: the commands are carried out in order
    #expect(await outcome.value.isMove)
    _ = await router.perform(.back(steps: 0))
    #expect(
      router.targets == [NavigationTarget(Board(number: 0))] + (1...3).map { NavigationTarget(Item(item: $0, mode: 0)) }
    )
  }

  @Test("carries out a command sent by a guard after the command that the guard decides on")
  func guardsMaySend() async throws {
    let scene = Scene()
    let router = try scene.router()
    _ = await router.perform(.push(Item(item: 1, mode: 0)))
    var answer: NavigationOutcome?
    scene.screen("item 1")?.guardAnswer = { _ in
      answer = await router.perform(.push(Fussy(number: 2)))
      return .allow
    }
    #expect(await router.perform(.back()).isMove)
    #expect(answer == .queued)
    _ = await router.perform(.back(steps: 0))
    #expect(router.path == [Board.id, Fussy.id])
  }

  @Test("lets a screen revise its own payload without being notified")
  func revises() async throws {
    let scene = Scene()
    let router = try scene.router()
    _ = await router.perform(.push(Item(item: 1, mode: 0)))
    scene.items.first?.revise(Item(item: 1, mode: 4))
    _ = await router.perform(.back(steps: 0))
    #expect(router.targets.last == NavigationTarget(Item(item: 1, mode: 4)))
    #expect(scene.screen("item 1")?.updates == 0)
  }

  @Test("passes a new payload to the screen when a path leads to its place")
  func updatesOnTheWay() async throws {
    let scene = Scene()
    let router = try scene.router()
    _ = await router.perform(.push(Item(item: 1, mode: 0)))
    _ = await router.perform(.push(Fussy(number: 2)))
    let target = NavigationTarget(Item(item: 1, mode: 4))
    #expect(await router.perform(.show(path: [target], base: .home)).isMove)
    #expect(router.targets == [NavigationTarget(Board(number: 0)), target])
    #expect(scene.screen("item 1")?.updates == 1)
  }

  @Test("carries out a command synchronously unless a guard must be asked or another command is running")
  func performsNow() async throws {
    // Items have a guard, but boards don't.
    final class Plain {}
    let registry = try DestinationRegistry<AnyObject> { registrar in
      registrar.register(Board.self) { _, _ in Plain() }
      registrar.register(Item.self) { _, _ in ScriptedScreen("item") }
    }
    let router = try Router(registry, home: Board(number: 0))
    #expect(router.performNow(.push(Board(number: 1), policy: .always)) == .moved)
    #expect(router.performNow(.back()) == .moved)
    #expect(router.performNow(.back()) == .atRoot)
    #expect(router.performNow(.popup(Item(item: 1, mode: 0))) == .moved)
    #expect(router.performNow(.back()) == nil)
    #expect(router.path == [Board.id, Item.id])
    router.queue.send(.back())
    #expect(router.performNow(.push(Board(number: 1))) == nil)
    #expect(await router.perform(.quit) == .quit)
    #expect(router.performNow(.home) == .closed)
  }

  @Test("attaches one router per queue at a time, and accepts another router later")
  func oneRouterPerQueue() async throws {
    let queue = NavigationQueue()
    let registry = try Scene().registry()
    var first: Router<ScriptedScreen>? = try Router(registry, home: Board(number: 0), queue: queue)
    #expect(first?.path == [Board.id])
    #expect(throws: RouterStartError.queueInUse) { try Router(registry, home: Board(number: 1), queue: queue) }
    #expect(await queue.perform(.push(Item(item: 7, mode: 0))).isMove)
    #expect(first?.path.count == 2)
    first = nil
    queue.send(.push(Item(item: 1, mode: 0)))
    let second = try Router(registry, home: Board(number: 2), queue: queue)
    _ = await second.perform(.back(steps: 0))
    #expect(second.targets == [NavigationTarget(Board(number: 2)), NavigationTarget(Item(item: 1, mode: 0))])
  }

  @Test("changes nothing if a factory rejects a payload in the middle of a path")
  func pathsAreAllOrNothing() async throws {
    let scene = Scene()
    let router = try scene.router()
    let path = [
      NavigationTarget(Item(item: 1, mode: 0)), NavigationTarget(Fussy(number: -1)),
      NavigationTarget(Item(item: 2, mode: 0)),
    ]
    let before = router.targets
    let rejection = PayloadRejection(id: Fussy.id, position: 2, reason: "Negative numbers are not shown.")
    #expect(await router.perform(.show(path: path, base: .home)) == .payloadRejected(rejection))
    #expect(router.targets == before)
    // And: a screen that was created and discarded can't affect the next entry
    let dropped = try #require(scene.items.first)
    _ = await router.perform(.push(Item(item: 5, mode: 0)))
    dropped.revise(Item(item: 9, mode: 9))
    _ = await router.perform(.back(steps: 0))
    #expect(router.targets == [NavigationTarget(Board(number: 0)), NavigationTarget(Item(item: 5, mode: 0))])
  }

  @Test("carries out commands sent by a factory or the container after the current command")
  func factoriesMaySend() async throws {
    let scene = Scene()
    let router = try scene.router()
    scene.onMake = { screen in
      guard screen.name == "item 1" else { return }
      router.queue.send(.push(Item(item: 2, mode: 0)))
      #expect(router.performNow(.home) == nil)
    }
    #expect(await router.perform(.push(Item(item: 1, mode: 0))).isMove)
    #expect(router.path == [Board.id, Item.id])
    _ = await router.perform(.back(steps: 0))
    #expect(router.path == [Board.id, Item.id, Item.id])
  }

  @Test("keeps the old payload if a screen rejects a new one")
  func refusedUpdate() async throws {
    let registry = try DestinationRegistry<ScriptedScreen> { registrar in
      registrar.register(
        Item.self,
        onUpdate: { screen, item in
          guard item.mode < 5 else { throw ArrivalRefusal("Modes end at 4.") }
          screen.update()
          return screen
        },
        onArrive: { _, _ in ScriptedScreen("item") }
      )
    }
    let router = try Router(registry, home: Item(item: 1, mode: 0))
    #expect(await router.perform(.push(Item(item: 1, mode: 4))).isMove)
    let rejection = PayloadRejection(id: Item.id, position: 0, reason: "Modes end at 4.")
    #expect(await router.perform(.push(Item(item: 1, mode: 5))) == .payloadRejected(rejection))
    #expect(router.targets == [NavigationTarget(Item(item: 1, mode: 4))])
    #expect(router.layers.page.updates == 1)
  }

  @Test("asks the new screen's guard after a payload has replaced the old screen")
  func updateReplacesScreen() async throws {
    let registry = try DestinationRegistry<ScriptedScreen> { registrar in
      registrar.register(Board.self) { _, _ in ScriptedScreen("board") }
      registrar.register(
        Item.self,
        onUpdate: { _, item in ScriptedScreen("updated") { _ in .deny(reason: "Mode \(item.mode).") } },
        onArrive: { _, _ in ScriptedScreen("arrived") }
      )
    }
    let router = try Router(registry, home: Board(number: 0))
    _ = await router.perform(.push(Item(item: 1, mode: 0)))
    _ = await router.perform(.push(Item(item: 1, mode: 3)))
    #expect(router.layers.page.name == "updated")
    #expect(await router.perform(.back()) == .refused(by: Item.id, reason: "Mode 3."))
  }

  @Test("releases a removed screen")
  func freesScreens() async throws {
    let registry = try DestinationRegistry<ScriptedScreen> { registrar in
      registrar.register(Board.self) { _, _ in ScriptedScreen("board") }
    }
    let router = try Router(registry, home: Board(number: 0))
    _ = await router.perform(.push(Board(number: 1), policy: .always))
    weak let screen = router.layers.page
    #expect(screen != nil)
    _ = await router.perform(.back())
    #expect(screen == nil)
  }
}
