import Navigation
import NavigationTesting
import Testing

@Suite("Answers to the opener", .timeLimit(.minutes(10)))
@MainActor
struct AnswerTests {
  /// Opens a picker and waits until it is there.
  private func ask(
    _ scene: Scene,
    _ router: Router<ScriptedScreen>,
    in place: PresentationStyle = .popup
  ) async -> Task<NavigationAnswer<String>, Never> {
    let shown = Gate()
    scene.onMake = { _ in shown.open() }
    let queue = router.queue
    let task = Task { await queue.ask(Picker(title: "p"), in: place) }
    await shown.wait()
    return task
  }

  @Test("The answer arrives and the screen goes", arguments: PresentationStyle.allCases)
  func answers(place: PresentationStyle) async throws {
    let scene = Scene()
    let router = try scene.router()
    let task = await ask(scene, router, in: place)
    #expect(router.stack.popups.count == (place == .popup ? 1 : 0))
    scene.pickers[0].finish(with: "yes")
    #expect(await task.value == .answered("yes"))
    #expect(router.path == [Board.id])
  }

  @Test(
    "Every other way to leave dismisses",
    arguments: [.back(), .dismissPopup, .home, .newHome(Item(item: 1, mode: 0)), .quit, .open(link: "boards/4")]
      as [NavigationCommand]
  )
  func dismisses(command: NavigationCommand) async throws {
    let scene = Scene()
    let router = try scene.router()
    let task = await ask(scene, router)
    _ = await router.perform(command)
    #expect(await task.value == .dismissed)
    scene.pickers[0].finish(with: "late")
    #expect(await router.perform(.back(steps: 0)) == (command == .quit ? .closed : .unchanged(.nothingToDo)))
  }

  @Test("An answer that a guard holds back isn't delivered, and may be given again")
  func heldBack() async throws {
    let scene = Scene()
    let router = try scene.router()
    let task = await ask(scene, router)
    scene.screen("picker p")?.guardAnswer = { _ in .deny(reason: "Wait.") }
    scene.pickers[0].finish(with: "first")
    #expect(await router.perform(.back(steps: 0)) == .unchanged(.nothingToDo))
    #expect(router.stack.popups.count == 1)
    scene.screen("picker p")?.guardAnswer = { _ in .allow }
    scene.pickers[0].finish(with: "second")
    #expect(await task.value == .answered("second"))
  }

  @Test("A screen that isn't the one that was asked for answers nobody")
  func redirected() async throws {
    let scene = Scene()
    let elsewhere = NavigationInterceptor("elsewhere") { command, _ in
      command.target?.id == Picker.id ? .rewrite(.push(Item(item: 1, mode: 0))) : .proceed
    }
    let router = try scene.router(configuration: RouterConfiguration(interceptors: [elsewhere]))
    let answer = await router.queue.ask(Picker(title: "p"))
    guard case .notShown(let outcome) = answer else {
      Issue.record("shown: \(answer)")
      return
    }
    #expect(outcome.isMove)
    #expect(answer.value == nil)
  }

  @Test("Questions lie over each other, and each gets its own answer")
  func nested() async throws {
    let scene = Scene()
    let router = try scene.router()
    let outer = await ask(scene, router)
    let inner = await ask(scene, router)
    scene.pickers[1].finish(with: "inner")
    #expect(await inner.value == .answered("inner"))
    scene.pickers[0].finish(with: "outer")
    #expect(await outer.value == .answered("outer"))
  }

  @Test("Answering from below takes away what lies above")
  func answersFromBelow() async throws {
    let scene = Scene()
    let router = try scene.router()
    let outer = await ask(scene, router)
    let inner = await ask(scene, router)
    scene.pickers[0].finish(with: "outer")
    #expect(await outer.value == .answered("outer"))
    #expect(await inner.value == .dismissed)
  }

  @Test("A cancelled task gets its end at once; the screen stays")
  func cancelled() async throws {
    let scene = Scene()
    let router = try scene.router()
    let task = await ask(scene, router)
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(router.stack.popups.count == 1)
    scene.pickers[0].finish(with: "late")
    #expect(await router.perform(.back(steps: 0)) == .unchanged(.nothingToDo))
    #expect(router.stack.popups.isEmpty)
  }

  @Test("A task that was cancelled before it asks opens nothing")
  func cancelledBefore() async throws {
    let scene = Scene()
    let router = try scene.router()
    let queue = router.queue
    let start = Gate()
    let task = Task {
      await start.wait()
      return await queue.ask(Picker(title: "p"))
    }
    task.cancel()
    start.open()
    #expect(await task.value == .cancelled)
    #expect(router.breadcrumbs.isEmpty)
  }

  @Test("When the router goes, nobody waits for ever")
  func routerGoes() async throws {
    let scene = Scene()
    var router: Router<ScriptedScreen>? = try scene.router()
    let task = await ask(scene, try #require(router))
    router = nil
    #expect(await task.value == .dismissed)
  }
}
