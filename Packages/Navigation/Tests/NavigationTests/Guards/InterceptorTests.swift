import Navigation
import NavigationTesting
import Testing

@Suite("Interceptors", .timeLimit(.minutes(10)))
@MainActor
struct InterceptorTests {
  @MainActor
  private final class Session {
    var isSignedIn = false
  }

  @Test("Whoever isn't signed in is led to the sign-in and gets where he wanted to go afterwards")
  func signIn() async throws {
    // Given a place that needs a session
    let session = Session()
    let scene = Scene()
    let signIn = NavigationInterceptor("sign-in") { command, _ in
      let needsSession = command.targets.contains { $0.id == Report.id }
      return needsSession && !session.isSignedIn ? .rewrite(.push(SignIn())) : .proceed
    }
    let router = try scene.router(configuration: RouterConfiguration(interceptors: [signIn]))
    let wanted = NavigationCommand.open(link: "reports/q1?days=30")

    // When a link leads there without one
    #expect(await router.perform(wanted).isMove)
    #expect(router.path == [Board.id, SignIn.id])
    #expect(router.breadcrumbs.last?.rewrites.map(\.interceptor) == ["sign-in"])

    // Then with one it is shown
    session.isSignedIn = true
    _ = await router.perform(.back())
    #expect(await router.perform(wanted).isMove)
    #expect(router.path == [Board.id, Report.id])
  }

  @Test("A rewritten command is seen by all interceptors again, and a rewritten link is resolved again")
  func seesRewrites() async throws {
    var seen: [String] = []
    let configuration = RouterConfiguration(interceptors: [
      NavigationInterceptor("first") { command, _ in
        seen.append("first \(command)")
        return .proceed
      },
      NavigationInterceptor("second") { command, _ in
        command == .home ? .rewrite(.open(link: "boards/3")) : .proceed
      },
    ])
    let router = try Scene().router(configuration: configuration)
    _ = await router.perform(.home)
    #expect(seen == ["first home", "first show test.board from root"])
    #expect(router.targets == [NavigationTarget(Board(number: 3))])
  }

  @Test("Two interceptors that rewrite each other's commands are stopped, with the whole story")
  func loops() async throws {
    let configuration = RouterConfiguration(
      rewriteLimit: 4,
      interceptors: [
        NavigationInterceptor("ping") { command, _ in command == .home ? .rewrite(.dismissPopup) : .proceed },
        NavigationInterceptor("pong") { command, _ in command == .dismissPopup ? .rewrite(.home) : .proceed },
      ]
    )
    let router = try Scene().router(configuration: configuration)
    let outcome = await router.perform(.home)
    let names = ["ping", "pong", "ping", "pong", "ping"]
    guard case .rewrittenTooOften(let story) = outcome else {
      Issue.record("not stopped: \(outcome)")
      return
    }
    #expect(story.map(\.interceptor) == names)
    #expect(router.breadcrumbs.last?.rewrites.count == 5)
  }

  @Test("A malformed link reaches no interceptor")
  func malformedLinks() async throws {
    var calls = 0
    let counter = NavigationInterceptor("count") { _, _ in
      calls += 1
      return .proceed
    }
    let router = try Scene().router(configuration: RouterConfiguration(interceptors: [counter]))
    #expect(await router.perform(.open(link: "//")) == .linkRejected(.empty))
    #expect(calls == 0)
  }

  @Test("An interceptor's own command is queued; going back after the top changed meanwhile is superseded")
  func reentrant() async throws {
    let scene = Scene()
    var router: Router<ScriptedScreen>?
    var inner: NavigationOutcome?
    let configuration = RouterConfiguration(interceptors: [
      NavigationInterceptor("meddler") { command, _ in
        if command == .back() {
          inner = await router?.perform(.back(steps: 0))
          router?.force(.push(Item(item: 7, mode: 0)))
        }
        return .proceed
      }
    ])
    let made = try scene.router(configuration: configuration)
    router = made
    _ = await made.perform(.push(Item(item: 1, mode: 0)))
    #expect(await made.perform(.back()) == .superseded)
    #expect(inner == .queued)
    #expect(made.path.count == 3)
  }
}
