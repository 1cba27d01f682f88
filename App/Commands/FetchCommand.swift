import FetchCounter

/// `fetch-counter fetch`.
@MainActor
struct FetchCommand: WaitingCommand {
  let console: Console
  let root: CompositionRoot
  let times: Int

  /// Fetches as often as asked, and stops at the first failure.
  func run() async throws(CommandFailure) {
    let viewModel = try root.fetchCounterViewModel()
    var reports: [FetchReport] = []
    for _ in 1...times {
      await viewModel.fetch()
      switch viewModel.state {
      case .loaded(let fetch):
        let report = FetchReport(fetch)
        reports.append(report)
        if !console.isJSON { try console.write(report.text(for: console.mode)) }
      case .failed(let problem, _):
        var failure = CommandFailure(problem)
        if console.isJSON, times > 1 {
          try console.write(json: FetchesDocument(fetches: reports, error: FailureDocument.Content(failure)))
          failure.isReported = true
        }
        throw failure
      case .initial, .loading:
        preconditionFailure("a fetch ended without a result")
      }
    }
    guard console.isJSON else { return }
    if times == 1 {
      try console.write(json: reports[0])
    } else {
      try console.write(json: FetchesDocument(fetches: reports, error: nil))
    }
  }
}
