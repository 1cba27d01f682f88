/// The owner of the navigation stack and the only object that changes the visible screens.
///
/// The router carries out commands one at a time, in the order in which they were sent. It follows the navigation
/// rules, asks the guards of all screens that a command would remove, creates new screens, changes the stack and calls
/// the container. If any step fails, nothing changes.
@MainActor
public final class Router<Screen> {
  /// The queue that the router takes commands from.
  public let queue: NavigationQueue
  /// The open pages and popups.
  public private(set) var stack: RouterStack
  /// Whether a quit command has succeeded.
  ///
  /// The stack remains available for saving.
  public private(set) var isClosed = false

  let reducer: NavigationReducer
  private let registry: DestinationRegistry<Screen>
  private let confirm: @MainActor (LeaveConfirmation) async -> Bool
  private let present: (@MainActor (ScreenLayers<Screen>) -> Void)?
  private var screens: [Screen]

  /// Creates a router that shows its home page and carries out the commands waiting in the queue.
  ///
  /// The queue can have only one router at a time, and the depth limit is at least 1 entry. `present` shows the visible
  /// screens, initially and after every change. `confirm` asks the user a question from ``GuardDecision/confirm(_:)``,
  /// and returns whether to leave the screen. It must not show the question as a popup in this router, because the
  /// router is waiting. By default, `confirm` keeps the screen.
  ///
  /// The initializer throws an error if the home page can't be shown or the queue already has a router.
  public init(
    _ registry: DestinationRegistry<Screen>,
    home: some Destination,
    queue: NavigationQueue = NavigationQueue(),
    depthLimit: Int = 128,
    present: (@MainActor (ScreenLayers<Screen>) -> Void)? = nil,
    confirm: @escaping @MainActor (LeaveConfirmation) async -> Bool = { _ in false }
  ) throws(RouterStartError) {
    precondition(depthLimit >= 1, "The depth limit must be at least 1.")
    let target = NavigationTarget(home)
    if let problem = registry.catalog.problem(with: target) { throw .homeRejected(problem) }
    let stack = RouterStack(root: target)
    do throws(PayloadRejection) {
      screens = [try registry.makeScreen(target, at: 0, entry: stack.root.id, queue: queue)]
    } catch {
      throw .homeRejected(.payloadRejected(error))
    }
    self.registry = registry
    self.queue = queue
    self.stack = stack
    self.confirm = confirm
    self.present = present
    reducer = NavigationReducer(catalog: registry.catalog, depthLimit: depthLimit)
    let isFree = queue.attach(self) { [weak self] in
      Task { @MainActor in await Self.carryOutWaiting { self } }
    }
    guard isFree else { throw .queueInUse }
    present?(layers)
  }

  deinit {
    queue.detach(ObjectIdentifier(self))
  }

  /// The program's destinations, without their screens.
  public var catalog: DestinationCatalog { registry.catalog }

  /// The visible screens.
  public var layers: ScreenLayers<Screen> {
    ScreenLayers(
      page: screens[stack.pageCount - 1],
      below: stack.pageCount > 1 ? screens[stack.pageCount - 2] : nil,
      popups: Array(screens[stack.pageCount...])
    )
  }

  // MARK: Turns

  /// Carries out a command when its turn comes, and returns the outcome.
  public func perform(_ command: NavigationCommand) async -> NavigationOutcome {
    guard queue.claim() else { return await queue.perform(command) }
    defer { giveBackTurn() }
    return await carryOut(command)
  }

  /// Carries out a command synchronously, or returns `nil` without changing anything if the command would have to wait.
  ///
  /// A command has to wait for other commands and for guards. If it doesn't have to wait, carrying it out immediately
  /// ensures that the new screen receives the user's next key press.
  public func performNow(_ command: NavigationCommand) -> NavigationOutcome? {
    guard queue.claim() else { return nil }
    defer { giveBackTurn() }
    guard !isClosed else { return .closed }
    let plan = reducer.plan(command, on: stack)
    guard !asksGuards(plan) || !screens[plan.keep...].contains(where: { $0 is any NavigationGuard }) else { return nil }
    return commit(plan)
  }

