import BasicsTesting
import Testing

@testable import Navigation

@Suite("Random navigation commands")
@MainActor
struct RandomCommandTests {
  /// The guards that were asked during a command, and their decisions.
  @MainActor
  private final class Guards {
    var asked: [EntryID] = []
    var denial: EntryID?
    var confirmations = 0
    private var random = SeededGenerator(seed: 77)

    func answer(for entry: EntryID) async -> GuardDecision {
      asked.append(entry)
      switch random.next() % 24 {
      case 0, 1:
        denial = entry
        return .deny(reason: "No.")
      case 2:
        return .confirm(LeaveConfirmation(question: "Leave?"))
      case 3:
        await Task.yield()
        return .allow
      default:
        return .allow
      }
    }

    func reset() {
      asked.removeAll(keepingCapacity: true)
      denial = nil
    }
  }

  private class PlainScreen {}

  private final class GuardedScreen: PlainScreen, NavigationGuard {
    let entry: EntryID
    let guards: Guards

    init(_ entry: EntryID, _ guards: Guards) {
      self.entry = entry
      self.guards = guards
    }

    func canLeave(for command: NavigationCommand) async -> GuardDecision { await guards.answer(for: entry) }
  }

  private func registry(_ guards: Guards) throws -> DestinationRegistry<PlainScreen> {
    try DestinationRegistry { registrar in
      registrar.register(Board.self) { _, _ in PlainScreen() }
      registrar.register(Item.self, onUpdate: { screen, _ in screen }, onArrive: { GuardedScreen($1.entry, guards) })
      registrar.register(Fussy.self) { fussy, _ in
        guard fussy.number >= 0 else { throw ArrivalRefusal("Negative.") }
        return PlainScreen()
      }
    }
  }

  @Test("follows the rules for random commands, asks each removed screen's guard once, and loses no command")
  func invariantsHold() async throws {
    // Given: a router with a low depth limit, guards that decide randomly, and a reference model
    let count = LongTests.rounds(byDay: 20_000, byNight: 1_000_000)
    let limit = 9
    let guards = Guards()
    let confirm: @MainActor (LeaveConfirmation) async -> Bool = { _ in
      guards.confirmations += 1
      return true
    }
    let router = try Router(registry(guards), home: Board(number: 0), depthLimit: limit, confirm: confirm)
    let reducer = NavigationReducer(catalog: router.catalog, depthLimit: limit)
    var model = ReferenceModel(root: .board(0), limit: limit)
    var random = SeededGenerator(seed: 2026)
    var moves = 0
    var refusals = 0

    for number in 1...count {
      // When: a random command is carried out
      let command = ReferenceModel.randomCommand(&random)
      let before = router.stack
      let expected = model.result(of: command)
      guards.reset()
      let outcome = await router.perform(command.command)

      // Then: the guards of all removed screens were asked, topmost first, and the outcome matches
      var problem: String?
      if let expected {
        problem = problem ?? wrongQuestions(guards, before, kept: keptCount(model.entries, expected))
        if guards.denial == nil {
          moves += 1
          var pure = before
          let plan = reducer.plan(command.command, on: pure)
          pure.apply(plan)
          let pureOutcome = plan.outcome
          if outcome != pureOutcome || router.stack != pure { problem = "the pure rules say \(pureOutcome)" }
          model.entries = expected
        }
      }
      if guards.denial != nil {
        refusals += 1
        guard case .refused(by: Item.id, "No.") = outcome else {
          Issue.record("\(number): denied, but \(outcome)")
          return
        }
      } else if (expected != nil) != outcome.isMove {
        problem = "a move was \(expected == nil ? "not " : "")expected"
      }

      // And: the stack is consistent and matches the reference model
      problem = problem ?? unsoundness(router.stack, limit: limit) ?? difference(router.stack, model.entries)
      if let problem {
        Issue.record("\(number): \(command) led to “\(outcome)”: \(problem)" as Comment)
        return
      }
    }
    #expect(moves > count / 2)
    #expect(refusals > count / 100)
    #expect(guards.confirmations > count / 100)
  }

  /// Returns the number of entries at the bottom that a command left in place.
  private func keptCount(_ before: [ReferenceModel.Entry], _ after: [ReferenceModel.Entry]) -> Int {
    var count = 0
    while count < min(before.count, after.count), before[count].serial == after[count].serial { count += 1 }
    return count
  }

  /// Describes a mistake; `nil` if each removed screen's guard was asked once, from the top down to the first denial.
  private func wrongQuestions(_ guards: Guards, _ before: RouterStack, kept: Int) -> String? {
    var wanted: [EntryID] = []
    for entry in before.entries[kept...].reversed() where entry.target.id == Item.id {
      wanted.append(entry.id)
      if entry.id == guards.denial { break }
    }
    return guards.asked == wanted ? nil : "the guards of \(guards.asked) were asked instead of \(wanted)"
  }

  /// Returns a description of any inconsistency in the stack, or `nil` if it is consistent.
  ///
  /// A stack needs a root, popups only above pages, at most `limit` entries, and unique identities.
  private func unsoundness(_ stack: RouterStack, limit: Int) -> String? {
    if stack.pageCount < 1 || stack.entries.count > limit { return "\(stack.entries.count) entries" }
    for (index, entry) in stack.entries.enumerated() {
      if (entry.style == .page) != (index < stack.pageCount) { return "a page and a popup are mixed up" }
      if index > 0, entry.id == stack.entries[index - 1].id { return "two entries are the same" }
    }
    return nil
  }

  private func difference(_ stack: RouterStack, _ entries: [ReferenceModel.Entry]) -> String? {
    var isSame = stack.entries.count == entries.count
    for (entry, model) in zip(stack.entries, entries) where isSame {
      isSame = entry.target == model.spot.target && (entry.style == .popup) == model.isPopup
    }
    return isSame ? nil : "the stack is \(stack.entries.map(\.target)) instead of \(entries)"
  }
}
