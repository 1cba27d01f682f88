/// What the router keeps beside a screen, whatever the screen's type is.
struct ScreenRole {
  /// The screen, when it wants to be asked before it goes; found out once, when it arrives.
  var guardian: (any NavigationGuard)?
  /// Who waits for its answer.
  var ticket: QuestionTicket?
}
