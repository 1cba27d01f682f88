/// The statuses with which the program ends; scripts rely on them.
enum ExitCode: Int32, CaseIterable {
  case done = 0
  case failure = 1
  case usage = 2
  case serviceUnreachable = 3
  case serviceError = 4
  case answerNotUnderstood = 5
  case localData = 6

  var meaning: String {
    switch self {
    case .done: "done"
    case .failure: "any failure not below"
    case .usage: "the command line or the configuration is wrong"
    case .serviceUnreachable: "a service could not be reached, closed the connection without an answer, or timed out"
    case .serviceError: "a service answered with an error"
    case .answerNotUnderstood: "a service's answer could not be understood, was cut short, or led elsewhere"
    case .localData: "local data is unreadable, corrupt or newer than this program (nothing was overwritten)"
    }
  }
}
