import FetchCounter
import Persistence

/// `fetch-counter status`.
@MainActor
struct StatusCommand: ImmediateCommand {
  let console: Console
  let root: CompositionRoot

  func run() throws(CommandFailure) {
    let report = FetchTallyReport(try root.storedTally())
    if console.isJSON { try console.write(json: report) } else { try console.write(report.text(for: console.mode)) }
  }
}

extension CompositionRoot {
  /// What is kept, with the store's error as a command's failure.
  func storedTally() throws(CommandFailure) -> FetchTally {
    let store = try resolve(Keys.tallyStore)
    do {
      return try store.load()
    } catch {
      throw CommandFailure(FetchProblem(.store(error)))
    }
  }
}
