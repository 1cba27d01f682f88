import Components
public import Navigation

extension CoinDetailScreen: LeaveGuarding {
  /// Asks before what was entered into the form is lost.
  public func mayLeave(_ departure: Departure) async -> LeaveDecision {
    guard form?.hasInput == true else { return .allow }
    return .ask(LeaveQuestion(question: "Leave the form?", explanation: "The entry is not in the ledger yet."))
  }

  /// Closes the form; what was entered is dropped by a second press only.
  func leaveForm() {
    guard let current = form, current.hasInput, current.problem != Self.leaveWarning else {
      form = nil
      return
    }
    form?.problem = Self.leaveWarning
  }

  private static let leaveWarning = "Esc again drops what you entered."
}
