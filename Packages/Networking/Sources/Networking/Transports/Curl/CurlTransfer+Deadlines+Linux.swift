#if os(Linux)
import Foundation

/// The limits of a transfer, on the engine's thread. Times are nanoseconds of the monotonic clock.
extension CurlTransfer {
  func begin(with handle: CurlEasyHandle, engine: CurlEngine, configuration: TransportConfiguration) {
    self.handle = handle
    self.engine = engine
    maximumHeadSize = configuration.maximumHeadSize
    bodyBufferSize = configuration.bodyBufferSize
    startedAt = DispatchTime.now().uptimeNanoseconds
    lastActivityAt = startedAt
  }

  /// Notes that something arrived, and that the task that waits is to be told.
  func touch() {
    lastActivityAt = DispatchTime.now().uptimeNanoseconds
    engine?.signalLater(self)
  }

  /// When the transfer fails unless something happens before, and with what.
  func deadline() -> (at: UInt64, error: NetworkError)? {
    let limits = request.timeouts
    var earliest: (at: UInt64, error: NetworkError)?
    func consider(_ phase: NetworkError.TimeoutPhase, _ limit: Duration?, since start: UInt64) {
      guard let limit else { return }
      let at = start.addingSaturated(limit.nanoseconds)
      if at < earliest?.at ?? .max {
        earliest = (at, .timedOut(phase, limit: limit, origin: prepared.origin))
      }
    }
    // Of equal limits the narrower phase says more, so the total comes last.
    if parsedHead == nil {
      consider(.firstByte, limits.firstByte, since: startedAt)
    } else if !isPaused {
      consider(.idle, limits.idle, since: lastActivityAt)
    }
    consider(.total, limits.total, since: startedAt)
    return earliest
  }
}

extension Duration {
  /// Whole nanoseconds, 0 for negative durations, the largest number for longer ones.
  fileprivate var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    guard seconds < 1 << 33 else { return .max }
    return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
  }
}

extension UInt64 {
  fileprivate func addingSaturated(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
#endif
