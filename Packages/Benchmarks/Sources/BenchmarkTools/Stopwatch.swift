/// Measures the time that goes by.
public enum Stopwatch {
  /// The seconds that something takes.
  public static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return seconds(since: start)
  }

  /// The seconds that something asynchronous takes, in its caller's isolation.
  public static func seconds(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Void
  ) async rethrows -> Double {
    let start = ContinuousClock.now
    try await body()
    return seconds(since: start)
  }

  private static func seconds(since start: ContinuousClock.Instant) -> Double {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
