@testable import LoopbackServer

extension TLSSession {
  /// Creates a client's session, which accepts every certificate.
  static func client(
    of tls: ServerTLS,
    version: Int = 0,
    using: (OpenSSL.Pointer) -> Void = { _ in }
  ) throws -> TLSSession {
    typealias Control = @convention(c) (OpenSSL.Pointer?, Int32, Int, OpenSSL.Pointer?) -> Int
    let openSSL = tls.openSSL
    let method = try openSSL.call("TLS_client_method", OpenSSL.Make.self) { $0() }
    let context = try openSSL.make("SSL_CTX_new", OpenSSL.Get.self, freedBy: "SSL_CTX_free") { $0(method) }
    let setMaximumVersion: Int32 = 124
    _ = try openSSL.call("SSL_CTX_ctrl", Control.self) { $0(context.pointer, setMaximumVersion, version, nil) }
    let connect = try openSSL.call("SSL_set_connect_state", OpenSSL.Use.self) { $0 }
    return TLSSession(openSSL, context: context) { session in
      connect(session)
      using(session)
    }
  }

  static func server(with tls: ServerTLS) -> TLSSession {
    TLSSession(tls.openSSL, context: tls.context) { tls.openSSL.accept($0) }
  }

  func feed(_ bytes: [UInt8]) { bytes.withUnsafeBytes { feed($0) } }

  func encrypt(_ text: String) -> [UInt8]? { Array(text.utf8).withUnsafeBytes { encrypt($0) } }

  func readAll() -> (text: String, ending: ConnectionSocket.Received) {
    var content: [UInt8] = []
    while true {
      var block = [UInt8](repeating: 0, count: 16_384)
      let received = block.withUnsafeMutableBytes { read(into: $0) }
      guard case .bytes(let count) = received else { return (String(decoding: content, as: UTF8.self), received) }
      content += block[..<count]
    }
  }
}

struct TLSClient {
  let socket: RawClient
  let session: TLSSession

  init(port: Int, tls: ServerTLS) throws {
    socket = try RawClient(port: port)
    session = try .client(of: tls)
  }

  func shakeHands() -> Bool {
    while true {
      let result = session.handshake()
      socket.send(session.takeOutput())
      switch result {
      case .bytes: return true
      case .end, .failed: return false
      case .nothing:
        let bytes = socket.readSome()
        guard !bytes.isEmpty else { return false }
        session.feed(bytes)
      }
    }
  }

  func send(_ text: String) { socket.send(session.encrypt(text) ?? []) }

  func read(through mark: String) -> String {
    var text = ""
    while !text.hasSuffix(mark) {
      let (content, ending) = session.readAll()
      text += content
      guard ending == .nothing, !text.hasSuffix(mark) else { break }
      let bytes = socket.readSome()
      guard !bytes.isEmpty else { break }
      session.feed(bytes)
    }
    return text
  }
}
