import BenchmarkTools
import Foundation
import LoopbackServer
import Synchronization

/// The server that all clients use, in a separate process: nginx if it is installed, or otherwise LoopbackServer.
final class PeerServer {
  static let largeSize = 1 << 30

  let name: String
  let address: String
  /// The addresses with TLS; `nil` if nginx or openssl isn't installed.
  private(set) var secure: SecureAddresses?

  private let process: Process
  private let files: URL

  init(mayBeNginx: Bool = true) throws {
    files = FileManager.default.temporaryDirectory.appending(path: "benchmark-peer-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    let large = files.appending(path: "large")
    try Data().write(to: large)
    let handle = try FileHandle(forWritingTo: large)
    try handle.truncate(atOffset: UInt64(Self.largeSize))
    try handle.close()
    if mayBeNginx, let nginx = Program.path(of: "nginx") {
      name = "nginx"
      let port = try Self.freePort()
      address = "http://127.0.0.1:\(port)/"
      secure = try SecureAddresses(folder: files, freePort: Self.freePort)
      let configuration = Self.nginxConfiguration(files: files, port: port, secure: secure)
      try Data(configuration.utf8).write(to: files.appending(path: "nginx.conf"))
      try Self.smallBody.write(to: files.appending(path: "small.json"))
      process = Process()
      process.executableURL = URL(filePath: nginx)
      process.arguments = ["-c", files.appending(path: "nginx.conf").path, "-g", "daemon off;"]
      try process.run()
      try Self.waitUntilReachable(port: port)
    } else {
      name = "LoopbackServer"
      (process, address) = try Self.startLoopbackServer(large: large)
    }
  }

  func stop() {
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: files)
  }

  private static let smallBody = Data(#"{"id": 7, "title": "A small answer"}"#.utf8)

  /// Prints the address, and serves `small.json`, `statistics` and the file `large` until the process ends.
  static func serve(large: String?) throws -> Never {
    let peak = Mutex<@Sendable () -> Int>({ 0 })
    let server = try LoopbackServer { request in
      switch request.path {
      case "/large":
        guard let large else { return .status(404) }
        return ServerResponse(headers: ["Content-Type": "application/octet-stream"], body: .file(large))
      case "/statistics": return .text("connections=\(peak.withLock { $0 }())\n")
      default: return .json(smallBody)
      }
    }
    peak.withLock { $0 = { server.statistics.connectionsPeak } }
    FileHandle.standardOutput.write(Data("\(server.url.absoluteString)\n".utf8))
    while true { sleep(3_600) }
  }

  private static func startLoopbackServer(large: URL?) throws -> (Process, address: String) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = ["serve"] + (large.map { [$0.path] } ?? [])
    process.standardOutput = output
    try process.run()
    guard let address = output.readLine() else { throw BenchmarkError("LoopbackServer didn't print its address") }
    return (process, address)
  }

  /// Returns a free port, which LoopbackServer has just released.
  private static func freePort() throws -> Int {
    let (process, address) = try startLoopbackServer(large: nil)
    defer {
      process.terminate()
      process.waitUntilExit()
    }
    guard let port = URL(string: address)?.port else { throw BenchmarkError("'\(address)' has no port") }
    return port
  }

  private static func waitUntilReachable(port: Int) throws {
    let deadline = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < deadline {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(descriptor) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(port).bigEndian
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      let result = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      if result == 0 { return }
      usleep(20_000)
    }
    throw BenchmarkError("nginx does not respond on port \(port)")
  }

  private static func nginxConfiguration(files: URL, port: Int, secure: SecureAddresses?) -> String {
    """
    worker_processes 1;
    pid \(files.path)/nginx.pid;
    error_log \(files.path)/error.log;
    events { worker_connections 1024; }
    http {
      access_log off;
      keepalive_requests 10000000;
      types { application/json json; }
      client_body_temp_path \(files.path)/body;
      proxy_temp_path \(files.path)/proxy;
      fastcgi_temp_path \(files.path)/fastcgi;
      uwsgi_temp_path \(files.path)/uwsgi;
      scgi_temp_path \(files.path)/scgi;
      root \(files.path);
      server { listen 127.0.0.1:\(port); }
      \(secure?.nginxServers ?? "")
    }

    """
  }
}

/// A server's addresses with TLS, and its self-signed certificate.
struct SecureAddresses {
  /// The address that offers only HTTP/1.1.
  let http1: String
  /// The address that also offers HTTP/2.
  let http2: String
  /// The file with the certificate, in PEM form.
  let certificate: String
  let nginxServers: String

  /// Creates a certificate and chooses ports; returns `nil` if openssl isn't installed.
  init?(folder: URL, freePort: () throws -> Int) throws {
    guard let openssl = Program.path(of: "openssl") else { return nil }
    certificate = folder.appending(path: "certificate.pem").path
    let key = folder.appending(path: "key.pem").path
    try ChildProcess(
      openssl,
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
        "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate,
      ]
    ).measure()
    let ports = (try freePort(), try freePort())
    http1 = "https://127.0.0.1:\(ports.0)/"
    http2 = "https://127.0.0.1:\(ports.1)/"
    nginxServers = """
      ssl_certificate \(certificate); ssl_certificate_key \(key);
      server { listen 127.0.0.1:\(ports.0) ssl; }
      server { listen 127.0.0.1:\(ports.1) ssl http2; }
      """
  }
}

/// The installed programs that benchmarks use.
enum Program {
  /// Returns the path of a program; `nil` if it isn't installed.
  static func path(of name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":").map(String.init)
    return (folders + ["/usr/sbin", "/usr/local/sbin"]).map { "\($0)/\(name)" }
      .first(where: FileManager.default.isExecutableFile(atPath:))
  }
}
