// The ledger: reading one of 100,000 entries, and durable appends beside bare ones.

import Foundation
import Portfolio

let folder = FileManager.default.temporaryDirectory.appendingPathComponent("portfolio-benchmark-\(UUID().uuidString)")
defer { try? FileManager.default.removeItem(at: folder) }

let large = try LargeLedger(in: folder, count: 100_000)
print("Ledger of \(large.count) entries (\(large.size / 1_048_576) MiB), best of nine, wall time")
try large.reportBalance()
try large.reportOthers()
print("Durable appends on \(folder.deletingLastPathComponent().path), medians of wall time")
try AppendBenchmark(in: folder).run()
