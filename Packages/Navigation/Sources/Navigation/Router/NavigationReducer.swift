/// The effect of a command on a stack if no guard objects.
struct NavigationPlan: Equatable {
  struct Revision: Equatable {
    let index: Int
    let target: NavigationTarget
    /// Whether to notify the screen, which is unnecessary if the screen itself sent the new payload.
    let isTold: Bool
  }

  let outcome: NavigationOutcome
  /// The number of entries to keep, counted from the bottom; the router asks the guards of all other entries.
  let keep: Int
  var added: [NavigationTarget] = []
  var style = PresentationStyle.page
  var revision: Revision?
}

/// The navigation rules as a pure function, without the guards and factories that the router adds.
struct NavigationReducer: Sendable {
  let catalog: DestinationCatalog
  /// The maximum number of entries, which is at least 1.
  let depthLimit: Int

  /// Returns the plan for a command.
  ///
  /// - Complexity: O(*n*) for *n* added entries, or for *n* pages if the command searches or compares pages.
  func plan(_ command: NavigationCommand, on stack: RouterStack) -> NavigationPlan {
    switch command {
    case .back(let steps): back(steps, on: stack)
    case .push(let target, let policy): place(target, policy, as: .page, on: stack)
    case .popup(let target, let policy): place(target, policy, as: .popup, on: stack)
    case .home:
      stack.entries.count == 1 ? stay(.unchanged(.alreadyShown), on: stack) : NavigationPlan(outcome: .moved, keep: 1)
    case .deliver(let target, let steps): deliver(target, steps, on: stack)
    case .newHome(let path): newHome(path, on: stack)
    case .show(let path, let base): show(path, base, on: stack)
    case .open(let link): open(link, on: stack)
    case .revise(let entry, let target): revise(entry, target, on: stack)
    case .quit: NavigationPlan(outcome: .quit, keep: 0)
    }
  }

  private func stay(_ outcome: NavigationOutcome, on stack: RouterStack) -> NavigationPlan {
    NavigationPlan(outcome: outcome, keep: stack.entries.count)
  }

  /// Returns a plan that keeps the lowest entries and adds new ones, or changes nothing if the stack would be too deep.
  private func move(
    on stack: RouterStack,
    keep: Int,
    adding added: [NavigationTarget] = [],
    as style: PresentationStyle = .page,
    revision: NavigationPlan.Revision? = nil
  ) -> NavigationPlan {
    guard added.isEmpty || keep + added.count <= depthLimit else {
      return stay(.tooDeep(limit: depthLimit), on: stack)
    }
    return NavigationPlan(outcome: .moved, keep: keep, added: added, style: style, revision: revision)
  }

  private func back(_ steps: Int, on stack: RouterStack) -> NavigationPlan {
    guard steps > 0 else { return stay(.unchanged(.nothingToDo), on: stack) }
    guard stack.entries.count > 1 else { return stay(.atRoot, on: stack) }
    return NavigationPlan(outcome: .moved, keep: max(1, stack.entries.count - steps))
  }

  /// Returns a plan that goes back by a number of steps, or to the root, and updates the entry that is then at the top.
  private func deliver(_ target: NavigationTarget, _ steps: Int?, on stack: RouterStack) -> NavigationPlan {
    if let problem = catalog.problem(with: target) { return stay(problem, on: stack) }
    let back = steps.map { self.back($0, on: stack) } ?? NavigationPlan(outcome: .moved, keep: 1)
    guard back.outcome.isMove else { return back }
    let index = back.keep - 1
    let present = stack.entries[index]
    guard present.target.id == target.id else {
      let reason = "The screen to go back to is \(present.target.id)."
      return stay(.payloadRejected(PayloadRejection(id: target.id, position: 0, reason: reason)), on: stack)
    }
    if present.target == target {
      return back.keep == stack.entries.count ? stay(.unchanged(.alreadyShown), on: stack) : back
    }
    guard updatesInPlace(target) else { return move(on: stack, keep: index, adding: [target], as: present.style) }
    return move(on: stack, keep: back.keep, revision: .init(index: index, target: target, isTold: true))
  }

  // MARK: Pages and popups

