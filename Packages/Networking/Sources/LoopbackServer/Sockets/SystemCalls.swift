#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The few calls of the operating system whose names or types differ between C libraries.
///
/// What differs is in `SystemCalls+Linux.swift` and `SystemCalls+Darwin.swift`.
enum SystemCalls {
  /// Closes a descriptor.
  ///
  /// Never repeated after `EINTR`: the descriptor is gone by then on every supported system.
  static func closeDescriptor(_ descriptor: Int32) {
    _ = close(descriptor)
  }

  /// Opens a pipe that child processes do not inherit.
  static func openPipe(_ ends: inout [Int32]) -> Bool {
    guard pipe(&ends) == 0 else { return false }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return true
  }

  /// Sets an option whose value is an integer.
  static func setOption(_ option: Int32, level: Int32, of descriptor: Int32, to value: Int32) -> Bool {
    var value = value
    return setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size)) == 0
  }

  /// Makes calls on the descriptor return `EAGAIN` where they would wait.
  static func makeNonBlocking(_ descriptor: Int32) -> Bool {
    let flags = fcntl(descriptor, F_GETFL)
    return flags >= 0 && fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0
  }

  /// Limits how long one `recv` (`SO_RCVTIMEO`) or `send` (`SO_SNDTIMEO`) may wait.
  static func setTimeout(_ option: Int32, of descriptor: Int32, to duration: Duration) {
    let parts = duration.components
    var time = timeval()
    time.tv_sec = numericCast(max(0, parts.seconds))
    time.tv_usec = numericCast(max(0, parts.attoseconds / 1_000_000_000_000))
    // Zero would mean "for ever".
    if time.tv_sec == 0, time.tv_usec == 0 { time.tv_usec = 1_000 }
    _ = setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Makes `close` send a reset in place of an orderly end.
  static func makeCloseAbortive(_ descriptor: Int32) {
    var value = linger(l_onoff: 1, l_linger: 0)
    _ = setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
  }
}
