/// A command on its way to the router, with what belongs to it but not into logs.
struct NavigationJob: Sendable {
  let command: NavigationCommand
  /// Who waits for the outcome.
  var reply: (@Sendable (NavigationOutcome) -> Void)?
  /// What ``NavigationCommand/finish(_:)`` hands to the opener.
  var answer: (any Sendable)?
  /// Who waits for the answer of the screen that the command opens.
  var question: (any OpenQuestion)?

  init(
    command: NavigationCommand,
    reply: (@Sendable (NavigationOutcome) -> Void)? = nil,
    answer: (any Sendable)? = nil,
    question: (any OpenQuestion)? = nil
  ) {
    self.command = command
    self.reply = reply
    self.answer = answer
    self.question = question
  }
}
