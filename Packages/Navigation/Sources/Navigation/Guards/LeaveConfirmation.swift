/// A question to the person at the screen, with two answers.
public struct LeaveConfirmation: Sendable, Equatable {
  /// What is asked, as a short sentence.
  public var question: String
  /// What happens on yes, or an empty text.
  public var explanation: String
  /// The word for leaving.
  public var confirm: String
  /// The word for staying.
  public var decline: String

  /// Makes a question.
  public init(question: String, explanation: String = "", confirm: String = "Leave", decline: String = "Stay") {
    self.question = question
    self.explanation = explanation
    self.confirm = confirm
    self.decline = decline
  }
}
