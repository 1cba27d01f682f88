extension Router {
  /// Takes a command through interceptors, rules and guards, and carries out what is left of it.
  func decide(_ job: NavigationJob, _ rewrites: inout [NavigationRewrite]) async -> NavigationOutcome {
    guard !isClosed else { return .closed }
    let anchor = stack.top.id
    let command: NavigationCommand
    switch await intercepted(job.command, &rewrites) {
    case .success(let last): command = last
    case .failure(let stop): return stop.outcome
    }

    var allowed: Set<EntryID> = []
    while true {
      guard !isClosed else { return .closed }
      if command.isRelative, stack.top.id != anchor { return .superseded }
      let plan = reducer.plan(command, on: stack)
      guard plan.asksGuards, let index = guarded(above: plan.keep, notIn: allowed) else {
        return commit(plan, for: job)
      }
      let entry = stack.entries[index].id
      if let objection = await objection(of: index, to: command) { return objection }
      allowed.insert(entry)
    }
  }

  /// The topmost guarded entry that would go and wasn't asked yet.
  private func guarded(above keep: Int, notIn allowed: Set<EntryID>) -> Int? {
    var index = roles.count - 1
    while index >= keep {
      if roles[index].guardian != nil, !allowed.contains(stack.entries[index].id) { return index }
      index -= 1
    }
    return nil
  }

  /// Asks a screen whether it may go, and the person if the screen wants that; nil when it may.
  private func objection(of index: Int, to command: NavigationCommand) async -> NavigationOutcome? {
    guard let screen = roles[index].guardian else { return nil }
    let id = stack.entries[index].target.id
    let decision = PendingDecision(for: queue)
    defer { decision.close() }
    let confirm = configuration.confirm
    let question = PendingDecision.$current.withValue(decision) {
      Task { @MainActor () -> GuardDecision in
        switch await screen.canLeave(for: command) {
        case .confirm(let confirmation):
          await confirm(confirmation) ? .allow : .deny(reason: "\(confirmation.question) – \(confirmation.decline)")
        case let answer:
          answer
        }
      }
    }
    pendingQuestion = question
    let answer = await question.value
    pendingQuestion = nil
    if isPendingCancelled {
      isPendingCancelled = false
      return .cancelled
    }
    guard case .deny(let reason) = answer else { return nil }
    return .refused(by: id, reason: reason)
  }

  private struct Stop: Error {
    let outcome: NavigationOutcome
  }

  /// The command after links were resolved and all interceptors were content.
  private func intercepted(_ command: NavigationCommand, _ rewrites: inout [NavigationRewrite]) async -> Result<
    NavigationCommand, Stop
  > {
    var command = command
    var index = 0
    while true {
      switch reducer.resolved(command) {
      case .success(let resolved): command = resolved
      case .failure(let error): return .failure(Stop(outcome: .linkRejected(error)))
      }
      guard index < configuration.interceptors.count else { return .success(command) }
      let interceptor = configuration.interceptors[index]
      switch await verdict(of: interceptor, on: command) {
      case .proceed:
        index += 1
      case .block(let reason):
        return .failure(Stop(outcome: .blocked(by: interceptor.name, reason: reason)))
      case .rewrite(let other):
        rewrites.append(NavigationRewrite(interceptor: interceptor.name, command: other))
        guard rewrites.count <= configuration.rewriteLimit else {
          return .failure(Stop(outcome: .rewrittenTooOften(rewrites)))
        }
        command = other
        index = 0
      }
    }
  }

  private func verdict(of interceptor: NavigationInterceptor, on command: NavigationCommand) async
    -> NavigationInterceptor.Verdict
  {
    let decision = PendingDecision(for: queue)
    defer { decision.close() }
    return await PendingDecision.$current.withValue(decision) {
      await interceptor.examine(command, stack)
    }
  }
}
