import FetchCounter
import Persistence

/// `fetch-counter status`.
@MainActor
struct StatusCommand: ImmediateCommand {
  let console: Console
  let root: CompositionRoot

  func run() throws(CommandFailure) {
    let report = FetchCountReport(try root.storedFetchCount())
    if console.isJSON { try console.write(json: report) } else { try console.write(report.text(for: console.mode)) }
  }
}

extension CompositionRoot {
  /// What is kept, with the store's error as a command's failure.
  func storedFetchCount() throws(CommandFailure) -> FetchCount {
    let store = try resolve(Keys.fetchCountStore)
    do {
      return try store.load()
    } catch {
      throw CommandFailure(FetchProblem(.store(error)))
    }
  }
}
