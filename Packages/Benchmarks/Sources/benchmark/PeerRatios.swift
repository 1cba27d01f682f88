import BenchmarkTools
import Foundation

/// A benchmark of small typed requests over HTTP, TLS and HTTP/2, compared with a C program that uses libcurl and, over
/// HTTP, with URLSession.
struct RequestRateBenchmark {
  private struct Level {
    let count: Int
    let atOnce: Int
    let perC: Double
    let perURLSession: Double
  }

  private enum Client: Hashable {
    case plain, standard, c, urlSession
  }

  /// A client's result in one round.
  private struct Run {
    /// The number of requests per second.
    let rate: Double
    /// The processor time per request, in microseconds; NaN if the client doesn't print it.
    let processor: Double
  }

  private static let levels = [
    Level(count: 8_000, atOnce: 1, perC: 0.9, perURLSession: 4),
    Level(count: 32_000, atOnce: 16, perC: 0.8, perURLSession: 8),
    Level(count: 32_000, atOnce: 64, perC: 0.8, perURLSession: 8),
  ]

  let folder: String
  let server: PeerServer

  func run(into table: ResultTable) throws {
    for level in Self.levels {
      let runs = try rounds([.plain, .standard, .c, .urlSession], level, "http1", server.address)
      let name = "requests, \(level.atOnce) at once"
      add("\(name), relative to C on libcurl", runs, .plain, .c, .atLeast(level.perC), to: table)
      add("\(name), relative to URLSession", runs, .plain, .urlSession, .atLeast(level.perURLSession), to: table)
      guard level.atOnce == 16 else { continue }
      add("  with the standard stack, relative to without", runs, .standard, .plain, .atLeast(0.92), to: table)
      let peer = "C on libcurl takes \(FigureUnit.microseconds.text(Self.processor(.c, runs)))"
      table.add("  processor time per request", Self.processor(.plain, runs), .microseconds, .atMost(12), note: peer)
      table.add("  with the standard stack", Self.processor(.standard, runs), .microseconds, .atMost(14))
    }
    try measureSecure(into: table)
  }

  private func measureSecure(into table: ResultTable) throws {
    guard let secure = server.secure else {
      let missing = server.name == "nginx" ? "openssl" : "nginx"
      return table.skip("requests over TLS and HTTP/2", because: "\(missing) is not installed")
    }
    for (title, version, address) in [("TLS", "http1", secure.http1), ("HTTP/2", "http2", secure.http2)] {
      for level in Self.levels {
        let runs = try rounds([.plain, .c], level, version, address, secure.certificate)
        let name = "requests over \(title), \(level.atOnce) at once, relative to C on libcurl"
        add(name, runs, .plain, .c, .atLeast(level.perC), to: table)
      }
    }
  }

  private func add(
    _ name: String,
    _ runs: [Client: [Run]],
    _ own: Client,
    _ peer: Client,
    _ claim: Claim,
    to table: ResultTable
  ) {
    let rates = [own, peer].map { client in (runs[client] ?? []).map(\.rate) }
    let text = rates.map { FigureUnit.perSecond.text(Statistics.median($0)) }.joined(separator: " to ")
    let ratio = Statistics.median(zip(rates[0], rates[1]).map { $0 / $1 })
    table.add(name, ratio, .times, claim, note: text)
  }

  private static func processor(_ client: Client, _ runs: [Client: [Run]]) -> Double {
    Statistics.median((runs[client] ?? []).map(\.processor))
  }

  /// Returns the results of all rounds, in which the clients take turns.
  private func rounds(
    _ clients: [Client],
    _ level: Level,
    _ version: String,
    _ address: String,
    _ certificate: String? = nil
  ) throws -> [Client: [Run]] {
    var runs: [Client: [Run]] = [:]
    for _ in 0..<NetworkingBenchmark.rounds {
      for client in clients {
        let isSlow = client == .urlSession || certificate != nil
        let count = isSlow ? level.count / 4 : level.count
        let words = [address, "\(count)", "\(level.atOnce)"] + (certificate.map { [$0] } ?? [])
        let (program, options) =
          switch client {
          case .plain: ("networking-client", ["requests", "plain", version])
          case .standard: ("networking-client", ["requests", "standard", version])
          case .c: ("curl-multi-client", [version])
          case .urlSession: ("URLSession-client", [])
          }
        let figures = try ChildProcess.figures("\(folder)/\(program)", options + words)
        let sent = Double(count / level.atOnce * level.atOnce)
        runs[client, default: []].append(
          Run(rate: sent / figures("seconds"), processor: figures("processor") / sent * 1e6)
        )
      }
    }
    return runs
  }
}

/// A benchmark of 1 GiB downloads that compares each client's fastest run, because the system's share of time varies.
struct DownloadBenchmark {
  private static let rounds = 7

  let folder: String
  let server: PeerServer

  func run(into table: ResultTable) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "benchmark-download-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    for (name, path) in [("1 GiB to a file", file.path), ("1 GiB as a stream", nil)] {
      var own: [Double] = []
      var peer: [Double] = []
      var memory: [Double] = []
      for _ in 0..<Self.rounds {
        let words = ["download", server.address] + (path.map { [$0] } ?? [])
        let figures = try ChildProcess.figures("\(folder)/networking-client", words)
        guard figures("bytes") == Double(PeerServer.largeSize) else {
          throw BenchmarkError("the download is incomplete")
        }
        own.append(figures("seconds"))
        memory.append(figures("memory") / 1024)
        if let path { try FileManager.default.removeItem(atPath: path) }
        guard let curl = Program.path(of: "curl") else { continue }
        let command = ChildProcess(curl, ["-s", "-o", path ?? "/dev/null", "\(server.address)large"], environment: [:])
        peer.append(try command.measure())
        if let path { try FileManager.default.removeItem(atPath: path) }
      }
      if let fastestPeer = peer.min(), let fastestOwn = own.min() {
        let speeds = [fastestOwn, fastestPeer].map { "\(FigureUnit.number.text(1_024 / $0)) MiB/s" }
        let note = speeds.joined(separator: " to ")
        table.add("\(name), relative to the curl program", fastestPeer / fastestOwn, .times, .atLeast(1), note: note)
      } else {
        table.skip("\(name), relative to the curl program", because: "curl is not installed")
      }
      table.add("  memory above the idle client", Statistics.median(memory), .mebibytes, .atMost(32))
    }
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
    let name = "first request of a process, relative to the curl program"
    guard let curl = Program.path(of: "curl") else { return table.skip(name, because: "curl is not installed") }
    let peer = ChildProcess(curl, ["-s", "\(server.address)small.json"], environment: [:])
    let baseline = ChildProcess("\(folder)/foundation-baseline", [], environment: [:])
    let builds = [("", "\(folder)/first-request")] + (staticClient.map { [(", linked statically", $0)] } ?? [])
    for (kind, path) in builds {
      let own = ChildProcess(path, [server.address], environment: [:])
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
