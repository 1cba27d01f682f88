/// The owner of the stack: takes commands in their order, asks whoever has a say, makes the screens and places them.
///
/// Nobody else changes what is shown. A command goes this way: link resolved, interceptors, rules
/// (``NavReducer``), guards of every screen that would go, factories, stack, answers, presentation, event. Whatever
/// stops it on the way leaves everything as it was.
@MainActor
public final class Router<Screen>: Routing {
  /// Where commands come from.
  public let signal: NavSignal
  /// The pages and popups as they are.
  public internal(set) var stack: NavStack
  /// Whether a command to quit went through.
  public internal(set) var isClosed = false
  /// What destinations there are.
  public var catalogue: DestinationCatalogue { reducer.catalogue }

  /// The root with which the router began.
  let home: NavTarget
  let registry: DestinationRegistry<Screen>
  let reducer: NavReducer
  let configuration: RouterConfiguration
  let present: (@MainActor (Presentation<Screen>) -> Void)?
  /// The screens, one for each entry of the stack.
  var screens: [Screen]
  /// What is kept beside each of them.
  var roles: [ScreenRole]
  var recorder: EventRecorder
  /// The guard that is being asked.
  var pendingQuestion: Task<LeaveDecision, Never>?
  var isPendingCancelled = false
  /// Whether factories are at work, which may not change the stack under the router's feet.
  var isPlacing = false

  /// Makes a router that shows its home, and then begins with the commands that wait already.
  ///
  /// - Parameters:
  ///   - registry: The destinations.
  ///   - home: The first root.
  ///   - signal: Where commands come from; one router per signal.
  ///   - configuration: Limits, interceptors, confirmation, clock.
  ///   - present: Called with what is to be shown, at first and after every change, on the main actor.
  /// - Throws: ``RouterStartError`` when home can't be shown or the signal is taken.
  public init(
    _ registry: DestinationRegistry<Screen>,
    home: some Destination,
    signal: NavSignal = NavSignal(),
    configuration: RouterConfiguration = RouterConfiguration(),
    present: (@MainActor (Presentation<Screen>) -> Void)? = nil
  ) throws(RouterStartError) {
    let target = NavTarget(home)
    if let problem = registry.catalogue.problem(with: target) { throw .homeRejected(problem) }
    let stack = NavStack(root: target)
    let screen: Screen
    do throws(PayloadRejection) {
      screen = try registry.makeScreen(target, at: 0, entry: stack.root.id, signal: signal)
    } catch {
      throw .homeRejected(.payloadRejected(error))
    }
    self.home = target
    self.registry = registry
    self.signal = signal
    self.stack = stack
    self.configuration = configuration
    self.present = present
    reducer = NavReducer(catalogue: registry.catalogue, depthLimit: configuration.depthLimit)
    screens = [screen]
    roles = [ScreenRole(guardian: screen as? any LeaveGuarding)]
    recorder = EventRecorder(limit: configuration.breadcrumbLimit)
    try listen()
    present?(presentation)
  }

  deinit {
    signal.detach(ObjectIdentifier(self))
  }

  /// What is shown.
  public var presentation: Presentation<Screen> {
    Presentation(
      page: screens[stack.pageCount - 1],
      popups: Array(screens[stack.pageCount...]),
      canGoBack: screens.count > 1
    )
  }

  /// The latest events, the oldest first.
  public var breadcrumbs: [NavEvent] { recorder.latest }

  /// Every event from now on.
  ///
  /// Each caller gets its own stream, which keeps what isn't read yet.
  public func events() -> AsyncStream<NavEvent> { recorder.stream() }

  /// The log of the commands that are still among the breadcrumbs, for bug reports and replay.
  public var log: CommandLog { CommandLog(home: home, events: breadcrumbs) }

  private func listen() throws(RouterStartError) {
    let signal = signal
    let isFree = signal.attach(self) { [weak self] in
      Task { @MainActor in
        await Self.takeTurns { self }
      }
    }
    guard isFree else { throw .signalInUse }
  }
}
