#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A server thread with a custom stack size; `stop()` can join it, unlike Foundation's `Thread`.
///
/// `@unchecked Sendable`: the handle, a pointer on some systems, is only an identifier and is never dereferenced.
struct ServerThread: @unchecked Sendable {
  let handle: Handle

  /// The work for a new thread, passed through C as an opaque pointer.
  final class Work: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  /// Starts a thread; throws the error number that `pthread_create` returns.
  ///
  /// Asynchronous signals are blocked, so the program's own threads handle them. Trap signals aren't blocked, so a
  /// program can restore its terminal after a trap.
  static func start(stackSize: Int, _ run: @escaping @Sendable () -> Void) throws(SystemFailure) -> ServerThread {
    let work = Unmanaged.passRetained(Work(run))
    let result = withAttributes(stackSize: stackSize) { attributes in
      withTrapSignalsOnly { create(attributes, work.toOpaque()) }
    }
    guard let handle = result.handle else {
      work.release()
      throw SystemFailure(number: result.error, operation: "pthread_create")
    }
    return ServerThread(handle: handle)
  }

  // Calls `body` with attributes for a stack of at least 128 KiB.
  private static func withAttributes<Result>(
    stackSize: Int,
    _ body: (UnsafePointer<pthread_attr_t>?) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { storage in
      guard let attributes = storage.baseAddress, pthread_attr_init(attributes) == 0 else { return body(nil) }
      defer { pthread_attr_destroy(attributes) }
      // The size is a multiple of 16 KiB, and therefore of every common page size.
      let size = (max(stackSize, 131_072) + 16_383) / 16_384 * 16_384
      _ = pthread_attr_setstacksize(attributes, size)
      return body(attributes)
    }
  }

  // Blocks all signals except trap signals; threads started by `body` inherit the mask.
  private static func withTrapSignalsOnly<Result>(_ body: () -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: sigset_t.self, capacity: 2) { sets in
      guard let blocked = sets.baseAddress else { return body() }
      let previous = blocked + 1
      sigfillset(blocked)
      for signal in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT] { sigdelset(blocked, signal) }
      pthread_sigmask(SIG_SETMASK, blocked, previous)
      defer { pthread_sigmask(SIG_SETMASK, previous, nil) }
      return body()
    }
  }

  static var current: ServerThread { ServerThread(handle: pthread_self()) }

  func join() {
    _ = pthread_join(handle, nil)
  }

  func detach() {
    _ = pthread_detach(handle)
  }

  func isSame(as other: ServerThread) -> Bool {
    pthread_equal(handle, other.handle) != 0
  }
}

struct SystemFailure: Error {
  let number: Int32
  let operation: String
}
