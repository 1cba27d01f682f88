import Components
import FetchCounter

extension FetchCommand {
  /// Fetches many times, with a progress bar for people and a summary at the end.
  ///
  /// An interruption ends it in order: what is under way ends, the summary is told, and then the signal takes its course.
  func fetchRepeatedly(_ fetchRepeatedly: FetchRepeatedly) async throws(CommandFailure) {
    // Away from the main actor, so that no result has to wait for another thread; with the priority of who waits for it, so that all
    // that it begins runs on the same threads.
    let task = Task.detached(priority: Task.currentPriority) { [console, times, concurrency] in
      let log = FetchRunLog(console: console, total: times)
      let run = await fetchRepeatedly.execute(times: times, concurrency: concurrency) { log.note($0) }
      return log.result(of: run)
    }
    let interruption = Interruption { task.cancel() }
    let result = await task.value
    try tell(result)
    interruption.takeCourse()
    if let failure = result.failure { throw failure }
  }

  private func tell(_ result: FetchRunResult) throws(CommandFailure) {
    if let failure = result.failure, failure.kind == "output" { return }
    let report = FetchRunReport(result.run, last: result.last, failures: result.failures)
    if console.isJSON {
      let error = result.failure.map(FailureDocument.Content.init)
      try console.write(json: FetchesDocument(fetches: result.reports, summary: report, error: error))
    } else if console.mode.layout == .records {
      // The data is the records; this is about them.
      let mode = console.messages.isTerminal ? console.messages.mode : .linear
      console.inform(lines: report.text(for: mode))
    } else {
      try console.write(report.text(for: console.mode))
    }
  }
}

/// What came of many fetches.
private struct FetchRunResult: Sendable {
  let run: FetchRun
  /// The fetch with the highest count.
  let last: Fetch?
  /// The successes in the order of their counts, where they are wanted at the end.
  let reports: [FetchReport]
  /// The failures, the most frequent ones first.
  let failures: [FetchRunReport.Failure]
  /// The failure of the whole: that of the output, or else the most frequent one; none when all succeeded.
  let failure: CommandFailure?
}

/// What came of many fetches so far, and the progress bar that shows it.
///
/// `@unchecked Sendable`: results are told one at a time, and the sum is drawn when no more come.
private final class FetchRunLog: @unchecked Sendable {
  private let console: Console
  private var progress: ProgressLine?
  private var failuresByKind: [String: (failure: CommandFailure, count: Int)] = [:]
  /// The kinds in the order of their first appearance.
  private var kinds: [String] = []
  private var outputFailure: CommandFailure?
  private var fetches: [Fetch] = []
  private var ended = 0

  private var last: Fetch?

  init(console: Console, total: Int) {
    self.console = console
    if console.messages.isTerminal, console.messages.mode.layout == .terminal, !console.isQuiet {
      progress = ProgressLine("Fetching", total: total, on: console.messages)
    }
  }

  /// Notes a result and prints it where every one is a record.
  ///
  /// - Returns: Whether to go on.
  func note(_ result: Result<Fetch, FetchError>) -> Bool {
    ended += 1
    switch result {
    case .success(let fetch): return note(fetch)
    case .failure(.cancelled): return true
    case .failure(let error):
      let failure = CommandFailure(FetchProblem(error))
      if failuresByKind[failure.kind] == nil { kinds.append(failure.kind) }
      failuresByKind[failure.kind, default: (failure, 0)].count += 1
    }
    progress?.update(completed: ended)
    return true
  }

  private func note(_ fetch: Fetch) -> Bool {
    if fetch.count > last?.count ?? 0 { last = fetch }
    if console.isJSON {
      fetches.append(fetch)
    } else if console.mode.layout == .records {
      do throws(CommandFailure) {
        try console.write(FetchReport(fetch).text(for: console.mode))
      } catch {
        outputFailure = error
        return false
      }
    }
    progress?.update(completed: ended)
    return true
  }

  /// Takes the progress bar away, and sums up.
  func result(of run: FetchRun) -> FetchRunResult {
    progress?.clear()
    return FetchRunResult(
      run: run,
      last: last,
      reports: fetches.sorted { $0.count < $1.count }.map(FetchReport.init),
      failures: ranked.map { failure, count in
        FetchRunReport.Failure(kind: failure.kind, count: count, message: failure.message, hint: failure.hint)
      },
      failure: failure(of: run)
    )
  }

  private func failure(of run: FetchRun) -> CommandFailure? {
    if let outputFailure { return outputFailure }
    guard var failure = ranked.first?.failure else { return nil }
    if run.failed > 1 || run.succeeded > 0 {
      let others = failuresByKind.count > 1 ? "; most often" : ""
      failure.message = "\(run.failed) of \(run.succeeded + run.failed) fetches failed\(others): \(failure.message)"
    }
    failure.isReported = console.isJSON
    return failure
  }

  /// Among equally frequent ones the first to appear comes first.
  private var ranked: [(failure: CommandFailure, count: Int)] {
    kinds.enumerated().compactMap { position, kind in failuresByKind[kind].map { ($0, position) } }
      .sorted { ($1.0.count, $0.1) < ($0.0.count, $1.1) }
      .map(\.0)
  }
}
