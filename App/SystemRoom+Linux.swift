#if os(Linux)
import Foundation

#if canImport(Musl)
import Musl
#else
import Glibc
#endif

extension SystemRoom {
  /// Checks the address space where it is limited (`ulimit -v`, `ulimit -d`).
  static func checkMemory() throws(CommandFailure) {
    guard isLimited(RLIMIT_AS) || isLimited(RLIMIT_DATA) else { return }
    // Each further heap would reserve 64 MiB of addresses.
    MemoryArenas.limit(to: 1)
    // Stacks of Dispatch's threads and some more, libcurl with its libraries, and what commands load. Other threads have small stacks.
    let size = (4 + ProcessInfo.processInfo.activeProcessorCount) * stackSize + 64 << 20
    let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let memory, memory != MAP_FAILED else {
      throw failure(
        "too little memory (\(size >> 20) MiB of addresses are needed)",
        hint: "Raise the limits, for example with 'ulimit -v unlimited' and 'ulimit -d unlimited'."
      )
    }
    munmap(memory, size)
  }

  /// Checks that the system starts threads (`ulimit -u`, and the limits of containers).
  static func checkThreads() throws(CommandFailure) {
    let gate = Gate()
    var threads: [pthread_t] = []
    defer {
      gate.open()
      for thread in threads { pthread_join(thread, nil) }
    }
    for _ in 0..<(threadCount + ProcessInfo.processInfo.activeProcessorCount) {
      guard let thread = gate.makeWaiter() else {
        throw failure(
          "the system starts no more threads",
          hint: "Raise the limit, for example with 'ulimit -u 4096', or close some programs."
        )
      }
      threads.append(thread)
    }
  }

  /// The default size of a thread's stack, in bytes.
  private static var stackSize: Int {
    let usual = 8 << 20
    return withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { storage in
      guard let attributes = storage.baseAddress, pthread_attr_init(attributes) == 0 else { return usual }
      defer { pthread_attr_destroy(attributes) }
      var size = 0
      return pthread_attr_getstacksize(attributes, &size) == 0 ? size : usual
    }
  }

  #if canImport(Glibc)
  private static func isLimited(_ resource: __rlimit_resource) -> Bool {
    var limit = rlimit()
    return getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 && limit.rlim_cur != rlim_t.max
  }
  #else
  private static func isLimited(_ resource: Int32) -> Bool {
    var limit = rlimit()
    return getrlimit(resource, &limit) == 0 && limit.rlim_cur != rlim_t.max
  }
  #endif
}

/// Holds threads until it is opened, so that all of them exist at the same time.
///
/// `@unchecked Sendable`: the mutex is all that threads share.
private final class Gate: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  init() {
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    pthread_mutex_lock(mutex)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func open() { pthread_mutex_unlock(mutex) }

  /// Starts a thread that waits for the gate; nil where the system refuses it.
  func makeWaiter() -> pthread_t? {
    #if canImport(Glibc)
    var thread = pthread_t()
    #else
    var thread: pthread_t?
    #endif
    let error = pthread_create(
      &thread,
      nil,
      { context in
        let mutex = context?.assumingMemoryBound(to: pthread_mutex_t.self)
        if let mutex, pthread_mutex_lock(mutex) == 0 { pthread_mutex_unlock(mutex) }
        return nil
      },
      mutex
    )
    return error == 0 ? thread : nil
  }
}
#endif
