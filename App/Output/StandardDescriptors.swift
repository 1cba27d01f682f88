#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The descriptors 0 to 2, which a caller may have closed (`fetch-counter status >&-`).
enum StandardDescriptors {
  /// Opens `/dev/null` for each missing descriptor, so that no other file gets its number.
  ///
  /// Call this before anything else opens a file. The modes are the wrong way round on purpose: reading from the input and writing to the
  /// outputs fail with `EBADF`, as with a closed descriptor.
  static func reserve() {
    for number: Int32 in 0...2 where fcntl(number, F_GETFD) < 0 {
      // The system returns the lowest free number. Without `/dev/null`, the root folder refuses both reading and writing.
      if open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY) < 0 { _ = open("/", O_RDONLY) }
    }
  }
}
