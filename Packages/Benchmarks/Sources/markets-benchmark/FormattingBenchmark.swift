import Foundation
import Markets

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Writing prices, against Foundation's own style.
enum FormattingBenchmark {
  static func run() {
    let prices = (1...1_000).map { Decimal($0 * 7_919) / [1, 100, 10_000, 100_000_000][$0 % 4] }
    let formatter = PriceFormatter(.aud)
    let own = rate { prices.reduce(0) { $0 &+ formatter.price($1).utf8.count } }
    let style = Decimal.FormatStyle.Currency(code: "AUD", locale: Locale(identifier: "en_AU"))
      .precision(.fractionLength(2))
    let foundation = rate { prices.reduce(0) { $0 &+ $1.formatted(style).utf8.count } }
    Measurement.report("prices in a second", "\(Int(own))", limit: "at least 500000")
    Measurement.report("of Foundation's style, which does not choose the decimals", "\(Int(foundation))")
  }

  /// How often a second the thousand elements of a round are done.
  private static func rate(_ round: () -> Int) -> Double {
    var best = Double.infinity
    var sum = 0
    for _ in 0..<7 {
      let start = now()
      for _ in 0..<100 { sum &+= round() }
      best = min(best, now() - start)
    }
    // The sum is used, so that the work can't be left out.
    precondition(sum != .min)
    return 100_000 / best
  }

  /// The seconds of processor time of this thread.
  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
