// The ledger: reading one of 100,000 entries, and durable appends beside bare ones.

import BenchmarkTools
import Foundation
import Portfolio

let folder = FileManager.default.temporaryDirectory.appendingPathComponent("portfolio-benchmark-\(UUID().uuidString)")
defer { try? FileManager.default.removeItem(at: folder) }

let large = try LargeLedger(in: folder, count: 100_000)
let table = ResultTable("Ledger of \(large.count) entries (\(large.size / 1_048_576) MiB), best of nine, wall time")
try large.measureBalance(into: table)
try large.measureOthers(into: table)
table.heading("Durable appends on \(folder.deletingLastPathComponent().path), medians of wall time")
try AppendBenchmark(in: folder).run(into: table)
try table.show()
