import NetworkingFoundation

/// Functions that return memory to the operating system after a burst of requests.
///
/// Otherwise, the C library would keep the memory of, for example, ten thousand waiting tasks until the program ends.
enum MemoryRelief {
  /// The minimum number of concurrent requests after which returning memory is worth a few milliseconds.
  static let burst = 1_000
  /// The delay in seconds, which gives a burst's tasks time to end.
  private static let delay = 1

  private static let isPlanned = Locked(false)

  /// Schedules a single return of memory for all bursts that end during the delay.
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
