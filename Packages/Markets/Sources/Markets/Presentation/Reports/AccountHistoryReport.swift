public import Components
public import Foundation
import Networking
import Portfolio

/// A printable report on the portfolio's value over time.
public struct AccountHistoryReport: Encodable {
  private let history: AccountHistory
  private let timeZone: TimeZone
  private let now: Date

  /// Creates a report with times in a time zone.
  public init(_ history: AccountHistory, timeZone: TimeZone = .current, now: Date) {
    self.history = history
    self.timeZone = timeZone
    self.now = now
  }

  /// Returns a chart for a terminal, sentences in linear output, and one point per line for a pipe.
  ///
  /// Each line contains the time (RFC 3339), the value, and the comma-separated IDs of held coins that the value
  /// doesn't include.
  public func text(for mode: OutputMode) -> String {
    guard mode.layout != .records else {
      return history.points.reduce(into: "") { text, point in
        let missing = point.missingPrices.map { $0.id.sanitized(.singleLine) }.joined(separator: ",")
        text += "\(point.time.formatted(.iso8601))\t\(point.value)\t\(missing)\n"
      }
    }
    guard !history.points.isEmpty else { return "No data\n" }
    let chart = ValueChart(history: history, timeZone: timeZone)
    let title =
      StyledText("Portfolio ", mode.theme.typography.title) + StyledText("\(history.range.label)  ")
      + chart.summary(theme: mode.theme)
    return title.encoded(for: mode.capabilities) + "\n" + chart.widget.rendered(for: mode)
  }

  /// Encodes the JSON document.
  ///
  /// Its members are `currency`, `range`, `days` (null for all), `as_of`, `age_seconds`, `stale`, `points` (with `at`,
  /// `value` and `missing`), `change`, `change_percent`, `net_additions`, `gain`, `gain_percent`, `entries`,
  /// `future_entries` and `gaps`. `gain` is `change` without `net_additions`, the money paid in minus the money taken
  /// out. `as_of` and `age_seconds` are null without prices. `gaps` lists coins that aren't included, with the reasons.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DocumentKey.self)
    try container.set("currency", history.currency.code.lowercased())
    try container.set("range", history.range.label.lowercased())
    try container.set("days", history.range.dayCount)
    try AgeDocument(history.provenance, now: now).encode(to: &container)
    try container.set("points", history.points.map { PointDocument(point: $0) })
    try container.set("change", history.change)
    try container.set("change_percent", history.changePercent)
    try container.set("net_additions", history.netAdditions)
    try container.set("gain", history.gain)
    try container.set("gain_percent", history.gainPercent)
    try container.set("entries", history.entryCount)
    try container.set("future_entries", history.futureEntryCount)
    try container.set("gaps", history.gaps.map { GapDocument(gap: $0, now: now) })
  }
}

private struct PointDocument: Encodable {
  let point: ValuePoint

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DocumentKey.self)
    try container.set("at", point.time)
    try container.set("value", point.value)
    try container.set("missing", point.missingPrices.map(\.id))
  }
}

private struct GapDocument: Encodable {
  let gap: AccountHistory.Gap
  let now: Date

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DocumentKey.self)
    try container.set("coin", gap.coin.id)
    try container.set("symbol", gap.coin.symbol.uppercased())
    try container.set("reason", AccountHistoryText.name(of: gap.reason))
    try container.set("message", AccountHistoryText.words(for: gap.reason, now: now))
  }
}

/// Text about the gaps in an account history.
public enum AccountHistoryText {
  /// Returns a sentence for each cause of gaps, and a sentence about entries in the future.
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
          ? "1 entry has a future date and is not counted yet."
          : "\(count) entries have future dates and are not counted yet."
      )
    }
    return notices
  }

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
    case .unknownCoin: return "Not available from the source."
    case .noPrices: return "The source has no prices for this time."
    case .partly(let start): return "Prices are available only from \(ChartDates.day.string(of: start)) on."
    case .failed(.service(NetworkError.cacheMiss)): return "No prices are stored, and network requests are off."
    case .failed(let error):
      let problem = MarketsProblem(error, now: now)
      return [problem.message, problem.hint].compactMap { $0 }.joined(separator: " ")
    }
  }
}
