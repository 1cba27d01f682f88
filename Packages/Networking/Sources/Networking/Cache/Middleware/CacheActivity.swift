import Foundation

/// What a cache is doing and has done.
///
/// `@unchecked Sendable`: everything that changes is guarded by `lock`.
final class CacheActivity: @unchecked Sendable {
  /// Counts since the start.
  struct Counts: Sendable, Hashable {
    var hits = 0
    var misses = 0
    var confirmations = 0
    var staleResponses = 0
    var failedRevalidations = 0
  }

  private let lock = Lock()
  private var state = Counts()
  private var isCacheOnly = false
  private var revalidations: [SHA256.Digest: Task<Void, Never>] = [:]

  /// The counts.
  var counts: Counts { lock.withLock { state } }

  /// Changes the counts.
  func count(_ change: (inout Counts) -> Void) { lock.withLock { change(&state) } }

  /// Whether nothing is to be sent.
  var isOffline: Bool {
    get { lock.withLock { isCacheOnly } }
    set { lock.withLock { isCacheOnly = newValue } }
  }

  /// Starts work in the background unless there is some for the key.
  func revalidate(_ key: SHA256.Digest, _ work: @escaping @Sendable () async throws(NetworkError) -> Void) {
    lock.withLock {
      guard revalidations[key] == nil else { return }
      revalidations[key] = Task {
        do throws(NetworkError) {
          try await work()
        } catch {
          // Nobody waits for it; the next request finds the answer as stale as before.
          count { $0.failedRevalidations += 1 }
        }
        finish(key)
      }
    }
  }

  /// Waits for everything that is going on in the background now.
  func settle() async {
    for task in lock.withLock({ Array(revalidations.values) }) { await task.value }
  }

  private func finish(_ key: SHA256.Digest) {
    lock.withLock { revalidations[key] = nil }
  }
}
