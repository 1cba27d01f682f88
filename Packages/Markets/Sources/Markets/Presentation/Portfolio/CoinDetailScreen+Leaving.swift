import Components
public import Navigation

extension CoinDetailScreen: LeaveGuarding {
  /// Asks before what was entered into the form is lost.
  public func mayLeave(_ departure: Departure) async -> LeaveDecision {
    form?.hasInput == true ? .ask(Confirmation.leaveQuestion) : .allow
  }

  /// Closes the form, after a question where something was entered.
  func leaveForm() {
    guard form?.hasInput == true else {
      form = nil
      return
    }
    question = .leavingForm { [weak self] in self?.form = nil }
  }
}
