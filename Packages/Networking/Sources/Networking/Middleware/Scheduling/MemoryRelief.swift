import NetworkingFoundation

/// Returns memory to the operating system after a burst of requests.
///
/// The C library keeps freed memory for reuse. After ten thousand tasks have waited, the program would otherwise appear
/// to use that memory forever.
enum MemoryRelief {
  /// The minimum number of concurrent requests that makes returning memory worth the few milliseconds it takes.
  static let burst = 1_000
  /// The delay in seconds, which gives the tasks in a burst time to end.
  private static let delay = 1

  private static let isPlanned = Locked(false)

  /// Returns memory after the delay, once for all bursts that end before then.
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
