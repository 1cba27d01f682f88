import Components
import Foundation

struct FetchBatch: Sendable {
  static let limits = 1...1_000_000
  /// The size of the largest batch that starts without a confirmation.
  static let largestUnconfirmed = 1_000
  /// The number of concurrent fetches; a higher number isn't any faster.
  static let concurrency = 4

  let requested: Int
  private let start: Date
  private var estimator: ProgressEstimator

  init(requested: Int, start: Date) {
    self.requested = requested
    self.start = start
    estimator = ProgressEstimator(total: Double(requested), at: .zero)
  }

  mutating func update(succeeded: Int, at time: Date) {
    estimator.update(completed: Double(succeeded), at: elapsed(at: time))
  }

  func reading(at time: Date) -> ProgressReading { estimator.reading(at: elapsed(at: time)) }

  private func elapsed(at time: Date) -> Duration { .seconds(max(time.timeIntervalSince(start), 0)) }
}

struct FetchBatchResult: Sendable {
  private(set) var succeeded = 0
  /// The fetch with the highest count.
  private(set) var last: Fetch?
  /// The first failure that isn't a cancellation.
  private(set) var failure: FetchError?

  /// Records a result, and returns whether to continue.
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
