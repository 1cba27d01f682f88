import Testing

@testable import Navigation

@Suite("Navigation rules")
@MainActor
struct ReducerTests {
  let reducer: NavigationReducer
  let home = NavigationTarget(Board(number: 0))

  init() throws {
    reducer = NavigationReducer(catalog: try Scene().registry().catalog, depthLimit: 5)
  }

  private func stack(_ commands: NavigationCommand...) -> RouterStack {
    var stack = RouterStack(root: home)
    for command in commands { _ = reducer.reduce(&stack, command) }
    return stack
  }

  @Test("plans the removal of screens without changing the stack")
  func planIsOnlyAPlan() {
    // Given: three pages and a popup
    let stack = stack(.push(Item(item: 1, mode: 0)), .push(Item(item: 2, mode: 0)), .popup(Picker(title: "p")))
    // When: a home command is planned
    let plan = reducer.plan(.home, on: stack)
    // Then: the plan keeps the root, and the stack is unchanged
    #expect(plan.outcome == .moved)
    #expect(plan.keep == 1)
    #expect(stack.entries.count == 4)
  }

  @Test(
    "reports the reason why a command has no effect",
    arguments: [
      (NavigationCommand.back(), NavigationOutcome.atRoot),
      (.back(steps: 0), .unchanged(.nothingToDo)),
      (.back(steps: -3), .unchanged(.nothingToDo)),
      (.home, .unchanged(.alreadyShown)),
      (.newHome(Board(number: 0)), .unchanged(.alreadyShown)),
      (.push(Board(number: 0)), .unchanged(.alreadyShown)),
      (.show(path: [], base: .home), .unchanged(.nothingToDo)),
      (.show(path: [NavigationTarget(Board(number: 0))], base: .home), .unchanged(.alreadyShown)),
      (.newHome(path: []), .unchanged(.nothingToDo)),
    ] as [(NavigationCommand, NavigationOutcome)]
  )
  func nothingToDo(command: NavigationCommand, expected: NavigationOutcome) {
    var stack = stack()
    let before = stack
    #expect(reducer.reduce(&stack, command) == expected)
    #expect(stack == before)
  }

  @Test("goes back or home with a value, which updates or replaces the revealed entry")
  func delivers() {
    var stack = stack(.push(Item(item: 1, mode: 0)), .push(Fussy(number: 1)), .popup(Picker(title: "p")))
    let entries = stack.entries
    // A popup's choice replaces a page that can't be updated.
    #expect(reducer.reduce(&stack, .back(with: Fussy(number: 2))) == .moved)
    #expect(stack.entries.map(\.target) == entries.prefix(2).map(\.target) + [NavigationTarget(Fussy(number: 2))])
    #expect(stack.top.id != entries[2].id && stack.pageCount == 3)
    // Another destination is rejected, and nothing changes.
    let before = stack
    guard case .payloadRejected(let rejection) = reducer.reduce(&stack, .back(with: Fussy(number: 3))) else {
      Issue.record("The value was accepted.")
      return
    }
    #expect(rejection.reason == "The screen to go back to is \(Item.id)." && stack == before)
    // A page that can be updated keeps its entry, even for another place.
    #expect(reducer.reduce(&stack, .back(with: Item(item: 2, mode: 1))) == .moved)
    #expect(stack.top.id == entries[1].id && stack.top.target == NavigationTarget(Item(item: 2, mode: 1)))
    // The root receives a value, also if it is the only entry.
    #expect(reducer.reduce(&stack, .home(with: Board(number: 5))) == .moved)
    #expect(stack.entries.map(\.target) == [NavigationTarget(Board(number: 5))])
    #expect(reducer.reduce(&stack, .home(with: Board(number: 5))) == .unchanged(.alreadyShown))
    #expect(reducer.reduce(&stack, .home(with: Board(number: 6))) == .moved)
    #expect(reducer.reduce(&stack, .back(with: Board(number: 7))) == .atRoot)
  }

  @Test("replaces the top page if it can't be updated with a new payload")
  func replaces() {
    var stack = stack(.push(Fussy(number: 1)))
    let entry = stack.top.id
    let outcome = reducer.reduce(&stack, .push(Fussy(number: 2)))
    #expect(outcome.isMove)
    #expect(stack.entries.map(\.target) == [home, NavigationTarget(Fussy(number: 2))])
    #expect(stack.top.id != entry)
  }

