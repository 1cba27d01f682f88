import CommandLine
import Components
import FetchCounter

struct FetchCommand: AsyncCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "fetch",
    summary: "Fetch a response code and count it.",
    discussion: """
      Each fetch sends two requests: one for the code's path and one for the code itself. The fetch counts only if both \
      succeed. The new count is saved to disk before it is printed.

      With --times above 1, the command continues after failed fetches and ends with a summary: successes, failures by kind, \
      time, throughput, and durations. In a pipe, each fetch is a record on standard output, and the summary goes to \
      standard error. With --json, the result is one document: 'fetches', 'summary' ('requested', 'succeeded', 'failed', \
      'failures', 'interrupted', 'elapsed_seconds', 'fetches_per_second', 'duration_ms'), and 'error' after a failure. The \
      exit code is the most frequent failure's code. The command stops if the count can't be stored. If the command is \
      interrupted, completed fetches stay counted.

      The service accepts only its latest path, so fetches in one process take turns sending their two requests. With \
      --concurrency, the counts of earlier fetches are written to disk in the meantime.
      """,
    examples: [
      .init("fetch-counter fetch", "Fetch once."),
      .init("fetch-counter fetch --times 3 --json", "Fetch three times in sequence."),
      .init("fetch-counter fetch --times 1000 --concurrency 16", "Fetch a thousand times, 16 at a time."),
    ],
    options: [Option.times, Option.concurrency],
    printsAsItGoes: true
  )

  let context: CommandContext

  func run() async throws(CommandFailure) {
    if context[.times] == 1, context[.concurrency] > 1 {
      throw CommandFailure(
        exitCode: .usage,
        kind: "usage",
        message: "--concurrency requires --times with more than one fetch.",
        hint: "Add the number of fetches, such as --times 100."
      )
    }
    if context[.times] == 1 { try await fetchOnce() } else { try await fetchRepeatedly() }
  }

  func fetchOnce() async throws(CommandFailure) {
    let fetchResponseCode = try context.root.fetchResponseCode()
    let fetch: Fetch
    do throws(FetchError) {
      fetch = try await fetchResponseCode.execute()
    } catch {
      throw CommandFailure(FetchProblem(error))
    }
    let report = FetchReport(fetch)
    try context.write(report) { report.text(for: $0) }
  }

  /// Fetches repeatedly; after an interruption, fetches in progress finish and the summary is printed.
  private func fetchRepeatedly() async throws(CommandFailure) {
    let fetchRepeatedly = FetchRepeatedly(fetchResponseCode: try context.root.fetchResponseCode())
    let (console, times, concurrency) = (context.console, context[.times], context[.concurrency])
    // Run off the main actor, so results don't wait for another thread. With the waiting task's priority, all work
    // stays on the same threads.
    let task = Task.detached(priority: Task.currentPriority) {
      let log = FetchRunLog(console: console, total: times)
      let run = await fetchRepeatedly.execute(times: times, concurrency: concurrency) { log.add($0) }
      return log.result(of: run)
    }
    let interruption = Interruption { task.cancel() }
    let result = await task.value
    try report(result)
    interruption.takeCourse()
    if let failure = result.failure { throw failure }
  }

  private func report(_ result: FetchRunResult) throws(CommandFailure) {
    if let failure = result.failure, failure.kind == "output" { return }
    let console = context.console
    let report = FetchRunReport(result.run, last: result.last, failures: result.failures)
    if console.isJSON {
      let error = result.failure.map(FailureDocument.Content.init)
      try console.write(json: FetchesDocument(fetches: result.reports, summary: report, error: error))
    } else if console.mode.layout == .records {
      // Standard output is reserved for the records.
      let mode = console.messages.isTerminal ? console.messages.mode : .linear
      console.inform(lines: report.text(for: mode))
    } else {
      try console.write(report.text(for: console.mode))
    }
  }
}

private struct FetchRunResult: Sendable {
  let run: FetchRun
  /// The fetch with the highest count.
  let last: Fetch?
  /// The successful fetches in ascending order of their counts, collected only for the JSON document.
  let reports: [FetchReport]
  let failures: [FetchRunReport.Failure]
  /// The output failure, or else the most frequent fetch failure; `nil` if all fetches succeeded.
  let failure: CommandFailure?
}

/// The results of a batch so far, with its progress bar.
///
/// `@unchecked Sendable`: results arrive one at a time, and the summary is created after the last result.
private final class FetchRunLog: @unchecked Sendable {
  private let console: Console
  private var progress: ProgressLine?
  private var failuresByKind: [String: (failure: CommandFailure, count: Int)] = [:]
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

  /// Adds a result, prints it if results are printed as records, and returns whether to continue.
  func add(_ result: Result<Fetch, FetchError>) -> Bool {
    ended += 1
    switch result {
    case .success(let fetch): return add(fetch)
    case .failure(.cancelled): return true
    case .failure(let error):
      let failure = CommandFailure(FetchProblem(error))
      if failuresByKind[failure.kind] == nil { kinds.append(failure.kind) }
      failuresByKind[failure.kind, default: (failure, 0)].count += 1
    }
    progress?.update(completed: ended)
    return true
  }

  private func add(_ fetch: Fetch) -> Bool {
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
      let others = failuresByKind.count > 1 ? ". Most frequent" : ""
      failure.message = "\(run.failed) of \(run.succeeded + run.failed) fetches failed\(others): \(failure.message)"
    }
    failure.isReported = console.isJSON
    return failure
  }

  private var ranked: [(failure: CommandFailure, count: Int)] {
    kinds.enumerated().compactMap { position, kind in failuresByKind[kind].map { ($0, position) } }
      .sorted { ($1.0.count, $0.1) < ($0.0.count, $1.1) }
      .map(\.0)
  }
}

extension Option where Value == Int {
  fileprivate static var times: Self {
    .value(
      "times",
      .integer(in: 1...1_000_000),
      placeholder: "N",
      default: "1",
      summary: "Number of times to fetch.",
      isCommon: true
    )
  }
  fileprivate static var concurrency: Self {
    .value(
      "concurrency",
      .integer(in: 1...256),
      placeholder: "N",
      default: "1",
      summary: "Maximum number of concurrent fetches, with --times."
    )
  }
}
