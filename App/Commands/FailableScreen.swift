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

extension CoinListScreen: FailableScreen {
  var commandFailure: CommandFailure? { failure.map { CommandFailure($0) } }
}

extension CoinDetailScreen: FailableScreen {
  var commandFailure: CommandFailure? { failure.map { CommandFailure($0) } }
}

extension PortfolioScreen: FailableScreen {
  var commandFailure: CommandFailure? { failure.map { .unreadable($0) } }
}

extension AlertsScreen: FailableScreen {
  var commandFailure: CommandFailure? { failure.map { .unreadable($0) } }
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
  /// Files of the data folder that a screen could not read.
  fileprivate static func unreadable(_ message: String) -> CommandFailure {
    CommandFailure(exitCode: .localData, kind: "data_unreadable", message: message)
  }
}
