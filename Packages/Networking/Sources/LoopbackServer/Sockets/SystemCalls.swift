internal import Networking

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A stop signal that every waiting server thread polls in addition to its socket.
///
/// It is a pipe: `signal()` closes the writing end, which makes the reading end ready in every `poll`. One system call
/// with a monotonic deadline can therefore wait for both the socket and the signal.
final class StopSignal: Sendable {
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

  var isSignalled: Bool { signalled.withLock { $0 } }

  func signal() {
    signalled.withLock { signalled in
      guard !signalled else { return }
      signalled = true
      SystemCalls.closeDescriptor(writingEnd)
    }
  }

  /// Waits until the signal arrives, `descriptor` becomes readable or fails, or `timeout` expires.
  ///
  /// Without a timeout, waits indefinitely. The resolution is one millisecond, rounded up.
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

  // Returns the remaining milliseconds for `poll`, rounded up, and at most one hour; -1 means no limit.
  private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let remaining = deadline - ContinuousClock.now
    guard remaining > .zero else { return 0 }
    guard remaining < .seconds(3_600) else { return 3_600_000 }
    let parts = remaining.components
    return Int32(parts.seconds * 1_000 + (parts.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}

/// System calls whose names or types differ between C libraries.
enum SystemCalls {
  /// Closes a descriptor without retrying after `EINTR`, because supported systems free the descriptor even then.
  static func closeDescriptor(_ descriptor: Int32) {
    _ = close(descriptor)
  }

  static func openPipe(_ ends: inout [Int32]) -> Bool {
    guard pipe(&ends) == 0 else { return false }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return true
  }

  static func setOption(_ option: Int32, level: Int32, of descriptor: Int32, to value: Int32) -> Bool {
    var value = value
    return setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size)) == 0
  }

  /// Makes calls on the descriptor return `EAGAIN` instead of waiting.
  static func makeNonBlocking(_ descriptor: Int32) -> Bool {
    let flags = fcntl(descriptor, F_GETFL)
    return flags >= 0 && fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0
  }

  /// Limits the time that one `recv` (`SO_RCVTIMEO`) or `send` (`SO_SNDTIMEO`) may wait.
  static func setTimeout(_ option: Int32, of descriptor: Int32, to duration: Duration) {
    let parts = duration.components
    var time = timeval()
    time.tv_sec = numericCast(max(0, parts.seconds))
    time.tv_usec = numericCast(max(0, parts.attoseconds / 1_000_000_000_000))
    // Zero would mean no limit.
    if time.tv_sec == 0, time.tv_usec == 0 { time.tv_usec = 1_000 }
    _ = setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Makes `close` send a reset (RST) instead of closing normally.
  static func makeCloseAbortive(_ descriptor: Int32) {
    var value = linger(l_onoff: 1, l_linger: 0)
    _ = setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
  }
}
