#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The system's calls with their habits: interrupted ones are repeated, errors have words.
enum SystemCall {
  /// The words for an error's number.
  static func message(of code: Int32) -> String {
    guard let text = strerror(code) else { return "error \(code)" }
    return String(cString: text)
  }

  /// What can be read now; empty at the end, nil where there is nothing yet.
  static func readSome(_ descriptor: Int32) throws(TerminalError) -> [UInt8]? {
    while true {
      var code: Int32 = 0
      var count = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, initialized in
        count = read(descriptor, buffer.baseAddress, buffer.count)
        code = errno
        initialized = max(count, 0)
      }
      if count >= 0 { return bytes }
      switch code {
      case EINTR: continue
      case EAGAIN: return nil
      default: throw .system(operation: "reading", code: code)
      }
    }
  }

  /// Closes a descriptor; what that answers changes nothing, since the descriptor is gone in any case.
  static func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

  /// Whether something can be read within a time.
  static func isReadable(_ descriptor: Int32, milliseconds: Int32) -> Bool {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wait, 1, milliseconds) > 0 && wait.revents & Int16(POLLIN) != 0
  }

  /// Whether the other side of a terminal is closed.
  static func isHungUp(_ descriptor: Int32) -> Bool {
    var wait = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&wait, 1, 0) > 0 && wait.revents & Int16(POLLHUP | POLLERR) != 0
  }
}