  private func giveBackTurn() {
    guard queue.release() else { return }
    Task { [weak self] in await Self.carryOutWaiting { self } }
  }

  /// Carries out waiting commands while the router exists, and leaves the rest for the next router.
  private static func carryOutWaiting(for router: @MainActor () -> Router?) async {
    while await router()?.carryOutNext() == true {}
  }

  private func carryOutNext() async -> Bool {
    guard let job = queue.next() else { return false }
    let outcome = await carryOut(job.command)
    job.reply?(outcome)
    return true
  }

  // MARK: Guards

  private func carryOut(_ command: NavigationCommand) async -> NavigationOutcome {
    guard !isClosed else { return .closed }
    let plan = reducer.plan(command, on: stack)
    if asksGuards(plan) {
      for index in screens.indices[plan.keep...].reversed() {
        if let refusal = await refusal(ofEntry: index, to: command) { return refusal }
      }
    }
    return commit(plan)
  }

  private func asksGuards(_ plan: NavigationPlan) -> Bool { plan.outcome.isMove || plan.outcome == .quit }

  /// Returns the outcome if an entry's guard denies removal, or `nil` if the entry may be removed.
  private func refusal(ofEntry index: Int, to command: NavigationCommand) async -> NavigationOutcome? {
    guard let screen = screens[index] as? any NavigationGuard else { return nil }
    let decision = PendingDecision(for: queue)
    defer { decision.close() }
    let confirm = confirm
    let reason: String? = await PendingDecision.$current.withValue(decision) {
      switch await screen.canLeave(for: command) {
      case .allow: nil
      case .deny(let reason): reason
      case .confirm(let question):
        await confirm(question) ? nil : "\(question.question) – \(question.decline)"
      }
    }
    return reason.map { .refused(by: stack.entries[index].target.id, reason: $0) }
  }

  // MARK: Screens

  /// Creates the new screens, and changes the stack only if all screens were created.
  private func commit(_ plan: NavigationPlan) -> NavigationOutcome {
    if plan.outcome == .quit { isClosed = true }
    guard plan.outcome.isMove || plan.revision != nil else { return plan.outcome }
    do throws(PayloadRejection) {
      let updated = try updatedScreen(plan)
      var added: [Screen] = []
      for (offset, entry) in stack.upcomingEntries(plan.added.count).enumerated() {
        added.append(
          try registry.makeScreen(plan.added[offset], at: plan.keep + offset, entry: entry, queue: queue)
        )
      }
      // Keep the removed screens until the container has been called, because the router must be in a consistent
      // state when their deinitializers run.
      let removed = Array(screens[plan.keep...])
      screens.removeSubrange(plan.keep...)
      screens += added
      if let updated, let index = plan.revision?.index { screens[index] = updated }
      stack.apply(plan)
      present?(layers)
      withExtendedLifetime(removed) {}
      return plan.outcome
    } catch {
      stack.skipEntries(plan.added.count)
      return .payloadRejected(error)
    }
  }

  private func updatedScreen(_ plan: NavigationPlan) throws(PayloadRejection) -> Screen? {
    guard let revision = plan.revision, revision.isTold, let update = registry.factories[revision.target.id]?.update
    else { return nil }
    do {
      return try update(screens[revision.index], revision.target)
    } catch {
      throw PayloadRejection(id: revision.target.id, position: revision.index, reason: String(describing: error))
    }
  }
}

/// The visible screens.
public struct ScreenLayers<Screen> {
  /// The page at the top of the stack.
  public let page: Screen
  /// The page below the top page, which a wide window can show beside it, or `nil` at the root.
  public let below: Screen?
  /// The popups over the page, topmost last.
  public let popups: [Screen]

  /// The screen that receives keyboard and mouse input: the topmost popup or, if there are no popups, the page.
  public var top: Screen { popups.last ?? page }
}

/// The reason why a router can't be created.
public enum RouterStartError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The home page can't be shown.
  case homeRejected(NavigationOutcome)
  /// The queue already has a router.
  case queueInUse

  /// A description of the error with a suggested fix.
  public var description: String {
    switch self {
    case .homeRejected(let outcome): "The home screen can't be shown. \(outcome)"
    case .queueInUse: "Another router uses this queue. Give each router its own queue."
    }
  }
}
