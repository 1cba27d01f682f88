extension NavigationReducer {
  func back(_ steps: Int, on stack: RouterStack) -> NavigationPlan {
    guard steps > 0 else { return stay(.unchanged(.nothingToDo), on: stack) }
    guard stack.entries.count > 1 else { return stay(.atRoot, on: stack) }
    return move(.returned, on: stack, keep: max(1, stack.entries.count - steps))
  }

  func popTo(_ id: DestinationID, on stack: RouterStack) -> NavigationPlan {
    guard let index = stack.pages.lastIndex(where: { $0.target.id == id }) else {
      let isKnown = catalogue.records[id] != nil
      return stay(isKnown ? .notOnStack(id) : .unknown(id, suggestions: catalogue.suggestions(for: id)), on: stack)
    }
    return index == stack.entries.count - 1
      ? stay(.unchanged(.alreadyShown), on: stack) : move(.returned, on: stack, keep: index + 1)
  }

  func finish(_ entry: EntryID, on stack: RouterStack) -> NavigationPlan {
    guard let index = stack.index(of: entry) else { return stay(.unchanged(.gone), on: stack) }
    guard index > 0 else { return stay(.atRoot, on: stack) }
    return move(.returned, on: stack, keep: index)
  }
}
