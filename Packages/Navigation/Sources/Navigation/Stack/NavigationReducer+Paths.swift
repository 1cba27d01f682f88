extension NavigationReducer {
  func open(_ link: String, on stack: RouterStack) -> NavigationPlan {
    switch resolved(.open(link: link)) {
    case .success(let command): plan(command, on: stack)
    case .failure(let error): stay(.linkRejected(error), on: stack)
    }
  }

  /// Builds a path, keeping from the bottom what is there already.
  ///
  /// Parents count as there when they are the same place, so that a list keeps the search that is typed into it; the
  /// last target must have its payload too.
  func show(_ path: [NavigationTarget], _ base: PathBase, on stack: RouterStack) -> NavigationPlan {
    guard let last = path.last else { return stay(.unchanged(.nothingToDo), on: stack) }
    if let problem = problem(with: path) { return stay(problem, on: stack) }
    if stack.popups.isEmpty, stack.topPage.target == last { return stay(.unchanged(.alreadyShown), on: stack) }

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
    return move(.shown, on: stack, keep: keep, adding: Array(path[settled...]), revision: revision)
  }

  /// Replaces the pages by others, keeping from the bottom those that are equal.
  func restore(_ path: [NavigationTarget], on stack: RouterStack) -> NavigationPlan {
    guard !path.isEmpty else { return stay(.unchanged(.nothingToDo), on: stack) }
    if let problem = problem(with: path) { return stay(problem, on: stack) }
    let keep = zip(stack.pages, path).prefix { $0.target == $1 }.count
    if keep == path.count, keep == stack.entries.count { return stay(.unchanged(.alreadyShown), on: stack) }
    return move(.restored, on: stack, keep: keep, adding: Array(path[keep...]))
  }

  private func problem(with path: [NavigationTarget]) -> NavigationOutcome? {
    for (position, target) in path.enumerated() {
      if let problem = catalogue.problem(with: target, position: position) { return problem }
    }
    return nil
  }
}
