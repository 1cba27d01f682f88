#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The one thing that every waiting thread of a server waits on besides its own business.
///
/// A pipe whose writing end is closed by `signal()`: from then on its reading end is ready for every `poll`, so a wait
/// for a socket and a wait for the end of the server are one system call with a monotonic deadline.
final class StopSignal: Sendable {
  /// Why a wait came back.
  enum Wakening {
    case timedOut
    case stopped
    case ready
  }

  private let readingEnd: Int32
  private let writingEnd: Int32
  private let signalled = Locked(false)

  init() throws(SystemFailure) {
    var ends: [Int32] = [-1, -1]
    guard SystemCalls.openPipe(&ends) else { throw SystemFailure(number: errno, operation: "pipe") }
    readingEnd = ends[0]
    writingEnd = ends[1]
  }

  deinit {
    signal()
    SystemCalls.closeDescriptor(readingEnd)
  }

  /// Whether `signal()` was called.
  var isSignalled: Bool { signalled.withLock { $0 } }

  /// Wakes every present and future wait.
  ///
  /// Idempotent.
  func signal() {
    signalled.withLock { signalled in
      guard !signalled else { return }
      signalled = true
      SystemCalls.closeDescriptor(writingEnd)
    }
  }

  /// Waits until the signal, until `descriptor` can be read (or has failed), or for `timeout` (nil: for ever).
  ///
  /// The resolution is a millisecond, rounded up.
  func wait(for timeout: Duration?, watching descriptor: Int32? = nil) -> Wakening {
    let deadline = timeout.map { ContinuousClock.now + $0 }
    while true {
      var entries = [pollfd(fd: readingEnd, events: Int16(POLLIN), revents: 0)]
      if let descriptor { entries.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)) }
      let count = poll(&entries, nfds_t(entries.count), Self.milliseconds(until: deadline))
      if count > 0 {
        if entries[0].revents != 0 { return .stopped }
        return .ready
      }
      if count < 0, errno != EINTR, errno != EAGAIN { return .stopped }
      if let deadline, ContinuousClock.now >= deadline { return .timedOut }
    }
  }

  /// The remaining time as `poll` wants it: -1 for ever, rounded up, never more than an hour at a time.
  private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let remaining = deadline - ContinuousClock.now
    guard remaining > .zero else { return 0 }
    guard remaining < .seconds(3_600) else { return 3_600_000 }
    let parts = remaining.components
    return Int32(parts.seconds * 1_000 + (parts.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
