public import Foundation
import Networking
import Portfolio

/// What is missing from a history of values, in words.
public enum AccountHistoryText {
  /// A sentence for every reason for which coins are not counted, and for entries of the future.
  ///
  /// - Parameters:
  ///   - history: The history.
  ///   - now: The time of day, for how long to wait.
  /// - Returns: The sentences; none where nothing is missing.
  public static func notices(of history: AccountHistory, now: Date) -> [String] {
    var sentences: [(words: String, symbols: [String])] = []
    for gap in history.gaps {
      let symbol = gap.coin.symbol.uppercased()
      let words = words(for: gap.reason, now: now)
      if let index = sentences.firstIndex(where: { $0.words == words }) {
        sentences[index].symbols.append(symbol)
      } else {
        sentences.append((words, [symbol]))
      }
    }
    var notices = sentences.map { "Not counted: \($0.symbols.joined(separator: ", ")). \($0.words)" }
    if history.futureEntryCount > 0 {
      let count = history.futureEntryCount
      notices.append(
        count == 1
          ? "1 entry lies in the future and is not counted yet."
          : "\(count) entries lie in the future and are not counted yet."
      )
    }
    return notices
  }

  /// What one reason is called in JSON.
  static func name(of reason: AccountHistory.Gap.Reason) -> String {
    switch reason {
    case .unknownCoin: "unknown_coin"
    case .noPrices: "no_prices"
    case .partly: "partly"
    case .failed: "failed"
    }
  }

  static func words(for reason: AccountHistory.Gap.Reason, now: Date) -> String {
    switch reason {
    case .unknownCoin: return "The source does not know it."
    case .noPrices: return "The source has no prices for that time."
    case .partly(let start): return "There are prices from \(ChartDates.day.string(of: start)) on."
    case .failed(.service(NetworkError.cacheMiss)): return "No prices are stored, and the service was not to be asked."
    case .failed(let error):
      let problem = MarketsProblem(error, now: now)
      return [problem.message, problem.hint].compactMap { $0 }.joined(separator: " ")
    }
  }
}
