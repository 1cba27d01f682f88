import Foundation

/// Returns memory to the system after a burst of requests.
///
/// The C library keeps the memory of ten thousand waiting tasks for reuse, so that the program would seem to use it forever.
enum MemoryRelief {
  /// The number of concurrent requests that justifies the milliseconds for returning memory.
  static let burst = 1_000
  /// The delay in seconds, during which the tasks of a burst end.
  private static let delay = 1

  private static let isPlanned = Locked(false)

  /// Returns memory after the delay, once for all bursts that end before.
  static func planAfterBurst() {
    let wasPlanned = isPlanned.withLock { isPlanned in
      defer { isPlanned = true }
      return isPlanned
    }
    guard !wasPlanned else { return }
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .seconds(delay)) {
      isPlanned.withLock { $0 = false }
      release()
    }
  }
}
