/// A command on its way to the router, with what belongs to it but not into logs.
struct NavJob: Sendable {
  let command: NavCommand
  /// Who waits for the outcome.
  var reply: (@Sendable (NavOutcome) -> Void)?
  /// What ``NavCommand/finish(_:)`` hands to the opener.
  var answer: (any Sendable)?
  /// Who waits for the answer of the screen that the command opens.
  var question: (any OpenQuestion)?

  init(
    command: NavCommand,
    reply: (@Sendable (NavOutcome) -> Void)? = nil,
    answer: (any Sendable)? = nil,
    question: (any OpenQuestion)? = nil
  ) {
    self.command = command
    self.reply = reply
    self.answer = answer
    self.question = question
  }
}
