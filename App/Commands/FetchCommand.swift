import FetchCounter

/// `fetch-counter fetch`.
@MainActor
struct FetchCommand: WaitingCommand {
  let console: Console
  let root: CompositionRoot
  let times: Int
  let concurrency: Int

  /// Fetches as often as asked.
  func run() async throws(CommandFailure) {
    let fetchResponseCode = try root.fetchResponseCode()
    if times == 1 {
      try await fetchOnce(fetchResponseCode)
    } else {
      try await fetchRepeatedly(FetchRepeatedly(fetchResponseCode: fetchResponseCode))
    }
  }

  private func fetchOnce(_ fetchResponseCode: FetchResponseCode) async throws(CommandFailure) {
    let fetch: Fetch
    do throws(FetchError) {
      fetch = try await fetchResponseCode.execute()
    } catch {
      throw CommandFailure(FetchProblem(error))
    }
    let report = FetchReport(fetch)
    if console.isJSON { try console.write(json: report) } else { try console.write(report.text(for: console.mode)) }
  }
}
