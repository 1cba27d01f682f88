import BenchmarkTools
import Foundation

/// What Networking claims about speed and memory, each number beside what it is compared with.
///
/// Programs that are to be compared run in turn, in the same rounds, and their ratio is the median of the rounds' ratios: what else happens
/// on the machine meets both.
struct NetworkingBenchmark {
  static let rounds = 5

  /// The folder with the clients and the server of this package.
  let folder: String
  /// The client linked statically; nil where it was not built.
  let staticClient: String?

  func run() throws {
    let server = try PeerServer(folder: folder)
    defer { server.stop() }
    let table = ResultTable(
      "Networking against \(server.name); medians of \(Self.rounds) rounds, ratios round by round"
    )
    try RequestRateBenchmark(folder: folder, server: server).run(into: table)
    try measureOwnCost(into: table)
    try measureCache(into: table)
    try DownloadBenchmark(folder: folder, server: server).run(into: table)
    try measureQueue(into: table)
    try FirstRequestBenchmark(folder: folder, staticClient: staticClient, server: server).run(into: table)
    try table.show()
  }

  private func measureOwnCost(into table: ResultTable) throws {
    let runs = try (0..<Self.rounds).map { _ in try Figures.of("\(folder)/networking-client", ["own-cost"]) }
    let both = Statistics.median(runs.map { $0["both"] })
    let middleware = Statistics.median(runs.map { $0["middleware"] })
    let decoding = Statistics.median(runs.map { $0["decoding"] })
    table.add(
      "own cost of a request above the transport",
      "\(Statistics.text(both, digits: 1)) µs",
      asked: "≤ 10 µs",
      isMet: both <= 10,
      note:
        "of it default middleware \(Statistics.text(middleware, digits: 1)), JSON \(Statistics.text(decoding, digits: 1))"
    )
  }

  private func measureCache(into table: ResultTable) throws {
    let runs = try (0..<Self.rounds).map { _ in try Figures.of("\(folder)/networking-client", ["cache"]) }
    let hits = Statistics.median(runs.map { $0["memory"] })
    let disk = Statistics.median(runs.map { $0["disk"] })
    table.add(
      "cache hits from memory, 64 tasks",
      "\(Statistics.text(hits, digits: 0))/s",
      asked: "≥ 300000/s",
      isMet: hits >= 300_000
    )
    table.add(
      "cache hit from disk, 4 KB",
      "\(Statistics.text(disk, digits: 1)) µs",
      asked: "≤ 100 µs",
      isMet: disk <= 100
    )
  }

  /// From LoopbackServer, which counts its connections.
  private func measureQueue(into table: ResultTable) throws {
    let server = try PeerServer(folder: folder, mayBeNginx: false)
    defer { server.stop() }
    let figures = try Figures.of("\(folder)/networking-client", ["queued", server.address, "10000"])
    let peak = try Figures.of("\(folder)/networking-client", ["get", "\(server.address)statistics"])["connections"]
    let kept = (figures["after"] - figures["idle"]) / 1024
    table.add(
      "10,000 requests queued at once",
      "\(Statistics.text(figures["answered"], digits: 0)) answered",
      asked: "all",
      isMet: figures["answered"] == 10_000,
      note: "in \(Statistics.text(figures["seconds"])) s"
    )
    table.add("  connections meanwhile", Statistics.text(peak, digits: 0), asked: "≤ 6", isMet: peak <= 6)
    table.add(
      "  memory afterwards, above idle",
      "\(Statistics.text(kept, digits: 0)) MiB",
      asked: "given back",
      isMet: kept <= 32,
      note: "at most \(Statistics.text((figures["peak"] - figures["idle"]) / 1024, digits: 0)) MiB meanwhile"
    )
  }
}
