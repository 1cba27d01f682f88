import Foundation

/// How far many fetches have come, for the tasks that share them.
///
/// `@unchecked Sendable`: everything that changes is guarded by `lock`, under which results are told, too.
final class FetchProgress: @unchecked Sendable {
  private let lock = NSLock()
  private let onEach: @Sendable (Result<Fetch, FetchError>) -> Bool
  private var result: FetchRun
  private var begun = 0
  private var goesOn = true

  init(times: Int, onEach: @escaping @Sendable (Result<Fetch, FetchError>) -> Bool) {
    result = FetchRun(requested: times)
    self.onEach = onEach
  }

  /// What has come of them so far.
  var run: FetchRun { lock.withLock { result } }

  /// Begins another fetch, if there is one left.
  ///
  /// - Returns: Whether there was.
  func begins() -> Bool {
    lock.withLock {
      guard goesOn, begun < result.requested else { return false }
      begun += 1
      return true
    }
  }

  /// Notes the result of a fetch, and tells it.
  func note(_ fetched: Result<Fetch, FetchError>) {
    lock.withLock {
      result.note(fetched)
      let isWanted = onEach(fetched)
      // Without a store no other fetch could be counted either.
      if case .failure(.store) = fetched { goesOn = false }
      if !isWanted { goesOn = false }
    }
  }
}
