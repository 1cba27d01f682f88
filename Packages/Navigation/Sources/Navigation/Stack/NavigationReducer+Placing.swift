extension NavigationReducer {
  /// Push and popup: reuse, bring back or add, as the policy says.
  func place(_ target: NavigationTarget, _ policy: PushPolicy, as place: PresentationStyle, on stack: RouterStack) -> NavigationPlan {
    if let problem = catalogue.problem(with: target) { return stay(problem, on: stack) }
    let range = place == .page ? 0..<stack.pageCount : stack.pageCount..<stack.entries.count
    let match: Int? =
      switch policy {
      case .always:
        nil
      case .single:
        range.last.flatMap { stack.entries[$0].target.isSamePlace(as: target) ? $0 : nil }
      case .bringBack:
        range.last { stack.entries[$0].target.isSamePlace(as: target) }
      }
    if let match { return reuse(match, for: target, as: place, on: stack) }
    return move(
      place == .page ? .pushed : .poppedUp,
      on: stack,
      keep: range.upperBound,
      adding: [target],
      as: place
    )
  }

  /// Makes an entry of the same place the topmost one, with the payload that is wanted.
  private func reuse(_ index: Int, for target: NavigationTarget, as place: PresentationStyle, on stack: RouterStack) -> NavigationPlan {
    let isOnTop = index == stack.entries.count - 1
    if stack.entries[index].target == target {
      return isOnTop ? stay(.unchanged(.alreadyShown), on: stack) : move(.broughtBack, on: stack, keep: index + 1)
    }
    if updatesInPlace(target) {
      let revision = NavigationPlan.Revision(index: index, target: target, isTold: true)
      return move(isOnTop ? .updated : .broughtBack, on: stack, keep: index + 1, revision: revision)
    }
    return move(.replaced, on: stack, keep: index, adding: [target], as: place)
  }

  func newHome(_ target: NavigationTarget, on stack: RouterStack) -> NavigationPlan {
    if let problem = catalogue.problem(with: target) { return stay(problem, on: stack) }
    let root = stack.root.target
    if root == target {
      return stack.entries.count == 1
        ? stay(.unchanged(.alreadyShown), on: stack) : move(.restarted, on: stack, keep: 1)
    }
    if root.isSamePlace(as: target), updatesInPlace(target) {
      let revision = NavigationPlan.Revision(index: 0, target: target, isTold: true)
      return move(.restarted, on: stack, keep: 1, revision: revision)
    }
    return move(.restarted, on: stack, keep: 0, adding: [target])
  }

  func revise(_ entry: EntryID, _ target: NavigationTarget, on stack: RouterStack) -> NavigationPlan {
    guard let index = stack.index(of: entry) else { return stay(.unchanged(.gone), on: stack) }
    if let problem = catalogue.problem(with: target) { return stay(problem, on: stack) }
    let present = stack.entries[index].target
    guard present.id == target.id else {
      let reason = "The entry belongs to \(present.id)."
      let rejection = PayloadRejection(id: target.id, position: 0, reason: reason)
      return stay(.payloadRejected(rejection), on: stack)
    }
    if present == target { return stay(.unchanged(.nothingToDo), on: stack) }
    let revision = NavigationPlan.Revision(index: index, target: target, isTold: false)
    return move(.revised, on: stack, keep: stack.entries.count, revision: revision)
  }

  func updatesInPlace(_ target: NavigationTarget) -> Bool {
    catalogue.records[target.id]?.updatesInPlace == true
  }
}
