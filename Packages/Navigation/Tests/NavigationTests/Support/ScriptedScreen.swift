import Navigation

/// A screen without content whose guard is a closure.
@MainActor
final class ScriptedScreen: NavigationGuard {
  let name: String
  /// The number of times that the screen received a new payload.
  private(set) var updates = 0
  /// The commands that the guard was asked about.
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
