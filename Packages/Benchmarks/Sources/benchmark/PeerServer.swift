import BenchmarkTools
import Foundation

/// The server that all clients of a benchmark ask: nginx where it is installed, otherwise LoopbackServer.
///
/// It answers `small.json`, and `large` with ``largeSize`` bytes, which take no room on the disk.
final class PeerServer {
  /// 1 GiB.
  static let largeSize = 1 << 30

  /// What answers.
  let name: String
  /// Its URL.
  let address: String

  private let process: Process
  private let files: URL

  /// Starts it.
  ///
  /// - Parameters:
  ///   - folder: Where the programs of this package are.
  ///   - mayBeNginx: Whether nginx is used where it is installed.
  /// - Throws: Why it does not run.
  init(folder: String, mayBeNginx: Bool = true) throws {
    files = FileManager.default.temporaryDirectory.appending(path: "benchmark-peer-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    let large = files.appending(path: "large")
    try Data().write(to: large)
    let handle = try FileHandle(forWritingTo: large)
    try handle.truncate(atOffset: UInt64(Self.largeSize))
    try handle.close()
    process = Process()
    let output = Pipe()
    process.standardOutput = output
    let nginx = ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx"].first(
      where: FileManager.default.isExecutableFile(atPath:)
    )
    if mayBeNginx, let nginx {
      name = "nginx"
      let port = try Self.freePort(folder: folder)
      address = "http://127.0.0.1:\(port)/"
      try Data(Self.nginxConfiguration(files: files, port: port).utf8).write(to: files.appending(path: "nginx.conf"))
      try Data(#"{"id": 7, "title": "A small answer"}"#.utf8).write(to: files.appending(path: "small.json"))
      process.executableURL = URL(filePath: nginx)
      process.arguments = ["-c", files.appending(path: "nginx.conf").path, "-g", "daemon off;"]
      try process.run()
      try Self.waitUntilReachable(port: port)
    } else {
      name = "LoopbackServer"
      process.executableURL = URL(filePath: "\(folder)/loopback-peer")
      process.arguments = [large.path]
      try process.run()
      address = try Self.firstLine(of: output)
    }
  }

  func stop() {
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: files)
  }

  /// A port that LoopbackServer was given a moment ago, and that is free again.
  private static func freePort(folder: String) throws -> Int {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "\(folder)/loopback-peer")
    process.standardOutput = output
    try process.run()
    defer {
      process.terminate()
      process.waitUntilExit()
    }
    guard let port = URL(string: try firstLine(of: output))?.port else {
      throw ChildProcess.Failure(description: "loopback-peer printed no address")
    }
    return port
  }

  private static func firstLine(of pipe: Pipe) throws -> String {
    var line = Data()
    while let byte = try pipe.fileHandleForReading.read(upToCount: 1), byte != Data([0x0A]) { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
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
    throw ChildProcess.Failure(description: "nginx does not answer on port \(port)")
  }

  private static func nginxConfiguration(files: URL, port: Int) -> String {
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
      server { listen 127.0.0.1:\(port); root \(files.path); }
    }

    """
  }
}
