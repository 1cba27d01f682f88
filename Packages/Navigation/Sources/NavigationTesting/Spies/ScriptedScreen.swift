public import Navigation

/// A screen without any look, whose guard answers as a test tells it.
@MainActor
public final class ScriptedScreen: NavigationGuard {
  /// What it shows, for messages.
  public let name: String
  /// How often its payload was replaced while it was shown.
  public private(set) var updates = 0
  /// Every command for which it was asked.
  public private(set) var departures: [NavigationCommand] = []
  /// What it answers when it is asked.
  public var guardAnswer: @MainActor (NavigationCommand) async -> GuardDecision

  /// Makes a screen that may always leave.
  public init(
    _ name: String,
    guardAnswer: @escaping @MainActor (NavigationCommand) async -> GuardDecision = { _ in .allow }
  ) {
    self.name = name
    self.guardAnswer = guardAnswer
  }

  /// Records the command and answers as it is told.
  public func canLeave(for command: NavigationCommand) async -> GuardDecision {
    departures.append(command)
    return await guardAnswer(command)
  }

  /// Records a new payload.
  public func update() {
    updates += 1
  }
}
