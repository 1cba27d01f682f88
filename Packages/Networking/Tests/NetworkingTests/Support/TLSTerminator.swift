#if os(Linux)
import Foundation

/// A process that decrypts and forwards connections, and runs as long as this object exists.
///
/// `@unchecked Sendable`: nothing changes after `init`.
final class TLSTerminator: @unchecked Sendable {
  static var isAvailable: Bool { ["python3", "openssl"].allSatisfy { program($0) != nil } }

  let port: Int
  /// A self-signed certificate, which is its own authority.
  let authority: Data
  /// The accepted certificate; `nil` if none is required.
  let client: Client?
  private let process = Process()

  /// A certificate in several forms; the passphrase is `secret`.
  struct Client {
    let certificate: Data
    let key: Data
    let encryptedKey: Data
    let archive: Data
  }
  private let input = Pipe()

  var url: URL { .test("https://localhost:\(port)/") }

  /// Starts the process, which forwards connections to the target port on 127.0.0.1.
  ///
  /// With `announcesEnd`, a connection that the target closes ends with a `close_notify` alert.
  init(to target: Int, alpn: String = "h2", announcesEnd: Bool = false, demandsCertificate: Bool = false) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func openssl(_ arguments: String) throws {
      let openssl = Process()
      openssl.executableURL = Self.program("openssl")
      openssl.currentDirectoryURL = folder
      openssl.arguments = arguments.split(separator: " ").map(String.init)
      openssl.standardError = FileHandle.nullDevice
      try openssl.run()
      openssl.waitUntilExit()
    }
    func content(_ name: String) throws -> Data { try Data(contentsOf: folder.appending(path: name)) }
    let newKey = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
    try openssl(
      "req -x509 \(newKey) -keyout key -out certificate -subj /CN=localhost -days 2 -addext subjectAltName=DNS:localhost"
    )
    if demandsCertificate {
      try openssl("req \(newKey) -keyout client.key -out client.csr -subj /CN=client")
      try openssl("x509 -req -in client.csr -CA certificate -CAkey key -CAcreateserial -days 2 -out client.pem")
      try openssl("pkey -in client.key -aes256 -passout pass:secret -out client.encrypted")
      try openssl("pkcs12 -export -in client.pem -inkey client.key -passout pass:secret -out client.p12")
      client = Client(
        certificate: try content("client.pem"),
        key: try content("client.key"),
        encryptedKey: try content("client.encrypted"),
        archive: try content("client.p12")
      )
    } else {
      client = nil
    }
    authority = try Data(contentsOf: folder.appending(path: "certificate"))

    let output = Pipe()
    process.executableURL = Self.program("python3")
    process.currentDirectoryURL = folder
    process.arguments = ["-c", Self.script, "\(target)", alpn, "\(announcesEnd)", "\(demandsCertificate)"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw CocoaError(.fileReadUnknown)
    }
    self.port = port
  }

  deinit { if process.isRunning { process.terminate() } }

  /// The program, which ends when its standard input closes at the end of the test.
  private static let script = """
    import os, select, socket, ssl, sys, threading
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain('certificate', 'key')
    context.set_alpn_protocols([sys.argv[2]])
    if sys.argv[4] == 'true':
        context.verify_mode = ssl.CERT_REQUIRED
        context.load_verify_locations('certificate')
    def pump(source, target):
        try:
            while True:
                data = source.recv(65536)
                if not data: break
                target.sendall(data)
        except OSError: pass
        for end in (source, target):
            try: end.shutdown(socket.SHUT_RDWR)
            except OSError: pass
    def announce(target, client):
        # One thread: no other one may use the session while it ends.
        try:
            while True:
                ready = [client] if client.pending() else select.select([client, target], [], [])[0]
                if client in ready:
                    data = client.recv(65536)
                    if not data: break
                    target.sendall(data)
                if target in ready:
                    data = target.recv(65536)
                    if not data:
                        client.unwrap()
                        break
                    client.sendall(data)
        except OSError: pass
        client.close()
        target.close()
    def serve(client):
        try:
            client = context.wrap_socket(client, server_side=True, do_handshake_on_connect=False)
            client.do_handshake()
        except OSError:
            # Closed before all is read, the connection would be reset, and the alert lost.
            try:
                while socket.socket.recv(client, 65536): pass
            except OSError: pass
            return client.close()
        try:
            target = socket.create_connection(('127.0.0.1', int(sys.argv[1])))
        except OSError: return
        if sys.argv[3] == 'true': return announce(target, client)
        threading.Thread(target=pump, args=(target, client), daemon=True).start()
        pump(client, target)
    listener = socket.create_server(('127.0.0.1', 0), backlog=128)
    print(listener.getsockname()[1], flush=True)
    def wait():
        sys.stdin.read()
        os._exit(0)
    threading.Thread(target=wait, daemon=True).start()
    while True:
        client, _ = listener.accept()
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        threading.Thread(target=serve, args=(client,), daemon=True).start()
    """

  private static func program(_ name: String) -> URL? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { URL(filePath: "\($0)/\(name)") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }
}
#endif
