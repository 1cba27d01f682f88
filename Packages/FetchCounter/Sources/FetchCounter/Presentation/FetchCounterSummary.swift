import Basics

/// The counter's statistics for overviews, from the state that its screens share.
@MainActor
public struct FetchCounterSummary {
  let viewModel: FetchCounterViewModel

  /// The current statistics; `nil` until the count is read.
  public var statistics: FetchStatistics? { viewModel.statistics }

  /// The reason why the count can't be read, as a sentence.
  public var problem: String? { viewModel.fetchCount == nil ? viewModel.state.problem?.message : nil }

  /// Observes the stored count until the task is cancelled.
  public func follow() async { await viewModel.follow() }
}

extension FetchStatistics {
  /// The count with separators, such as `1,234`.
  public var countText: String { CountText.grouped(count) }
}
