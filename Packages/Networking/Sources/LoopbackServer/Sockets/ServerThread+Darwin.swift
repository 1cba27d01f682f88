#if canImport(Darwin)
import Darwin

extension ServerThread {
  typealias Handle = pthread_t

  /// Creates the thread; `handle` is nil when it could not be made.
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
