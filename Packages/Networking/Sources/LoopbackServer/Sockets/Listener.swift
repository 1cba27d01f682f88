#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

enum ListenAddress: Sendable {
  case port(Int)
  case unixSocket(String)
}

struct Listener: Sendable {
  let descriptor: Int32
  let port: Int
  let path: String?

  init(_ address: ListenAddress, backlog: Int) throws(LoopbackServerError) {
    switch address {
    case .port(let port): try self.init(port: port, backlog: backlog)
    case .unixSocket(let path): try self.init(path: path, backlog: backlog)
    }
  }

  func close() {
    SystemCalls.closeDescriptor(descriptor)
    if let path { unlink(path) }
  }

  /// Listens on a TCP port, even while old connections are in TIME_WAIT (`SO_REUSEADDR`).
  private init(port: Int, backlog: Int) throws(LoopbackServerError) {
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
      switch Self.bindError(descriptor, &address) {
      case 0: break
      case EADDRINUSE: throw .portInUse(port)
      case EACCES, EPERM: throw .permissionDenied(port: port)
      case let number: throw .socketFailure(number, operation: "bind")
      }
      // With SO_REUSEADDR, two sockets can bind to the same port, and the conflict isn't reported until `listen`.
      try Self.listen(descriptor, backlog, inUse: .portInUse(port))
      self.port = try Self.boundPort(of: descriptor)
    } catch {
      SystemCalls.closeDescriptor(descriptor)
      throw error
    }
    self.descriptor = descriptor
    path = nil
  }

  /// Listens on a Unix domain socket for this user only; replaces a dead server's file, but not a running server's.
  private init(path: String, backlog: Int) throws(LoopbackServerError) {
    guard var address = Self.address(of: path) else { throw .socketPathTooLong(path) }
    let descriptor = SystemCalls.openStreamSocket(AF_UNIX)
    guard descriptor >= 0 else { throw .socketFailure(errno, operation: "socket") }
    do throws(LoopbackServerError) {
      var result = Self.bindError(descriptor, &address)
      if result == EADDRINUSE, Self.isAbandoned(path, address) {
        unlink(path)
        result = Self.bindError(descriptor, &address)
      }
      if result == EADDRINUSE { throw .socketPathInUse(path) }
      guard result == 0 else { throw .socketFailure(result, operation: "bind") }
      // The mode is set before any client can connect.
      guard chmod(path, 0o600) == 0 else { throw .socketFailure(errno, operation: "chmod") }
      try Self.listen(descriptor, backlog, inUse: .socketPathInUse(path))
    } catch {
      SystemCalls.closeDescriptor(descriptor)
      throw error
    }
    self.descriptor = descriptor
    self.path = path
    port = 0
  }

  private static func listen(
    _ descriptor: Int32,
    _ backlog: Int,
    inUse: LoopbackServerError
  ) throws(LoopbackServerError) {
    guard systemListen(descriptor, Int32(clamping: max(0, backlog))) == 0 else {
      throw errno == EADDRINUSE ? inUse : .socketFailure(errno, operation: "listen")
    }
    guard SystemCalls.makeNonBlocking(descriptor) else { throw .socketFailure(errno, operation: "fcntl") }
  }

  private static func bindError<Address>(_ descriptor: Int32, _ address: inout Address) -> Int32 {
    withSocketAddress(&address) { systemBind(descriptor, $0, $1) } == 0 ? 0 : errno
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

  /// Returns a path's address; `nil` if the path is empty, contains NUL or is too long (Linux: 107 bytes, Darwin: 103).
  private static func address(of path: String) -> sockaddr_un? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let fits = withUnsafeMutableBytes(of: &address.sun_path) { storage in
      guard !bytes.isEmpty, bytes.count < storage.count, !bytes.contains(0) else { return false }
      storage.copyBytes(from: bytes)
      return true
    }
    return fits ? address : nil
  }

  /// Returns whether the path is a socket on which no server is listening.
  private static func isAbandoned(_ path: String, _ address: sockaddr_un) -> Bool {
    var information = stat()
    guard lstat(path, &information) == 0, information.st_mode & S_IFMT == S_IFSOCK else { return false }
    let probe = SystemCalls.openStreamSocket(AF_UNIX)
    guard probe >= 0 else { return false }
    defer { SystemCalls.closeDescriptor(probe) }
    // A blocking probe would hang if the server's queue were full.
    guard SystemCalls.makeNonBlocking(probe) else { return false }
    var address = address
    return withSocketAddress(&address) { connect(probe, $0, $1) } != 0 && errno == ECONNREFUSED
  }

  private static func withSocketAddress<Address, Result>(
    _ address: inout Address,
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    let size = socklen_t(MemoryLayout<Address>.size)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
    }
  }
}

// Calls the system function `bind`, which a method with the same name hides.
private func systemBind(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
  bind(descriptor, address, size)
}

// Calls the system function `listen`, which a method with the same name hides.
private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 {
  listen(descriptor, backlog)
}
