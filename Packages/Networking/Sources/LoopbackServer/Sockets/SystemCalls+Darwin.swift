#if canImport(Darwin)
import Darwin

extension SystemCalls {
  /// The flags for `send`; Darwin has no `MSG_NOSIGNAL`, but `SO_NOSIGPIPE` on the socket has the same effect.
  static let sendFlags: Int32 = 0

  static func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    send(descriptor, bytes, count, sendFlags)
  }

  static func openStreamSocket(_ family: Int32) -> Int32 {
    let descriptor = socket(family, SOCK_STREAM, 0)
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return descriptor
  }

  static func acceptConnection(on listener: Int32) -> Int32 {
    let descriptor = accept(listener, nil, nil)
    guard descriptor >= 0 else { return descriptor }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    // On Darwin, an accepted socket inherits the listener's flags.
    let flags = fcntl(descriptor, F_GETFL)
    if flags >= 0 { _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) }
    return descriptor
  }

  static func suppressBrokenPipeSignal(on descriptor: Int32) {
    _ = setOption(SO_NOSIGPIPE, level: SOL_SOCKET, of: descriptor, to: 1)
  }

  static func unacknowledgedBytes(of descriptor: Int32) -> Int {
    var count: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, SO_NWRITE, &count, &size) == 0 ? Int(count) : 0
  }
}

extension ServerThread {
  typealias Handle = pthread_t

  static func create(
    _ attributes: UnsafePointer<pthread_attr_t>?,
    _ work: UnsafeMutableRawPointer
  ) -> (handle: Handle?, error: Int32) {
    var handle: pthread_t?
    let error = pthread_create(
      &handle,
      attributes,
      { pointer in
        Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().run()
        return nil
      },
      work
    )
    return (error == 0 ? handle : nil, error)
  }
}
#endif
