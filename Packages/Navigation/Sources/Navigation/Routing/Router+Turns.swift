extension Router {
  /// Carries out a command in its turn and says what came of it.
  public func perform(_ command: NavigationCommand) async -> NavigationOutcome {
    guard queue.claim() else { return await queue.perform(command) }
    let outcome = await run(NavigationJob(command: command))
    if queue.release() {
      Task { [weak self] in await Self.takeTurns { self } }
    }
    return outcome
  }

  /// Carries out a command before this call returns, if no other command is under way and no guard has to be asked.
  ///
  /// A person's next key then already finds the new screen.
  ///
  /// - Parameter command: The command.
  /// - Returns: The outcome, or nil when the command has to wait; nothing has changed then.
  public func performNow(_ command: NavigationCommand) -> NavigationOutcome? {
    guard queue.claim() else { return nil }
    defer {
      if queue.release() {
        Task { [weak self] in await Self.takeTurns { self } }
      }
    }
    guard !isClosed else { return .closed }
    let plan = reducer.plan(command, on: stack)
    guard !plan.asksGuards || !roles[plan.keep...].contains(where: { $0.guardian != nil }) else { return nil }
    return commit(plan, for: NavigationJob(command: command))
  }

  /// Carries out a command at once: before those that wait, and without asking interceptors and guards.
  ///
  /// A factory or an update that is at work is let finish first; the outcome is then ``NavigationOutcome/queued``.
  @discardableResult
  public func force(_ command: NavigationCommand) -> NavigationOutcome {
    if isPlacing {
      queue.send(command)
      return .queued
    }
    var outcome = NavigationOutcome.closed
    if !isClosed {
      let plan = reducer.plan(command, on: stack)
      outcome = commit(plan, for: NavigationJob(command: command))
    }
    record(command, rewrites: [], outcome: outcome, isForced: true)
    return outcome
  }

  /// Gives up the command for which a guard or a confirmation is being asked.
  public func cancelPending() {
    guard let pendingQuestion else { return }
    isPendingCancelled = true
    pendingQuestion.cancel()
  }

  /// Carries out the waiting commands, as long as somebody holds the router; what is left waits for the next one.
  static func takeTurns(of router: @MainActor () -> Router?) async {
    while await router()?.takeTurn() == true {}
  }

  private func takeTurn() async -> Bool {
    guard let job = queue.next() else { return false }
    _ = await run(job)
    return true
  }

  private func run(_ job: NavigationJob) async -> NavigationOutcome {
    var rewrites: [NavigationRewrite] = []
    let outcome = await decide(job, &rewrites)
    if let question = job.question, !isOpen(question) {
      question.settle(.notShown(outcome))
    }
    record(job.command, rewrites: rewrites, outcome: outcome, isForced: false)
    job.reply?(outcome)
    return outcome
  }

  private func isOpen(_ question: any OpenQuestion) -> Bool {
    roles.contains { $0.ticket?.question === question }
  }

  private func record(
    _ command: NavigationCommand,
    rewrites: [NavigationRewrite],
    outcome: NavigationOutcome,
    isForced: Bool
  ) {
    recorder.record(
      command,
      rewrites: rewrites,
      outcome: outcome,
      isForced: isForced,
      depth: stack.entries.count,
      at: configuration.now()
    )
  }
}
