import BenchmarkTools
import Foundation

/// A benchmark of small typed requests with the default middleware, compared with plain URLSession and a C program
/// that uses libcurl.
struct RequestRateBenchmark {
  private static let levels: [(count: Int, atOnce: Int, perURLSession: Double)] = [
    (8_000, 1, 4), (32_000, 16, 8), (32_000, 64, 8),
  ]

  let folder: String
  let server: PeerServer

  func run(into table: ResultTable) throws {
    for level in Self.levels {
      var rates: [String: [Double]] = [:]
      for _ in 0..<NetworkingBenchmark.rounds {
        for client in ["networking-client", "curl-multi-client", "URLSession-client"] {
          let count = client == "URLSession-client" ? level.count / 8 : level.count
          let seconds = try measure(client, count: count, atOnce: level.atOnce)
          rates[client, default: []].append(Double(count / level.atOnce * level.atOnce) / seconds)
        }
      }
      let own = rates["networking-client"] ?? []
      for (client, name, asked) in [
        ("URLSession-client", "URLSession", level.perURLSession), ("curl-multi-client", "C on libcurl", 0.8),
      ] {
        let peer = rates[client] ?? []
        let text = [own, peer].map { FigureUnit.perSecond.text(Statistics.median($0)) }.joined(separator: " to ")
        let ratio = Statistics.median(zip(own, peer).map { $0 / $1 })
        table.add("requests, \(level.atOnce) at once, to \(name)", ratio, .times, .atLeast(asked), note: text)
      }
    }
  }

  /// Returns the duration of a client's run, in seconds.
  private func measure(_ client: String, count: Int, atOnce: Int) throws -> Double {
    let words = [server.address, "\(count)", "\(atOnce)"]
    guard client == "networking-client" else {
      let output = try ChildProcess.output("\(folder)/\(client)", words)
      guard let seconds = Double(output.filter { !$0.isWhitespace }) else {
        throw BenchmarkError("\(client) printed '\(output)'")
      }
      return seconds
    }
    return try ChildProcess.figures("\(folder)/\(client)", ["requests"] + words)("seconds")
  }
}

/// A benchmark of downloading 1 GiB to a file, compared with the curl program.
///
/// The fastest rounds are compared, because the system's share of the time varies.
struct DownloadBenchmark {
  private static let rounds = 7

  let folder: String
  let server: PeerServer

  func run(into table: ResultTable) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "benchmark-download-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    var own: [Double] = []
    var peer: [Double] = []
    var memory: [Double] = []
    for _ in 0..<Self.rounds {
      let figures = try ChildProcess.figures("\(folder)/networking-client", ["download", server.address, file.path])
      guard figures("bytes") == Double(PeerServer.largeSize) else {
        throw BenchmarkError("the download is incomplete")
      }
      own.append(figures("seconds"))
      memory.append(figures("memory") / 1024)
      try FileManager.default.removeItem(at: file)
      guard let curl = CurlProgram.path else { continue }
      let command = ChildProcess(curl, ["-s", "-o", file.path, "\(server.address)large"], environment: [:])
      peer.append(try command.measure())
      try FileManager.default.removeItem(at: file)
    }
    let name = "1 GiB to a file, to the curl program"
    if let fastestPeer = peer.min(), let fastestOwn = own.min() {
      let speeds = [fastestOwn, fastestPeer].map { "\(FigureUnit.number.text(1_024 / $0)) MiB/s" }
      table.add(name, fastestPeer / fastestOwn, .times, .atLeast(0.9), note: speeds.joined(separator: " to "))
    } else {
      table.skip(name, because: CurlProgram.missing)
    }
    table.add("  memory above the idle client", Statistics.median(memory), .mebibytes, .atMost(32))
  }
}

/// A benchmark of a process that sends one request and exits, compared with the curl program.
struct FirstRequestBenchmark {
  private static let pairs = 40
  private static let warmUps = 3

  let folder: String
  let staticClient: String?
  let server: PeerServer

  func run(into table: ResultTable) throws {
    let name = "first request of a process, to the curl program"
    guard let curl = CurlProgram.path else { return table.skip(name, because: CurlProgram.missing) }
    let peer = ChildProcess(curl, ["-s", "\(server.address)small.json"], environment: [:])
    let baseline = ChildProcess("\(folder)/foundation-baseline", [], environment: [:])
    let builds = [("", "\(folder)/networking-client")] + (staticClient.map { [(", linked statically", $0)] } ?? [])
    for (kind, path) in builds {
      let own = ChildProcess(path, ["once", server.address], environment: [:])
      var times: (own: [Double], peer: [Double], base: [Double]) = ([], [], [])
      for round in 0..<(Self.pairs + Self.warmUps) {
        let measured = (try own.measure(), try peer.measure(), try baseline.measure())
        guard round >= Self.warmUps else { continue }
        times.own.append(measured.0)
        times.peer.append(measured.1)
        times.base.append(measured.2)
      }
      func text(_ times: [Double]) -> String { FigureUnit.milliseconds.text(Statistics.median(times) * 1e3) }
      let ratio = Statistics.median(zip(times.own, times.peer).map { $0 / $1 })
      let base = "a program that only imports Foundation takes \(text(times.base))"
      let note = "\(text(times.own)) to \(text(times.peer)); \(base)"
      table.add(name + kind, ratio, .times, .atMost(1.3), note: note)
    }
    if staticClient == nil {
      table.skip(name + ", linked statically", because: "the toolchain has no static libraries")
    }
  }
}

/// The curl program, which may be missing.
private enum CurlProgram {
  static let missing = "the curl program is not installed"

  static var path: String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":").map { "\($0)/curl" }
      .first(where: FileManager.default.isExecutableFile(atPath:))
  }
}
