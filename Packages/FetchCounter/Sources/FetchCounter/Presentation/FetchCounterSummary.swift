import Basics

/// The counter's statistics for overviews, based on the same state as the counter's screens.
@MainActor
public struct FetchCounterSummary {
  let viewModel: FetchCounterViewModel

  /// The current statistics, or `nil` until the count has been read.
  public var statistics: FetchStatistics? { viewModel.statistics }

  /// A sentence that explains why the count can't be read, or `nil` if there is no problem.
  public var problem: String? { viewModel.fetchCount == nil ? viewModel.state.problem?.message : nil }

  /// Observes the stored count until the task is cancelled.
  public func follow() async { await viewModel.follow() }
}

extension FetchStatistics {
  /// The count with separators, such as `1,234`.
  public var countText: String { CountText.grouped(count) }
}
