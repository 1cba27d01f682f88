import Foundation

// The markets: loading and showing 10,000 coins, keys, sorting, formatting, and the start with a warm cache.
//
// Usage: markets-benchmark [PROGRAM]

print("10,000 coins, medians of \(Measurement.rounds) rounds of wall time")
try await ListBenchmark.run()
print("Formatting, best of seven rounds of processor time")
FormattingBenchmark.run()
if CommandLine.arguments.count > 1 {
  print("Start of 'markets list' with a warm cache, medians of wall time")
  try WarmStartBenchmark(program: CommandLine.arguments[1]).run()
}
