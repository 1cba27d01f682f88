#if os(Linux)
#if canImport(Glibc)
import Glibc
#else
import Musl
#endif

extension ServerThread {
  typealias Handle = pthread_t

  /// Creates the thread; `handle` is nil when it could not be made.
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
