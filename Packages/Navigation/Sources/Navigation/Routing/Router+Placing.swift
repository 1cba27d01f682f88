extension Router {
  /// Makes the screens that a plan needs, and only when all of them are there changes the stack.
  func commit(_ plan: NavigationPlan, for job: NavigationJob) -> NavigationOutcome {
    if plan.outcome == .quit { return close() }
    guard plan.isChange else { return plan.outcome }

    isPlacing = true
    defer { isPlacing = false }
    do throws(PayloadRejection) {
      let updated = try updatedScreen(plan)
      let added = try addedScreens(plan)
      place(plan, updated, added, for: job)
      return plan.outcome
    } catch {
      // Screens that were made and dropped know their entries' identities, which must not come again.
      stack.skipEntries(plan.added.count)
      return .payloadRejected(error)
    }
  }

  private func place(_ plan: NavigationPlan, _ updated: Screen?, _ added: [Screen], for job: NavigationJob) {
    let finished = finishedIndex(job.command)
    // Held until the end, so that what a screen does when it is freed finds the router in order.
    var removed: [Screen] = []
    var ended: [(ticket: QuestionTicket, isFinished: Bool)] = []
    while screens.count > plan.keep {
      removed.append(screens.removeLast())
      guard let ticket = roles.removeLast().ticket else { continue }
      ended.append((ticket, roles.count == finished))
    }
    stack.apply(plan)
    if let updated, let index = plan.revision?.index {
      screens[index] = updated
      roles[index].guardian = updated as? any NavigationGuard
    }
    for screen in added {
      screens.append(screen)
      roles.append(ScreenRole(guardian: screen as? any NavigationGuard))
    }
    if let question = job.question, !added.isEmpty, stack.top.target.id == question.id {
      roles[roles.count - 1].ticket = QuestionTicket(question)
    }
    settle(ended, answer: job.answer)
    present?(presentation)
    withExtendedLifetime(removed) {}
  }

  /// The place of the entry that hands over an answer, before it goes.
  private func finishedIndex(_ command: NavigationCommand) -> Int? {
    guard case .finish(let entry) = command else { return nil }
    return stack.index(of: entry)
  }

  /// Tells those who asked a removed screen: its answer to one, to all others that there is none.
  private func settle(_ ended: [(ticket: QuestionTicket, isFinished: Bool)], answer: (any Sendable)?) {
    for (ticket, isFinished) in ended {
      if isFinished, let answer {
        ticket.question.settle(.answered(answer))
      } else {
        ticket.question.settle(.dismissed)
      }
    }
  }

  /// Ends all moving.
  ///
  /// The stack stays, so that it can be saved.
  private func close() -> NavigationOutcome {
    isClosed = true
    for index in roles.indices {
      roles[index].ticket?.question.settle(.dismissed)
      roles[index].ticket = nil
    }
    return .quit
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

  private func addedScreens(_ plan: NavigationPlan) throws(PayloadRejection) -> [Screen] {
    var added: [Screen] = []
    for offset in plan.added.indices {
      let entry = stack.upcomingEntry(offset)
      added.append(try registry.makeScreen(plan.added[offset], at: plan.keep + offset, entry: entry, queue: queue))
    }
    return added
  }
}

extension DestinationRegistry {
  /// Has a factory make the screen for a target that the catalogue has found to be fine.
  @MainActor
  func makeScreen(
    _ target: NavigationTarget,
    at position: Int,
    entry: EntryID,
    queue: NavigationQueue
  ) throws(PayloadRejection) -> Screen {
    guard let factory = factories[target.id] else {
      preconditionFailure("The catalogue and the factories of a registry differ: \(target.id)")
    }
    do {
      return try factory.make(target, entry, queue)
    } catch {
      throw PayloadRejection(id: target.id, position: position, reason: String(describing: error))
    }
  }
}
