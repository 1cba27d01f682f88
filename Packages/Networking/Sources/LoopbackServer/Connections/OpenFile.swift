#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A regular file that is open for reading; closed with its last reference.
final class OpenFile {
  let size: Int
  private let descriptor: Int32

  /// Opens a regular file.
  ///
  /// - Throws: The status for the answer: 404 when there is no regular file, 403 when it may not be read, else 500.
  init(path: String) throws(FileFailure) {
    // Without O_NONBLOCK the opening of a named pipe would wait for a writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG: throw FileFailure(status: 404)
      case EACCES, EPERM: throw FileFailure(status: 403)
      default: throw FileFailure(status: 500)
      }
    }
    var information = stat()
    let isKnown = fstat(descriptor, &information) == 0
    guard isKnown, information.st_mode & S_IFMT == S_IFREG else {
      SystemCalls.closeDescriptor(descriptor)
      throw FileFailure(status: isKnown ? 404 : 500)
    }
    self.descriptor = descriptor
    size = Int(information.st_size)
  }

  deinit {
    SystemCalls.closeDescriptor(descriptor)
  }

  /// Reads at an offset; fewer bytes than asked for only at the end of the file or on an error, then 0.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    while true {
      let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
      if count >= 0 { return count }
      if errno != EINTR { return 0 }
    }
  }
}

/// A file that cannot be served, with the status that says why.
struct FileFailure: Error {
  let status: Int
}
