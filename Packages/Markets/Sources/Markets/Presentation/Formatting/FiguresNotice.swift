import Components
import Foundation

/// Notices above figures that are shown although they are stale or incomplete.
enum FiguresNotice {
  /// The notice of a failed refresh.
  static func failure(_ problem: MarketsProblem, in environment: RenderEnvironment) -> any Widget {
    let words = [problem.message, problem.hint].compactMap { $0 }.joined(separator: " ")
    return Text(StyledText(words, environment.theme.typography.error))
  }

  /// The notice of stale or incomplete figures; nil for current, complete ones.
  ///
  /// - Parameters:
  ///   - provenance: The source and age of the figures.
  ///   - shortfall: The reason for missing figures.
  ///   - now: The current time.
  ///   - environment: The theme and glyphs.
  /// - Returns: The widget.
  static func flaws(
    of provenance: Provenance,
    _ shortfall: MarketsError?,
    now: Date,
    in environment: RenderEnvironment
  ) -> (any Widget)? {
    func warning(_ words: String) -> any Widget {
      Text(StyledText("\(environment.glyphs.warningMark) \(words)", environment.theme.typography.warning))
    }
    if provenance.isStale {
      let waiting = provenance.nextTry.flatMap { RateLimitGate.isWaiting(until: $0, now: now) ? $0 : nil }
      let next = waiting.map { "; next try \(RelativeAge.text(until: $0, now: now))" } ?? ""
      return warning("No newer figures; these came \(RelativeAge.text(of: provenance.asOf, now: now))\(next)")
    }
    return shortfall.map { warning("Tags and euro are missing: \(MarketsProblem($0, now: now).message)") }
  }
}
