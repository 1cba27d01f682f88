import Navigation
import NavigationTesting
import Testing

@Suite("Navigation guards")
@MainActor
struct GuardTests {
  @Test("passes the command that would remove a screen to the screen's guard")
  func knowsTheCommand() async throws {
    let scene = Scene()
    let router = try scene.router()
    _ = await router.perform(.push(Item(item: 1, mode: 0)))
    _ = await router.perform(.open(link: "boards/3"))
    #expect(scene.screen("item 1")?.departures == [.open(link: "boards/3")])
  }

  @Test("keeps a screen that requires confirmation if the router can't ask the user")
  func nobodyConfirms() async throws {
    let scene = Scene()
    let router = try scene.router()
    _ = await router.perform(.push(Item(item: 1, mode: 0)))
    scene.screen("item 1")?.guardAnswer = { _ in .confirm(LeaveConfirmation(question: "Discard?")) }
    #expect(await router.perform(.quit) == .refused(by: Item.id, reason: "Discard? – Stay"))
    #expect(!router.isClosed)
  }

  @Test("asks the guards of all screens before quitting, the root's last")
  func quitting() async throws {
    let scene = Scene()
    let router = try scene.router(home: Item(item: 1, mode: 0))
    _ = await router.perform(.push(Item(item: 2, mode: 0)))
    var asked: [String] = []
    for item in 1...2 {
      scene.screen("item \(item)")?.guardAnswer = { _ in
        asked.append("\(item)")
        return item == 1 ? .deny(reason: "No.") : .allow
      }
    }
    #expect(await router.perform(.quit) == .refused(by: Item.id, reason: "No."))
    #expect(asked == ["2", "1"])
    #expect(!router.isClosed)
    #expect(router.performNow(.quit) == nil)
  }

  @Test("keeps all screens if the user declines the second of two confirmations")
  func asksOneAfterTheOther() async throws {
    let scene = Scene()
    var questions: [String] = []
    let router = try scene.router(confirm: { question in question.question == "2?" })
    for item in 1...2 { _ = await router.perform(.push(Item(item: item, mode: 0))) }
    for item in 1...2 {
      scene.screen("item \(item)")?.guardAnswer = { _ in
        questions.append("\(item)")
        return .confirm(LeaveConfirmation(question: "\(item)?"))
      }
    }
    #expect(await router.perform(.home) == .refused(by: Item.id, reason: "1? – Stay"))
    #expect(questions == ["2", "1"])
    #expect(router.path.count == 3)
  }

  @Test("delays later commands while a guard decides, and keeps their order")
  func holdsUpOthers() async throws {
    // Given: a guard that takes a while to decide
    let scene = Scene()
    let router = try scene.router()
    let thinking = Gate()
    let enough = Gate()
    _ = await router.perform(.push(Item(item: 1, mode: 0)))
    scene.screen("item 1")?.guardAnswer = { _ in
      thinking.open()
      await enough.wait()
      return .allow
    }
    // When: other callers send commands in the meantime
    async let back = router.perform(.back())
    await thinking.wait()
    for item in 2...9 { router.queue.send(.push(Item(item: item, mode: 0))) }
    #expect(router.path == [Board.id, Item.id])
    enough.open()
    // Then: all commands are carried out in order
    #expect(await back.isMove)
    _ = await router.perform(.back(steps: 0))
    #expect(router.targets.dropFirst().elementsEqual((2...9).map { NavigationTarget(Item(item: $0, mode: 0)) }))
  }

  @Test("lets a guard wait for another router, even indirectly")
  func otherRouters() async throws {
    let scene = Scene()
    let router = try scene.router()
    let other = try scene.router(home: Board(number: 9))
    _ = await router.perform(.push(Item(item: 1, mode: 0)))
    var inner: NavigationOutcome?
    var late: Task<NavigationOutcome, Never>?
    let released = Gate()
    scene.screen("item 1")?.guardAnswer = { _ in
      inner = await other.perform(.push(Item(item: 2, mode: 0)))
      late = Task {
        await released.wait()
        return await router.perform(.push(Item(item: 3, mode: 0)))
      }
      return .allow
    }
    #expect(await router.perform(.back()).isMove)
    #expect(inner?.isMove == true)
    // A task that outlives the decision waits as usual.
    released.open()
    #expect(await late?.value.isMove == true)
  }

  @Test("avoids a deadlock when two routers' guards wait for each other")
  func crossedRouters() async throws {
    let scene = Scene()
    let one = try scene.router()
    let two = try scene.router()
    _ = await one.perform(.push(Item(item: 1, mode: 0)))
    _ = await two.perform(.push(Item(item: 2, mode: 0)))
    var deepest: NavigationOutcome?
    scene.screen("item 1")?.guardAnswer = { _ in
      _ = await two.perform(.back())
      return .allow
    }
    scene.screen("item 2")?.guardAnswer = { _ in
      deepest = await one.perform(.home)
      return .allow
    }
    #expect(await one.perform(.back()).isMove)
    #expect(deepest == .queued)
    #expect(two.path == [Board.id])
  }
}
