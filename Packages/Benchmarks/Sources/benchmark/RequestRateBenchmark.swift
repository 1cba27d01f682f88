import BenchmarkTools

/// Small typed requests with the default middleware against plain URLSession and a C program on libcurl, so many at once.
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
      report(level, rates, into: table)
    }
  }

  private func measure(_ client: String, count: Int, atOnce: Int) throws -> Double {
    let words = [server.address, "\(count)", "\(atOnce)"]
    guard client == "networking-client" else {
      let output = try ChildProcess.output("\(folder)/\(client)", words)
      guard let seconds = Double(output.filter { !$0.isWhitespace }) else {
        throw ChildProcess.Failure(description: "\(client) printed '\(output)'")
      }
      return seconds
    }
    return try Figures.of("\(folder)/\(client)", ["requests"] + words)["seconds"]
  }

  private func report(
    _ level: (count: Int, atOnce: Int, perURLSession: Double),
    _ rates: [String: [Double]],
    into table: ResultTable
  ) {
    let own = rates["networking-client"] ?? []
    func rate(_ client: String) -> String { Statistics.text(Statistics.median(rates[client] ?? []), digits: 0) + "/s" }
    for (client, name, asked) in [
      ("URLSession-client", "URLSession", level.perURLSession), ("curl-multi-client", "C on libcurl", 0.8),
    ] {
      let ratio = Statistics.median(zip(own, rates[client] ?? []).map { $0 / $1 })
      table.add(
        "requests, \(level.atOnce) at once, to \(name)",
        "\(Statistics.text(ratio)) ×",
        asked: "≥ \(Statistics.text(asked, digits: 1)) ×",
        isMet: ratio >= asked,
        note: "\(rate("networking-client")) to \(rate(client))"
      )
    }
  }
}
