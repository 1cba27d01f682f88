#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The listening socket: bound to 127.0.0.1 and nothing else.
struct Listener {
  let descriptor: Int32
  let port: Int

  /// Opens, binds and listens.
  ///
  /// `SO_REUSEADDR` lets a restarted server have its port again while old connections are in TIME_WAIT;
  /// a port that another socket listens on is still refused.
  init(port: Int, backlog: Int) throws(LoopbackServerError) {
    guard let number = UInt16(exactly: port) else { throw .portOutOfRange(port) }
    let descriptor = SystemCalls.openStreamSocket(AF_INET)
    guard descriptor >= 0 else { throw .socketFailure(errno, operation: "socket") }
    do throws(LoopbackServerError) {
      guard SystemCalls.setOption(SO_REUSEADDR, level: SOL_SOCKET, of: descriptor, to: 1) else {
        throw .socketFailure(errno, operation: "setsockopt")
      }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = number.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      try Self.bind(descriptor, to: &address, port: port)
      guard listen(descriptor, Int32(clamping: max(0, backlog))) == 0 else {
        throw errno == EADDRINUSE ? .portInUse(port) : .socketFailure(errno, operation: "listen")
      }
      guard SystemCalls.makeNonBlocking(descriptor) else { throw .socketFailure(errno, operation: "fcntl") }
      self.port = try Self.boundPort(of: descriptor)
      self.descriptor = descriptor
    } catch {
      SystemCalls.closeDescriptor(descriptor)
      throw error
    }
  }

  private static func bind(
    _ descriptor: Int32,
    to address: inout sockaddr_in,
    port: Int
  ) throws(LoopbackServerError) {
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { systemBind(descriptor, $0, size) }
    }
    guard result != 0 else { return }
    switch errno {
    case EADDRINUSE: throw .portInUse(port)
    case EACCES, EPERM: throw .permissionDenied(port: port)
    default: throw .socketFailure(errno, operation: "bind")
    }
  }

  private static func boundPort(of descriptor: Int32) throws(LoopbackServerError) -> Int {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    guard result == 0 else { throw .socketFailure(errno, operation: "getsockname") }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}

/// The system's `bind`, under a name that a method called `bind` does not hide.
private func systemBind(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
  bind(descriptor, address, size)
}
