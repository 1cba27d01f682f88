import BenchmarkTools
import Foundation
import Markets

/// Writing prices, against Foundation's own style.
enum FormattingBenchmark {
  static func run(into table: ResultTable) {
    let prices = (1...1_000).map { Decimal($0 * 7_919) / [1, 100, 10_000, 100_000_000][$0 % 4] }
    let formatter = PriceFormatter(.aud)
    let own = rate { prices.reduce(0) { $0 &+ formatter.price($1).utf8.count } }
    let style = Decimal.FormatStyle.Currency(code: "AUD", locale: Locale(identifier: "en_AU"))
      .precision(.fractionLength(2))
    let foundation = rate { prices.reduce(0) { $0 &+ $1.formatted(style).utf8.count } }
    table.add("prices", own, .perSecond, .atLeast(500_000))
    table.add("  by Foundation's style, which does not choose the decimals", foundation, .perSecond)
  }

  /// How often a second the thousand elements of a round are done.
  private static func rate(_ round: () -> Int) -> Double { 1_000 / ProcessorClock.best(runs: 100, round) }
}
