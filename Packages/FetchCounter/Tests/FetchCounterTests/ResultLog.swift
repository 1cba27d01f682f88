import Foundation

@testable import FetchCounter

/// A log of results; `@unchecked Sendable`, because `lock` guards `results`.
final class ResultLog: @unchecked Sendable {
  private let lock = NSLock()
  private var results: [Result<Fetch, FetchError>] = []

  var count: Int { lock.withLock { results.count } }
  var counts: [Int] { lock.withLock { results.compactMap { try? $0.get().count } } }

  /// Adds a result, and returns the number of results so far.
  @discardableResult
  func add(_ result: Result<Fetch, FetchError>) -> Int {
    lock.withLock {
      results.append(result)
      return results.count
    }
  }
}
