import Components
import Directory
import FetchCounter
import Markets

/// A screen that may have nothing to show but why that is so.
@MainActor
protocol FailableScreen {
  /// Why there is nothing else to be seen, as a command tells it; nil where there is something.
  var commandFailure: CommandFailure? { get }
}

extension EmployeeListScreen: FailableScreen {
  var commandFailure: CommandFailure? { failure.map { CommandFailure($0) } }
}

extension EmployeeDetailScreen: FailableScreen {
  var commandFailure: CommandFailure? {
    guard isUnknown else { return failure.map { CommandFailure($0) } }
    return CommandFailure(
      exitCode: .failure,
      kind: "not_found",
      message: "Nobody in the directory has the id of this link.",
      hint: "See 'fetch-counter directory list'."
    )
  }
}

extension FetchCounterScreen: FailableScreen {
  var commandFailure: CommandFailure? { failure.map { CommandFailure($0) } }
}

extension CommandFailure {
  /// The failure of a screen that has nothing else to show; `nil` for other screens.
  @MainActor
  init?(of screen: any Screen) {
    if let failure = (screen as? any FailableScreen)?.commandFailure {
      self = failure
      return
    }
    switch MarketsScreenFailure(of: screen) {
    case .source(let problem): self.init(problem)
    case .store(let message): self.init(exitCode: .localData, kind: "data_unreadable", message: message)
    case nil: return nil
    }
  }
}
