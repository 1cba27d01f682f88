import BenchmarkTools
import Foundation

/// 1 GiB to a file, against the curl program.
///
/// The fastest of some turns are compared: what the system needs to find memory for so large a file adds to the time of either, on a virtual
/// machine up to several times as much as the transfer takes, and not alike from one turn to the next.
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
      let figures = try Figures.of("\(folder)/networking-client", ["download", server.address, file.path])
      guard figures["bytes"] == Double(PeerServer.largeSize) else {
        throw ChildProcess.Failure(description: "the download is incomplete")
      }
      own.append(figures["seconds"])
      memory.append(figures["memory"] / 1024)
      try FileManager.default.removeItem(at: file)
      guard let curl = CurlProgram.path else { continue }
      let command = ChildProcess(curl, ["-s", "-o", file.path, "\(server.address)large"], environment: [:])
      peer.append(try command.measure())
      try FileManager.default.removeItem(at: file)
    }
    let speed = 1_024 / (own.min() ?? .infinity)
    let name = "1 GiB to a file, to the curl program"
    if peer.isEmpty {
      table.skip(name, because: CurlProgram.missing)
    } else {
      let ratio = (peer.min() ?? 0) / (own.min() ?? .infinity)
      table.add(
        name,
        "\(Statistics.text(ratio)) ×",
        asked: "≥ 0.9 ×",
        isMet: ratio >= 0.9,
        note:
          "\(Statistics.text(speed, digits: 0)) MiB/s to \(Statistics.text(1_024 / (peer.min() ?? .infinity), digits: 0))"
      )
    }
    let above = Statistics.median(memory)
    table.add(
      "  memory above the idle client",
      "\(Statistics.text(above, digits: 1)) MiB",
      asked: "< 32 MiB",
      isMet: above < 32
    )
  }
}

/// The curl program, which may be missing.
enum CurlProgram {
  static let missing = "the curl program is not installed"

  static var path: String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":").map { "\($0)/curl" }
      .first(where: FileManager.default.isExecutableFile(atPath:))
  }
}
