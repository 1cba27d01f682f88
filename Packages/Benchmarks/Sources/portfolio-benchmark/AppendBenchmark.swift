import BenchmarkTools
import Foundation
import Portfolio

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Entries that are durable when they return, beside lines of the same length that are opened, written, synchronised
/// and closed.
struct AppendBenchmark {
  private let ledger: FileLedger
  private let barePath: String
  private let rounds = 400

  init(in folder: URL) {
    ledger = FileLedger(path: folder.appendingPathComponent("appends.jsonl").path)
    barePath = folder.appendingPathComponent("bare").path
  }

  func run(into table: ResultTable) throws {
    let trade = Trade(coin: CoinReference(id: "bitcoin", symbol: "btc"), amount: 1, price: UnitPrice(88_047, "aud"))
    try ledger.enter(.buy(trade))
    let line = [UInt8](repeating: 0x61, count: 190)
    appendBare(line)
    var ours: [Double] = []
    var bare: [Double] = []
    // In turns, so that what else the machine does meets both.
    for _ in 0..<rounds {
      try ours.append(Stopwatch.seconds { try ledger.enter(.buy(trade)) })
      bare.append(Stopwatch.seconds { appendBare(line) })
    }
    let (our, other) = (Statistics.median(ours), Statistics.median(bare))
    let note = "\(FigureUnit.milliseconds.text(our * 1e3)) to \(FigureUnit.milliseconds.text(other * 1e3))"
    table.add("an entry, to a bare durable append", our / other, .times, .atMost(2), note: note)
  }

  private func appendBare(_ line: [UInt8]) {
    let file = open(barePath, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    let written = write(file, line, line.count)
    precondition(written == line.count && fsync(file) == 0 && close(file) == 0, "The bare append works.")
  }
}
