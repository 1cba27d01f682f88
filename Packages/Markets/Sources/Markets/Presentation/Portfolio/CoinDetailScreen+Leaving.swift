import Components
public import Navigation

extension CoinDetailScreen: NavigationGuard {
  /// Asks before what was entered into the form is lost.
  public func canLeave(for command: NavigationCommand) async -> GuardDecision {
    form?.hasInput == true ? .confirm(Confirmation.leaveQuestion) : .allow
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
