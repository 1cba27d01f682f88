import BenchmarkTools
import Foundation

// The markets: loading and showing 10,000 coins, keys, sorting, formatting, and the start with a warm cache.
//
// Usage: markets-benchmark [PROGRAM]

let rounds = 15
let table = ResultTable("10,000 coins, medians of \(rounds) rounds of wall time")
try await ListBenchmark(rounds: rounds, table: table).run()
table.heading("Formatting, best of seven rounds of processor time")
FormattingBenchmark.run(into: table)
if CommandLine.arguments.count > 1 {
  table.heading("Start of 'markets list' with a warm cache, medians of wall time")
  try WarmStartBenchmark(program: CommandLine.arguments[1]).run(into: table)
}
try table.show()
