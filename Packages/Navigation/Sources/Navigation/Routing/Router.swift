/// The owner of the stack: takes commands in their order, asks whoever has a say, makes the screens and places them.
///
/// Nobody else changes what is shown. A command goes this way: link resolved, interceptors, rules
/// (``NavigationReducer``), guards of every screen that would go, factories, stack, answers, presentation, event. Whatever
/// stops it on the way leaves everything as it was.
@MainActor
public final class Router<Screen>: Routing {
  /// Where commands come from.
  public let queue: NavigationQueue
  /// The pages and popups as they are.
  public internal(set) var stack: RouterStack
  /// Whether a command to quit went through.
  public internal(set) var isClosed = false
  /// What destinations there are.
  public var catalogue: DestinationCatalogue { reducer.catalogue }

  /// The root with which the router began.
  let home: NavigationTarget
  let registry: DestinationRegistry<Screen>
  let reducer: NavigationReducer
  let configuration: RouterConfiguration
  let present: (@MainActor (ScreenLayers<Screen>) -> Void)?
  /// The screens, one for each entry of the stack.
  var screens: [Screen]
  /// What is kept beside each of them.
  var roles: [ScreenRole]
  var recorder: EventRecorder
  /// The guard that is being asked.
  var pendingQuestion: Task<GuardDecision, Never>?
  var isPendingCancelled = false
  /// Whether factories are at work, which may not change the stack under the router's feet.
  var isPlacing = false

  /// Makes a router that shows its home, and then begins with the commands that wait already.
  ///
  /// - Parameters:
  ///   - registry: The destinations.
  ///   - home: The first root.
  ///   - queue: Where commands come from; one router per queue.
  ///   - configuration: Limits, interceptors, confirmation, clock.
  ///   - present: Called with what is to be shown, at first and after every change, on the main actor.
  /// - Throws: ``RouterStartError`` when home can't be shown or the queue is taken.
  public init(
    _ registry: DestinationRegistry<Screen>,
    home: some Destination,
    queue: NavigationQueue = NavigationQueue(),
    configuration: RouterConfiguration = RouterConfiguration(),
    present: (@MainActor (ScreenLayers<Screen>) -> Void)? = nil
  ) throws(RouterStartError) {
    let target = NavigationTarget(home)
    if let problem = registry.catalogue.problem(with: target) { throw .homeRejected(problem) }
    let stack = RouterStack(root: target)
    let screen: Screen
    do throws(PayloadRejection) {
      screen = try registry.makeScreen(target, at: 0, entry: stack.root.id, queue: queue)
    } catch {
      throw .homeRejected(.payloadRejected(error))
    }
    self.home = target
    self.registry = registry
    self.queue = queue
    self.stack = stack
    self.configuration = configuration
    self.present = present
    reducer = NavigationReducer(catalogue: registry.catalogue, depthLimit: configuration.depthLimit)
    screens = [screen]
    roles = [ScreenRole(guardian: screen as? any NavigationGuard)]
    recorder = EventRecorder(limit: configuration.breadcrumbLimit)
    try listen()
    present?(presentation)
  }

  deinit {
    queue.detach(ObjectIdentifier(self))
  }

  /// What is shown.
  public var presentation: ScreenLayers<Screen> {
    ScreenLayers(
      page: screens[stack.pageCount - 1],
      popups: Array(screens[stack.pageCount...]),
      canGoBack: screens.count > 1
    )
  }

  /// The latest events, the oldest first.
  public var breadcrumbs: [NavigationEvent] { recorder.latest }

  /// Every event from now on.
  ///
  /// Each caller gets its own stream, which keeps what isn't read yet.
  public func events() -> AsyncStream<NavigationEvent> { recorder.stream() }

  /// The log of the commands that are still among the breadcrumbs, for bug reports and replay.
  public var log: CommandLog { CommandLog(home: home, events: breadcrumbs) }

  private func listen() throws(RouterStartError) {
    let queue = queue
    let isFree = queue.attach(self) { [weak self] in
      Task { @MainActor in
        await Self.takeTurns { self }
      }
    }
    guard isFree else { throw .signalInUse }
  }
}
