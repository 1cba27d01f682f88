import FetchCounter
import Persistence

/// `fetch-counter status`.
struct StatusCommand {
  let console: Console
  let root: CompositionRoot

  func run() async throws(CommandFailure) {
    let report = FetchTallyReport(try await root.storedTally())
    if console.isJSON { try console.write(json: report) } else { try console.write(report.text(for: console.mode)) }
  }
}

extension CompositionRoot {
  /// What is kept, with the store's error as a command's failure.
  func storedTally() async throws(CommandFailure) -> FetchTally {
    do {
      return try await fetchTallyStore().load()
    } catch {
      throw CommandFailure(FetchProblem(.store(error)))
    }
  }
}
