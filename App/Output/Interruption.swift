import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The signals that end the program (SIGINT, SIGTERM), turned into a request to come to an end in order.
///
/// Only the first one is: the second one ends the process at once, as without this.
final class Interruption: Sendable {
  private static let signals = [SIGINT, SIGTERM]

  private let received = Received()

  /// Begins to listen; once in a process.
  ///
  /// - Parameter onSignal: Asks for the end; called in a thread of its own.
  init(onSignal: @escaping @Sendable () -> Void) {
    var descriptors: [Int32] = [-1, -1]
    guard pipe(&descriptors) == 0 else { return }
    let reader = descriptors[0]
    for descriptor in descriptors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    signalPipe = descriptors[1]
    let thread = Thread { [received] in
      // Threads of the system's pools block these signals; with this one there is always one that takes them.
      var set = sigset_t()
      sigemptyset(&set)
      for number in Self.signals { sigaddset(&set, number) }
      pthread_sigmask(SIG_UNBLOCK, &set, nil)
      for number in Self.signals { Self.handle(number) }
      var byte: UInt8 = 0
      while true {
        let count = read(reader, &byte, 1)
        if count == 1 {
          received.set(Int32(byte))
          onSignal()
        } else if count == 0 || errno != EINTR {
          return
        }
      }
    }
    thread.start()
  }

  /// Ends the process by the signal that was received, if one was, so that whoever waits for it sees what ended it.
  func takeCourse() {
    if let number = received.number { Self.end(by: number) }
  }

  /// Ends the process by a signal.
  static func end(by number: Int32) -> Never {
    signal(number, SIG_DFL)
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(number)
    // Only where the signal is none that ends a process.
    exit(128 + number)
  }

  private static func handle(_ number: Int32) {
    // The handler does only what is allowed in one (POSIX, async-signal-safe functions).
    signal(number) { number in
      let error = errno
      signal(number, SIG_DFL)
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(signalPipe, &byte, 1)
      errno = error
    }
  }
}

/// Where the handler writes.
///
/// `nonisolated(unsafe)`: set before the handler is, and never again.
nonisolated(unsafe) private var signalPipe: Int32 = -1

/// The signal that came first.
///
/// `@unchecked Sendable`: `value` is guarded by `lock`.
private final class Received: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Int32?

  var number: Int32? { lock.withLock { value } }

  func set(_ number: Int32) {
    lock.withLock { value = value ?? number }
  }
}
