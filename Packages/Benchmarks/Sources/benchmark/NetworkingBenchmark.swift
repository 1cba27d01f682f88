import Foundation

/// Small typed requests against plain URLSession and against a C program on libcurl, at several levels of concurrency.
struct NetworkingBenchmark {
  private static let rounds = 5
  private static let levels = [1, 16, 64]

  /// The folder with the clients and the server of this package.
  let folder: String

  func run() throws {
    let server = try PeerServer(folder: folder)
    defer { server.stop() }
    print(
      "Small JSON answers from \(server.name), \(Self.rounds) rounds, medians; ratios pair by pair in the same round"
    )
    for level in Self.levels {
      let count = level == 1 ? 8_000 : 32_000
      var rates: [String: [Double]] = [:]
      for _ in 0..<Self.rounds {
        for client in ["networking-client", "curl-multi-client", "URLSession-client"] {
          let number = client == "URLSession-client" ? count / 8 : count
          let output = try ChildProcess.output("\(folder)/\(client)", [server.address, "\(number)", "\(level)"])
          guard let seconds = Double(output.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw ChildProcess.Failure(description: "\(client) printed '\(output)'")
          }
          rates[client, default: []].append(Double(number / level * level) / seconds)
        }
      }
      report(level, rates)
    }
  }

  private func report(_ level: Int, _ rates: [String: [Double]]) {
    func ratio(_ peer: String) -> String {
      let own = rates["networking-client"] ?? []
      return Statistics.text(Statistics.median(zip(own, rates[peer] ?? []).map { $0 / $1 }))
    }
    func rate(_ client: String) -> String { Statistics.text(Statistics.median(rates[client] ?? []), digits: 0) }
    print(
      "  \(level) at once: \(rate("networking-client"))/s; URLSession \(rate("URLSession-client"))/s, ratio \(ratio("URLSession-client"));",
      "C on libcurl \(rate("curl-multi-client"))/s, ratio \(ratio("curl-multi-client"))"
    )
  }
}