  @Test("applies the push policies to popups, and never brings back a page as a popup")
  func popupsHavePolicies() {
    var stack = stack(.push(Item(item: 1, mode: 0)), .popup(Item(item: 1, mode: 0)))
    #expect(stack.entries.count == 3)
    #expect(reducer.reduce(&stack, .popup(Item(item: 1, mode: 0))) == .unchanged(.alreadyShown))
    _ = reducer.reduce(&stack, .popup(Picker(title: "p")))
    let outcome = reducer.reduce(&stack, .popup(Item(item: 1, mode: 2), policy: .bringBack))
    #expect(outcome.isMove)
    #expect(stack.popups.map(\.target) == [NavigationTarget(Item(item: 1, mode: 2))])
    #expect(stack.pageCount == 2)
  }

  @Test("rejects a payload whose type differs from the registered one")
  func rejectsOtherTypes() {
    struct Impostor: Destination {
      static let id: DestinationID = "test.item"
    }
    var stack = stack()
    let outcome = reducer.reduce(&stack, .push(Impostor()))
    guard case .payloadRejected(let rejection) = outcome else {
      Issue.record("not rejected: \(outcome)")
      return
    }
    #expect(rejection.id == Item.id)
    #expect(stack.entries.count == 1)
  }

  @Test("keeps existing parent pages of a path, including their payloads")
  func showKeepsParents() {
    // Given: an item above a list that the user has changed
    var stack = stack(.push(Item(item: 1, mode: 9)), .push(Item(item: 2, mode: 0)))
    let list = stack.entries[1].id
    // When: a path leads through the same list to another item
    let path = [NavigationTarget(Item(item: 1, mode: 0)), NavigationTarget(Item(item: 3, mode: 0))]
    #expect(reducer.reduce(&stack, .show(path: path, base: .home)).isMove)
    // Then: the existing list is kept
    #expect(stack.entries[1].id == list)
    #expect(stack.entries.map(\.target) == [home, NavigationTarget(Item(item: 1, mode: 9)), path[1]])
  }

  @Test("restores pages with the exact payloads from the document")
  func restoreIsExact() {
    var stack = stack(.push(Item(item: 1, mode: 9)))
    let path = [home, NavigationTarget(Item(item: 1, mode: 0))]
    #expect(reducer.reduce(&stack, .newHome(path: path)).isMove)
    #expect(stack.entries.map(\.target) == path)
  }

  @Test("changes nothing for a path that is too deep or contains an unknown destination")
  func pathsAreChecked() {
    var stack = stack()
    let items = (0..<5).map { NavigationTarget(Item(item: $0, mode: 0)) }
    #expect(reducer.reduce(&stack, .show(path: items, base: .home)) == .tooDeep(limit: 5))
    #expect(reducer.reduce(&stack, .show(path: items, base: .root)).isMove)
    let strange = [home, NavigationTarget(Stranger())]
    #expect(
      reducer.reduce(&stack, .newHome(path: strange)) == .unknown(Stranger.id, suggestions: [Item.id])
    )
    #expect(stack.entries.count == 5)
  }

  @Test("changes only the payload when a stack entry is revised")
  func revises() {
    var stack = stack(.push(Item(item: 1, mode: 0)), .popup(Picker(title: "p")))
    let entry = stack.entries[1].id
    #expect(reducer.reduce(&stack, .revise(entry, NavigationTarget(Item(item: 1, mode: 5)))).isMove)
    #expect(stack.entries[1].target == NavigationTarget(Item(item: 1, mode: 5)))
    #expect(stack.top.target.id == Picker.id)
    #expect(
      reducer.reduce(&stack, .revise(entry, NavigationTarget(Item(item: 1, mode: 5)))) == .unchanged(.nothingToDo)
    )
    let foreign = reducer.reduce(&stack, .revise(entry, home))
    guard case .payloadRejected = foreign else {
      Issue.record("not rejected: \(foreign)")
      return
    }
    _ = reducer.reduce(&stack, .home)
    #expect(reducer.reduce(&stack, .revise(entry, NavigationTarget(Item(item: 1, mode: 6)))) == .unchanged(.gone))
  }

  @Test("resolves a link like any other path, and changes nothing for a malformed link")
  func opensLinks() {
    var stack = stack()
    #expect(reducer.reduce(&stack, .open(link: "items/3/1")).isMove)
    #expect(stack.top.target == NavigationTarget(Item(item: 3, mode: 1)))
    #expect(reducer.reduce(&stack, .open(link: "items//1")) == .linkRejected(.emptySegment(offset: 6)))
  }
}

extension NavigationReducer {
  fileprivate func reduce(_ stack: inout RouterStack, _ command: NavigationCommand) -> NavigationOutcome {
    let plan = plan(command, on: stack)
    stack.apply(plan)
    return plan.outcome
  }
}
