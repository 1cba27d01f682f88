public import Navigation

/// A screen without any look, whose guard answers as a test tells it.
@MainActor
public final class ScriptedScreen: LeaveGuarding {
  /// What it shows, for messages.
  public let name: String
  /// How often its payload was replaced while it was shown.
  public private(set) var updates = 0
  /// Every departure for which it was asked.
  public private(set) var departures: [Departure] = []
  /// What it answers when it is asked.
  public var guardAnswer: @MainActor (Departure) async -> LeaveDecision

  /// Makes a screen that may always leave.
  public init(_ name: String, guardAnswer: @escaping @MainActor (Departure) async -> LeaveDecision = { _ in .allow }) {
    self.name = name
    self.guardAnswer = guardAnswer
  }

  /// Records the departure and answers as it is told.
  public func mayLeave(_ departure: Departure) async -> LeaveDecision {
    departures.append(departure)
    return await guardAnswer(departure)
  }

  /// Records a new payload.
  public func update() {
    updates += 1
  }
}
