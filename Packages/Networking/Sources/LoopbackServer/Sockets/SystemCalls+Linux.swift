#if os(Linux)
#if canImport(Glibc)
import Glibc
#else
import Musl
#endif

extension SystemCalls {
  /// The flags for `send`; they prevent `SIGPIPE`, because clients may disconnect at any time.
  static let sendFlags = Int32(MSG_NOSIGNAL)

  // Sends bytes; returns -1 with `errno` on failure.
  static func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    send(descriptor, bytes, count, sendFlags)
  }

  /// Opens a stream socket that child processes don't inherit; returns -1 with `errno` on failure.
  static func openStreamSocket(_ family: Int32) -> Int32 {
    #if canImport(Glibc)
    socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    #else
    socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0)
    #endif
  }

  /// Accepts a connection as a blocking socket that child processes don't inherit; returns -1 with `errno` on failure.
  static func acceptConnection(on listener: Int32) -> Int32 {
    let descriptor = accept(listener, nil, nil)
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return descriptor
  }

  // Does nothing: `sendFlags` already prevents `SIGPIPE`.
  static func suppressBrokenPipeSignal(on descriptor: Int32) {}

  /// Returns the number of bytes that the peer hasn't acknowledged.
  static func unacknowledgedBytes(of descriptor: Int32) -> Int {
    var count: Int32 = 0
    return ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 ? Int(count) : 0
  }
}

extension ServerThread {
  typealias Handle = pthread_t

  // Creates a thread; the handle is `nil` on failure.
  static func create(
    _ attributes: UnsafePointer<pthread_attr_t>?,
    _ work: UnsafeMutableRawPointer
  ) -> (handle: Handle?, error: Int32) {
    #if canImport(Glibc)
    var handle = pthread_t()
    #else
    var handle: pthread_t?
    #endif
    let error = pthread_create(
      &handle,
      attributes,
      { pointer in
        if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().run() }
        return nil
      },
      work
    )
    return (error == 0 ? handle : nil, error)
  }
}
#endif
