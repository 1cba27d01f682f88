import Components
import Foundation

/// The progress of many fetches that were started from the screen.
struct FetchBatch: Sendable {
  /// The numbers of fetches that the screen accepts.
  static let limits = 1...1_000_000
  /// The number of fetches at a time: a few are faster than one, and many no faster than a few.
  static let concurrency = 4

  /// The number of fetches to make.
  let requested: Int
  private let start: Date
  private var estimator: ProgressEstimator

  init(requested: Int, start: Date) {
    self.requested = requested
    self.start = start
    estimator = ProgressEstimator(total: Double(requested), at: .zero)
  }

  /// Notes the number of successful fetches at a time.
  mutating func update(succeeded: Int, at time: Date) {
    estimator.update(completed: Double(succeeded), at: elapsed(at: time))
  }

  /// Returns the share, rate and remaining time at a time.
  func reading(at time: Date) -> ProgressReading { estimator.reading(at: elapsed(at: time)) }

  private func elapsed(at time: Date) -> Duration { .seconds(max(time.timeIntervalSince(start), 0)) }
}

/// The results of many fetches so far.
struct FetchBatchResult: Sendable {
  /// The number of successful fetches.
  private(set) var succeeded = 0
  /// The fetch with the highest count.
  private(set) var last: Fetch?
  /// The first failure that isn't a cancellation.
  private(set) var failure: FetchError?

  /// Notes a result, and returns whether to go on.
  mutating func note(_ result: Result<Fetch, FetchError>) -> Bool {
    switch result {
    case .success(let fetch):
      succeeded += 1
      if fetch.count > last?.count ?? 0 { last = fetch }
    case .failure(.cancelled): break
    case .failure(let error): failure = failure ?? error
    }
    return failure == nil
  }
}
