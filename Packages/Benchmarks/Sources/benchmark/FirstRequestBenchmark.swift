import BenchmarkTools

/// A process that sends one request and ends, against the curl program that does the same.
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
        times.own.append(measured.0 * 1_000)
        times.peer.append(measured.1 * 1_000)
        times.base.append(measured.2 * 1_000)
      }
      let ratio = Statistics.median(zip(times.own, times.peer).map { $0 / $1 })
      let note =
        kind.isEmpty
        ? "; a program that only imports Foundation takes \(Statistics.text(Statistics.median(times.base), digits: 1)) ms"
        : ""
      table.add(
        name + kind,
        "\(Statistics.text(ratio)) ×",
        asked: "≤ 1.3 ×",
        isMet: ratio <= 1.3,
        note:
          "\(Statistics.text(Statistics.median(times.own), digits: 1)) ms to \(Statistics.text(Statistics.median(times.peer), digits: 1)) ms\(note)"
      )
    }
    if staticClient == nil {
      table.skip(name + ", linked statically", because: "the toolchain has no static libraries")
    }
  }
}
