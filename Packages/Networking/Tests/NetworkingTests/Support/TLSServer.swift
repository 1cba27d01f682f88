import Foundation
import Testing

/// An nginx process that runs as long as this object exists, with certificates from its own authority.
///
/// `@unchecked Sendable`: nothing changes after `init`.
final class TLSServer: @unchecked Sendable {
  /// The kinds of certificates, each served on a separate port.
  enum Certificate: Int, CaseIterable, Sendable {
    case good
    case expired
    case otherHost
  }

  static var isAvailable: Bool { nginx != nil && openssl != nil }

  private static let nginx = program("nginx")
  private static let openssl = program("openssl")

  let folder: URL
  let authority: Data
  let pin: String
  private let ports: [Int]
  private let process = Process()

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    self.folder = folder
    func openssl(_ arguments: String) throws -> Data {
      try Self.run(Self.openssl, arguments.split(separator: " ").map(String.init), in: folder)
    }
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
    _ = try openssl("req -x509 \(key) -keyout ca.key -out ca.pem -subj /CN=Test -days 2")
    for (kind, name, days) in [
      (Certificate.good, "localhost", 2), (.expired, "localhost", -1), (.otherHost, "other.example", 2),
    ] {
      let file = "\(kind)"
      try Data("subjectAltName=DNS:\(name)".utf8).write(to: folder.appending(path: "\(file).ext"))
      _ = try openssl("req \(key) -keyout \(file).key -out \(file).csr -subj /CN=\(name)")
      _ = try openssl(
        "x509 -req -in \(file).csr -CA ca.pem -CAkey ca.key -CAcreateserial -days \(days) -extfile \(file).ext -out \(file).pem"
      )
    }
    authority = try Data(contentsOf: folder.appending(path: "ca.pem"))
    _ = try openssl("pkey -in good.key -pubout -outform der -out good.der")
    pin = try openssl("dgst -sha256 -binary good.der").base64EncodedString()

    // These ports were free a moment ago. If another program takes one of them, the test fails with nginx's message.
    let ports = try Certificate.allCases.map { _ in try Self.freePort() }
    self.ports = ports
    let servers = Certificate.allCases.map { kind in
      """
      server {
        listen 127.0.0.1:\(ports[kind.rawValue]) ssl http2;
        ssl_certificate \(kind).pem; ssl_certificate_key \(kind).key;
        location / { default_type text/plain; return 200 "$server_protocol"; }
      }
      """
    }
    let configuration = """
      daemon off; pid nginx.pid; error_log error.log;
      events { worker_connections 256; }
      http { access_log off; client_body_temp_path body; proxy_temp_path p; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;
      \(servers.joined(separator: "\n")) }
      """
    try Data(configuration.utf8).write(to: folder.appending(path: "nginx.conf"))
    process.executableURL = Self.nginx
    process.arguments = ["-p", folder.path, "-c", "nginx.conf", "-e", "error.log"]
    process.standardError = FileHandle.nullDevice
    try process.run()
    // nginx writes the file once it is listening.
    let file = folder.appending(path: "nginx.pid")
    let deadline = ContinuousClock.now + .seconds(10)
    while (FileManager.default.contents(atPath: file.path) ?? Data()).isEmpty {
      guard process.isRunning, ContinuousClock.now < deadline else {
        throw Failure(
          description: String(decoding: try Data(contentsOf: folder.appending(path: "error.log")), as: UTF8.self)
        )
      }
      Thread.sleep(forTimeInterval: 0.002)
    }
  }

  deinit {
    if process.isRunning { process.terminate() }
    try? FileManager.default.removeItem(at: folder)
  }

  func url(_ certificate: Certificate, host: String = "localhost") -> URL {
    .test("https://\(host):\(ports[certificate.rawValue])/")
  }

  private static func program(_ name: String) -> URL? {
    ["/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin"].map { URL(filePath: "\($0)/\(name)") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  private static func run(_ executable: URL?, _ arguments: [String], in folder: URL) throws -> Data {
    let process = Process()
    guard let executable else { throw Failure(description: "nginx or openssl is missing") }
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder
    // The output goes to files, because nginx keeps pipes open after its parent process has ended.
    let output = folder.appending(path: "output.txt")
    let errors = folder.appending(path: "errors.txt")
    try Data().write(to: output)
    try Data().write(to: errors)
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(
        description:
          "\(arguments.joined(separator: " ")): \(String(decoding: try Data(contentsOf: errors), as: UTF8.self))"
      )
    }
    return try Data(contentsOf: output)
  }

  private static func freePort() throws -> Int {
    let server = try LoopbackPort()
    return server.port
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }
}
