import Basics

/// The figures of the counter at a glance, from the state that its screens share.
@MainActor
public struct FetchCounterSummary {
  let viewModel: FetchCounterViewModel

  /// The figures at present; `nil` until the count was read.
  public var statistics: FetchStatistics? { viewModel.statistics }

  /// The reason why the count can't be read, as a sentence.
  public var problem: String? { viewModel.fetchCount == nil ? viewModel.state.problem?.message : nil }

  /// Follows the stored count until the task is cancelled.
  public func follow() async { await viewModel.follow() }
}

extension FetchStatistics {
  /// The count with separators, such as `1,234`.
  public var countText: String { CountText.grouped(count) }
}
