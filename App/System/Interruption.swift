import Basics
import Foundation

/// A handler that treats SIGINT and SIGTERM as a request to exit cleanly; a second signal ends the process immediately.
final class Interruption: Sendable {
  private static let signals = [SIGINT, SIGTERM]

  private let received = Locked<Int32?>(nil)

  /// Creates a handler and starts listening for signals, which is allowed only once per process.
  ///
  /// `onSignal` is called on a separate thread.
  init(onSignal: @escaping @Sendable () -> Void) {
    var descriptors: [Int32] = [-1, -1]
    guard pipe(&descriptors) == 0 else { return }
    let reader = descriptors[0]
    for descriptor in descriptors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    signalPipe = descriptors[1]
    let thread = Thread { [received] in
      // Dispatch's threads block these signals, so this thread receives them.
      var set = sigset_t()
      sigemptyset(&set)
      for number in Self.signals { sigaddset(&set, number) }
      pthread_sigmask(SIG_UNBLOCK, &set, nil)
      var byte: UInt8 = 0
      while true {
        let count = read(reader, &byte, 1)
        if count == 1 {
          received.withLock { $0 = $0 ?? Int32(byte) }
          onSignal()
        } else if count == 0 || errno != EINTR {
          return
        }
      }
    }
    thread.start()
    // A signal that arrives before the thread runs waits in the pipe.
    for number in Self.signals { Self.handle(number) }
  }

  /// Ends the process with the received signal, if any, which makes the signal visible to the parent process.
  func takeCourse() {
    if let number = received.withLock({ $0 }) { Self.end(by: number) }
  }

  static func end(by number: Int32) -> Never {
    signal(number, SIG_DFL)
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(number)
    // This code is reached only if the signal doesn't end the process.
    exit(128 + number)
  }

  private static func handle(_ number: Int32) {
    // The handler calls only async-signal-safe functions (POSIX).
    signal(number) { number in
      let error = errno
      signal(number, SIG_DFL)
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(signalPipe, &byte, 1)
      errno = error
    }
  }
}

/// The file descriptor of the pipe that the handler writes to.
///
/// `nonisolated(unsafe)`: set once, before the handler is installed.
nonisolated(unsafe) private var signalPipe: Int32 = -1
