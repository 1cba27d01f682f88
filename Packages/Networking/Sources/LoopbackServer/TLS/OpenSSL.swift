import NetworkingFoundation

/// OpenSSL 1.1.1 or 3, which is loaded at run time, so the package builds and links without it.
struct OpenSSL: Sendable {
  typealias Pointer = OpaquePointer
  typealias Text = UnsafePointer<CChar>?
  typealias Make = @Sendable @convention(c) () -> Pointer?
  typealias Get = @Sendable @convention(c) (Pointer?) -> Pointer?
  typealias Use = @Sendable @convention(c) (Pointer?) -> Void
  typealias Step = @Sendable @convention(c) (Pointer?) -> Int32
  typealias Combine = @Sendable @convention(c) (Pointer?, Pointer?) -> Int32
  typealias Read = @Sendable @convention(c) (Pointer?, UnsafeMutableRawPointer?, Int32) -> Int32
  typealias Write = @Sendable @convention(c) (Pointer?, UnsafeRawPointer?, Int32) -> Int32

  static let loaded = Result { () throws(LoopbackServerError) in try OpenSSL() }

  private let library: UInt
  let clearErrors: @Sendable @convention(c) () -> Void
  let memory: Make
  let newSession, newBuffer, input, output: Get
  let setBuffers: @Sendable @convention(c) (Pointer?, Pointer?, Pointer?) -> Void
  let accept: Use
  let handshake, shutdown, pending: Step
  let read, peek, readBuffer: Read
  let write, writeBuffer: Write
  let reason: @Sendable @convention(c) (Pointer?, Int32) -> Int32
  let bufferedBytes: @Sendable @convention(c) (Pointer?) -> Int

  init(libraries: [String] = ["libssl.so.3", "libssl.so.1.1"]) throws(LoopbackServerError) {
    var (handle, failure): (UnsafeMutableRawPointer?, String?)
    for name in libraries where handle == nil {
      handle = dlopen(name, RTLD_NOW | RTLD_LOCAL)
      if handle == nil, failure == nil { failure = dlerror().map { String(cString: $0) } }
    }
    guard let handle else { throw .tlsUnavailable(reason: failure ?? "libssl is missing") }
    let library = UInt(bitPattern: handle)
    self.library = library
    func find<Function>(_ name: String) throws(LoopbackServerError) -> Function { try Self.find(name, in: library) }
    // OpenSSL must not free its memory at exit (OPENSSL_INIT_NO_ATEXIT), because other threads may still use it.
    let start: @convention(c) (UInt64, Pointer?) -> Int32 = try find("OPENSSL_init_crypto")
    _ = start(0x0008_0000, nil)
    (clearErrors, reason) = (try find("ERR_clear_error"), try find("SSL_get_error"))
    (newSession, accept) = (try find("SSL_new"), try find("SSL_set_accept_state"))
    (setBuffers, input, output) = (try find("SSL_set_bio"), try find("SSL_get_rbio"), try find("SSL_get_wbio"))
    (handshake, shutdown, pending) = (try find("SSL_do_handshake"), try find("SSL_shutdown"), try find("SSL_pending"))
    (read, peek, write) = (try find("SSL_read"), try find("SSL_peek"), try find("SSL_write"))
    (memory, newBuffer, bufferedBytes) = (try find("BIO_s_mem"), try find("BIO_new"), try find("BIO_ctrl_pending"))
    (readBuffer, writeBuffer) = (try find("BIO_read"), try find("BIO_write"))
  }

  // Functions of libcrypto are found through libssl, which depends on it.
  private static func find<Function>(_ name: String, in library: UInt) throws(LoopbackServerError) -> Function {
    guard let address = dlsym(UnsafeMutableRawPointer(bitPattern: library), name) else {
      throw .tlsUnavailable(reason: "the function \(name) is missing")
    }
    return unsafeBitCast(address, to: Function.self)
  }

  /// Calls a function, whose type must match the declaration in its manual page.
  func call<Function, Result>(
    _ name: String,
    _: Function.Type,
    _ body: (Function) -> Result
  ) throws(LoopbackServerError) -> Result { body(try Self.find(name, in: library)) }

  func perform<Function>(
    _ name: String,
    _ type: Function.Type,
    _ body: (Function) -> Int32
  ) throws(LoopbackServerError) {
    guard try call(name, type, body) > 0 else { throw .tlsFailure(operation: name) }
  }

  func make<Function>(
    _ name: String,
    _ type: Function.Type,
    freedBy free: String,
    _ body: (Function) -> Pointer?
  ) throws(LoopbackServerError) -> OpenSSLObject {
    guard let pointer = try call(name, type, body) else { throw .tlsFailure(operation: name) }
    return OpenSSLObject(pointer, try Self.find(free, in: library))
  }

  func data(writtenBy write: (Pointer) throws(LoopbackServerError) -> Void) throws(LoopbackServerError) -> Data {
    let buffer = try make("BIO_new", Get.self, freedBy: "BIO_free_all") { $0(memory()) }
    try write(buffer.pointer)
    return Data(takeBytes(from: buffer.pointer))
  }

  func takeBytes(from buffer: Pointer?) -> [UInt8] {
    let count = bufferedBytes(buffer)
    return [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
      filled = max(0, Int(readBuffer(buffer, bytes.baseAddress, Int32(clamping: count))))
    }
  }
}

// `@unchecked Sendable`: the members never change. OpenSSL allows several threads to use configured contexts, keys and
// certificates, and `TLSSession` guards its session with a lock.
final class OpenSSLObject: @unchecked Sendable {
  let pointer: OpenSSL.Pointer
  private let free: OpenSSL.Use

  init(_ pointer: OpenSSL.Pointer, _ free: @escaping OpenSSL.Use) {
    self.pointer = pointer
    self.free = free
  }

  deinit { free(pointer) }
}
