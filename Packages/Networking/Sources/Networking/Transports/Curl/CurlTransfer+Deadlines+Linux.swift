#if os(Linux)
import Foundation

/// The limits of a transfer, on the engine's thread. Times are nanoseconds of the monotonic clock.
extension CurlTransfer {
  /// The limits of a request in nanoseconds; the largest number is none.
  struct Limits {
    let firstByte: UInt64
    let idle: UInt64
    let total: UInt64

    init(_ timeouts: Timeouts) {
      firstByte = timeouts.firstByte?.nanoseconds ?? .max
      idle = timeouts.idle?.nanoseconds ?? .max
      total = timeouts.total?.nanoseconds ?? .max
    }
  }

  func begin(with handle: CurlEasyHandle, engine: CurlEngine, now: UInt64) {
    self.handle = handle
    self.engine = engine
    lastActivityAt = now
  }

  /// Notes that something arrived, and that the task that waits is to be told.
  func touch() {
    lastActivityAt = DispatchTime.now().uptimeNanoseconds
    engine?.signalLater(self)
  }

  /// When the transfer fails unless something happens before; the largest number for never.
  var deadline: UInt64 {
    min(phaseDeadline.at, startedAt.addingSaturated(limits.total))
  }

  /// Which limit it is that has run out.
  func timeout() -> NetworkError {
    let (phase, at) = phaseDeadline
    // Of equal limits the narrower phase says more, so the total comes last.
    let isPhase = at <= startedAt.addingSaturated(limits.total)
    let timeouts = request.timeouts
    if isPhase, phase == .firstByte, isWaitingForConnection {
      return .timedOut(.queue, limit: timeouts.firstByte ?? .zero, origin: origin)
    }
    let (reported, limit): (NetworkError.TimeoutPhase, Duration?) =
      if !isPhase { (.total, timeouts.total) } else if phase == .idle { (.idle, timeouts.idle) } else {
        (.firstByte, timeouts.firstByte)
      }
    return .timedOut(reported, limit: limit ?? .zero, origin: origin)
  }

  /// Whether other transfers hold all connections that there may be, so that nothing was sent yet.
  ///
  /// libcurl would have given up a connection that doesn't come about after the limit for that.
  private var isWaitingForConnection: Bool {
    guard let handle else { return true }
    guard let connect = request.timeouts.connect, connect.nanoseconds < limits.firstByte else { return false }
    return !handle.wasConnected
  }

  private var phaseDeadline: (phase: NetworkError.TimeoutPhase, at: UInt64) {
    if parsedHead != nil {
      return (.idle, isPaused ? .max : lastActivityAt.addingSaturated(limits.idle))
    }
    // While the content is sent, it is the other side's turn unless its reader is slow.
    if isSendPaused { return (.idle, .max) }
    if isSending { return (.idle, lastActivityAt.addingSaturated(limits.idle)) }
    return (.firstByte, max(startedAt, lastSentAt).addingSaturated(limits.firstByte))
  }
}

extension Duration {
  /// Whole nanoseconds, 0 for negative durations, the largest number for longer ones.
  var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    guard seconds < 1 << 33 else { return .max }
    return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
  }
}

extension UInt64 {
  func addingSaturated(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
#endif