  private func place(
    _ target: NavigationTarget,
    _ policy: PushPolicy,
    as style: PresentationStyle,
    on stack: RouterStack
  ) -> NavigationPlan {
    if let problem = catalog.problem(with: target) { return stay(problem, on: stack) }
    let range = style == .page ? 0..<stack.pageCount : stack.pageCount..<stack.entries.count
    let match: Int? =
      switch policy {
      case .always: nil
      case .single: range.last.flatMap { stack.entries[$0].target.isSamePlace(as: target) ? $0 : nil }
      case .bringBack: range.last { stack.entries[$0].target.isSamePlace(as: target) }
      }
    guard let match else { return move(on: stack, keep: range.upperBound, adding: [target], as: style) }
    if stack.entries[match].target == target {
      return match == stack.entries.count - 1
        ? stay(.unchanged(.alreadyShown), on: stack) : move(on: stack, keep: match + 1)
    }
    guard updatesInPlace(target) else { return move(on: stack, keep: match, adding: [target], as: style) }
    return move(on: stack, keep: match + 1, revision: .init(index: match, target: target, isTold: true))
  }

  private func revise(_ entry: EntryID, _ target: NavigationTarget, on stack: RouterStack) -> NavigationPlan {
    guard let index = stack.entries.lastIndex(where: { $0.id == entry }) else {
      return stay(.unchanged(.gone), on: stack)
    }
    if let problem = catalog.problem(with: target) { return stay(problem, on: stack) }
    let present = stack.entries[index].target
    guard present.id == target.id else {
      let reason = "The entry belongs to \(present.id)."
      return stay(.payloadRejected(PayloadRejection(id: target.id, position: 0, reason: reason)), on: stack)
    }
    if present == target { return stay(.unchanged(.nothingToDo), on: stack) }
    let revision = NavigationPlan.Revision(index: index, target: target, isTold: false)
    return move(on: stack, keep: stack.entries.count, revision: revision)
  }

  private func updatesInPlace(_ target: NavigationTarget) -> Bool {
    catalog.records[target.id]?.updatesInPlace == true
  }

  // MARK: Paths

  private func open(_ link: String, on stack: RouterStack) -> NavigationPlan {
    do throws(DeepLinkError) {
      let path = try catalog.path(of: link)
      return show(path.targets, path.base, on: stack)
    } catch {
      return stay(.linkRejected(error), on: stack)
    }
  }

  /// Returns a plan that shows a path and keeps matching pages at the bottom of the stack.
  ///
  /// A page that is already shown is updated again if its destination supports updates, because the user may have
  /// changed the screen in the meantime.
  ///
  /// A parent page matches if it represents the same place, so a list, for example, keeps its search text. The last
  /// page matches only if its payload equals the last target's payload.
  private func show(_ path: [NavigationTarget], _ base: PathBase, on stack: RouterStack) -> NavigationPlan {
    guard let last = path.last else { return stay(.unchanged(.nothingToDo), on: stack) }
    if let problem = problem(with: path) { return stay(problem, on: stack) }
    if stack.popups.isEmpty, stack.topPage.target == last {
      var plan = stay(.unchanged(.alreadyShown), on: stack)
      if updatesInPlace(last) { plan.revision = .init(index: stack.pageCount - 1, target: last, isTold: true) }
      return plan
    }

    let beginsAtRoot = base == .root || path[0].isSamePlace(as: stack.root.target)
    var keep = beginsAtRoot ? 0 : 1
    var settled = 0
    var revision: NavigationPlan.Revision?
    while settled < path.count, keep < stack.pageCount, stack.entries[keep].target.isSamePlace(as: path[settled]) {
      let target = path[settled]
      if settled == path.count - 1, stack.entries[keep].target != target {
        guard updatesInPlace(target) else { break }
        revision = NavigationPlan.Revision(index: keep, target: target, isTold: true)
      }
      keep += 1
      settled += 1
    }
    return move(on: stack, keep: keep, adding: Array(path[settled...]), revision: revision)
  }

  /// Returns a plan that replaces the pages but keeps equal pages at the bottom of the stack.
  private func newHome(_ path: [NavigationTarget], on stack: RouterStack) -> NavigationPlan {
    guard !path.isEmpty else { return stay(.unchanged(.nothingToDo), on: stack) }
    if let problem = problem(with: path) { return stay(problem, on: stack) }
    let keep = zip(stack.pages, path).prefix { $0.target == $1 }.count
    if keep == path.count, keep == stack.entries.count { return stay(.unchanged(.alreadyShown), on: stack) }
    return move(on: stack, keep: keep, adding: Array(path[keep...]))
  }

  private func problem(with path: [NavigationTarget]) -> NavigationOutcome? {
    for (position, target) in path.enumerated() {
      if let problem = catalog.problem(with: target, position: position) { return problem }
    }
    return nil
  }
}
