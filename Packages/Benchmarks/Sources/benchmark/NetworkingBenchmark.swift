import BenchmarkTools
import Foundation

/// Benchmarks for Networking's speed and memory use, which run alternately and report medians over all rounds.
struct NetworkingBenchmark {
  static let rounds = 5

  let folder: String
  /// The statically linked client, or `nil` if it wasn't built.
  let staticClient: String?

  func run() throws {
    let server = try PeerServer()
    defer { server.stop() }
    if server.name != "nginx" {
      let text =
        "nginx is not installed: LoopbackServer responds instead, which limits the rates, and TLS isn't measured."
      FileHandle.standardError.write(Data("\(text)\n".utf8))
    }
    let table = ResultTable(
      "Networking, served by \(server.name); medians of \(Self.rounds) rounds, ratios round by round"
    )
    try RequestRateBenchmark(folder: folder, server: server).run(into: table)
    try measureOwnCost(into: table)
    try measureCache(into: table)
    try DownloadBenchmark(folder: folder, server: server).run(into: table)
    try measureQueue(into: table)
    try FirstRequestBenchmark(folder: folder, staticClient: staticClient, server: server).run(into: table)
    try table.show()
  }

  private func medians(_ command: String) throws -> (String) -> Double {
    let runs = try (0..<Self.rounds).map { _ in try ChildProcess.figures("\(folder)/networking-client", [command]) }
    return { name in Statistics.median(runs.map { $0(name) }) }
  }

  private func measureOwnCost(into table: ResultTable) throws {
    let figures = try medians("own-cost")
    let parts = ["middleware", "decoding"].map { FigureUnit.number.text(figures($0)) }
    table.add(
      "own cost of a request above the transport",
      figures("both"),
      .microseconds,
      .atMost(10),
      note: "of it default middleware \(parts[0]), JSON \(parts[1])"
    )
  }

  private func measureCache(into table: ResultTable) throws {
    let figures = try medians("cache")
    table.add("cache hits from memory, 64 tasks", figures("memory"), .perSecond, .atLeast(300_000))
    table.add("cache hit from disk, 4 KB", figures("disk"), .microseconds, .atMost(100))
  }

  /// Measures requests to LoopbackServer, which counts its connections.
  private func measureQueue(into table: ResultTable) throws {
    let server = try PeerServer(mayBeNginx: false)
    defer { server.stop() }
    let client = "\(folder)/networking-client"
    let figures = try ChildProcess.figures(client, ["queued", server.address, "10000"])
    let peak = try ChildProcess.figures(client, ["get", "\(server.address)statistics"])("connections")
    let most = FigureUnit.mebibytes.text((figures("peak") - figures("idle")) / 1024)
    let time = "in \(FigureUnit.number.text(figures("seconds"))) s"
    table.add("10,000 requests queued at once", figures("answered"), .number, .atLeast(10_000), note: time)
    table.add("  connections meanwhile", peak, .number, .atMost(64))
    let kept = (figures("after") - figures("idle")) / 1024
    table.add("  memory afterwards, above idle", kept, .mebibytes, .atMost(32), note: "at most \(most) meanwhile")
  }
}
