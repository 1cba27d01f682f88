import Foundation

/// Gives memory back to the system after very many requests at once.
///
/// What ten thousand waiting tasks needed is free afterwards, but the C library keeps it for the next time: that is what a program is
/// then seen to use, for ever.
enum MemoryRelief {
  /// From how many requests at the same time on it is worth the milliseconds.
  static let burst = 1_000
  /// How long after a burst, so that its tasks have ended; in seconds.
  private static let delay = 1

  private static let state = State()

  /// `@unchecked Sendable`: `isPlanned` is guarded by `lock`.
  private final class State: @unchecked Sendable {
    private let lock = Lock()
    private var isPlanned = false

    /// Whether the caller is the one who plans it.
    func plan() -> Bool {
      lock.withLock {
        defer { isPlanned = true }
        return !isPlanned
      }
    }

    func begin() { lock.withLock { isPlanned = false } }
  }

  /// Gives memory back in a moment; once, however many bursts end until then.
  static func planAfterBurst() {
    guard state.plan() else { return }
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .seconds(delay)) {
      state.begin()
      release()
    }
  }
}
