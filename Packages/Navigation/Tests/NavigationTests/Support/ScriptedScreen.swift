import Navigation

/// A screen without content whose guard is a closure.
@MainActor
final class ScriptedScreen: NavigationGuard {
  let name: String
  private(set) var updates = 0
  private(set) var departures: [NavigationCommand] = []
  var guardAnswer: @MainActor (NavigationCommand) async -> GuardDecision

  init(_ name: String, guardAnswer: @escaping @MainActor (NavigationCommand) async -> GuardDecision = { _ in .allow }) {
    self.name = name
    self.guardAnswer = guardAnswer
  }

  func canLeave(for command: NavigationCommand) async -> GuardDecision {
    departures.append(command)
    return await guardAnswer(command)
  }

  func update() { updates += 1 }
}
