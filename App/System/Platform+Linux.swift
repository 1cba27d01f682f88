#if os(Linux)
import Foundation

#if canImport(Musl)
import Musl
#else
import Glibc
#endif

extension SystemRoom {
  /// Checks the address space if it is limited (`ulimit -v`, `ulimit -d`).
  static func checkMemory() throws(CommandFailure) {
    guard isLimited(RLIMIT_AS) || isLimited(RLIMIT_DATA) else { return }
    // Each additional heap would reserve 64 MiB of addresses.
    MemoryArenas.limit(to: 1)
    // Reserve space for the stacks of Dispatch's threads and a few other threads, for libcurl with its libraries, and
    // for the command's data. All other threads have small stacks.
    let size = (4 + ProcessInfo.processInfo.activeProcessorCount) * stackSize + 64 << 20
    let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let memory, memory != MAP_FAILED else {
      throw failure(
        "not enough memory (\(size >> 20) MiB of address space is needed)",
        hint: "Raise the limits, for example with 'ulimit -v unlimited' and 'ulimit -d unlimited'."
      )
    }
    munmap(memory, size)
  }

  /// Checks that the system can start enough threads (`ulimit -u`, and container limits).
  static func checkThreads() throws(CommandFailure) {
    // The mutex stays locked until all threads exist at the same time.
    let gate = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    pthread_mutex_init(gate, nil)
    pthread_mutex_lock(gate)
    var threads: [pthread_t] = []
    defer {
      pthread_mutex_unlock(gate)
      for thread in threads { pthread_join(thread, nil) }
      pthread_mutex_destroy(gate)
      gate.deallocate()
    }
    for _ in 0..<(threadCount + ProcessInfo.processInfo.activeProcessorCount) {
      guard let thread = makeThread(waitingFor: gate) else {
        throw failure(
          "the system can't start more threads",
          hint: "Raise the limit, for example with 'ulimit -u 4096', or close some programs."
        )
      }
      threads.append(thread)
    }
  }

  /// Starts a thread that waits for a mutex; `nil` if the system refuses.
  private static func makeThread(waitingFor mutex: UnsafeMutablePointer<pthread_mutex_t>) -> pthread_t? {
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

  /// The default stack size of a thread, in bytes.
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

enum MemoryArenas {
  private typealias SetOption = @convention(c) (Int32, Int32) -> Int32
  private typealias Trim = @convention(c) (Int) -> Int32

  /// The value of `M_ARENA_MAX` in glibc's `malloc.h`, which the C library's module omits.
  private static let maximumCount: Int32 = -8

  /// Limits the number of glibc heaps, because memory freed in one heap can't be reused by another.
  static func limit(to count: Int32 = 2) {
    guard let symbol = dlsym(nil, "mallopt") else { return }
    _ = unsafeBitCast(symbol, to: SetOption.self)(maximumCount, count)
  }

  // glibc would keep most of the memory that a load frees, which is several times what the loaded values need.
  static func trim() {
    guard let symbol = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(symbol, to: Trim.self)(0)
  }
}

extension Pager {
  static func emptyActions() -> posix_spawn_file_actions_t { posix_spawn_file_actions_t() }

  static func emptyAttributes() -> posix_spawnattr_t { posix_spawnattr_t() }
}
#endif
