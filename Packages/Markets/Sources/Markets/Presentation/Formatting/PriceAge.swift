import Components
public import Foundation
import Portfolio

/// Text about prices that are no longer fresh.
public enum PriceAge {
  /// Returns a notice with the age of stale prices; `nil` for fresh prices.
  public static func notice(of provenance: Provenance, now: Date) -> String? {
    guard provenance.isStale(at: now) else { return nil }
    let isKnown = provenance.age(at: now).isFinite
    let prices =
      isKnown
      ? "prices from \(RelativeAge.text(of: provenance.asOf, now: now))"
      : "prices of unknown age, because the clock was set back"
    guard provenance.hasFailedRefresh else { return "Showing \(prices)" }
    let waiting = provenance.nextTry.flatMap { RateLimitGate.isWaiting(until: $0, now: now) ? $0 : nil }
    let next = waiting.map { "; next try \(RelativeAge.text(until: $0, now: now))" } ?? ""
    return "Couldn't refresh prices; showing \(prices)\(next)"
  }

  /// Returns a notice for a screen that shows the age of prices next to them; `nil` unless a refresh failed.
  static func failure(of provenance: Provenance, now: Date) -> String? {
    provenance.hasFailedRefresh ? notice(of: provenance, now: now) : nil
  }

  /// Returns the age of prices, such as `3 min ago`, in the warning color if they are stale.
  static func text(of provenance: Provenance, now: Date, _ typography: Typography) -> StyledText {
    let text = provenance.age(at: now).isFinite ? RelativeAge.text(of: provenance.asOf, now: now) : "unknown age"
    return StyledText(text, provenance.isStale(at: now) ? typography.warning : typography.caption)
  }

  /// Returns the time of prices for a pane's frame, such as `12:04`.
  ///
  /// If the prices are stale, their age in the warning color is returned instead.
  static func caption(
    of provenance: Provenance,
    now: Date,
    timeZone: TimeZone,
    in environment: RenderEnvironment
  ) -> StyledText {
    guard provenance.isStale(at: now) else {
      return StyledText(ChartDates.clock(timeZone: timeZone).string(of: provenance.asOf))
    }
    let text = provenance.age(at: now).isFinite ? RelativeAge.text(of: provenance.asOf, now: now) : "unknown age"
    return StyledText(text, environment.theme.typography.warning)
  }

  /// Returns the age of prices and the auto-refresh interval, such as `3 min ago · every 5 min`.
  @MainActor
  static func text(
    of provenance: Provenance,
    _ refresher: PriceRefresher?,
    now: Date,
    in environment: RenderEnvironment
  ) -> StyledText {
    let typography = environment.theme.typography
    let age = text(of: provenance, now: now, typography)
    guard let refresher else { return age }
    let interval = StyledText(refresher.shortStateText, typography.caption)
    return age + StyledText(" \(environment.glyphs.middleDot) ", typography.caption) + interval
  }

  /// Returns a notice if prices are refreshed less often because few calls are left; `nil` otherwise.
  public static func notice(of freshness: Freshness) -> String? {
    guard case .budget(let usage) = freshness.reason else { return nil }
    let minutes = Int((freshness.duration / .seconds(60)).rounded(.up))
    let limit = usage.limit.map { " of \($0)" } ?? ""
    return "Refreshing every \(minutes) min to stay within this month's call limit (\(usage.calls)\(limit) used)"
  }

  /// Returns a notice about implausible prices, which aren't shown; `nil` if all prices are plausible.
  public static func notice(ofImplausiblePricesIn page: CoinPage) -> String? {
    guard let first = page.implausiblePrices.first else { return nil }
    let others = Set(page.implausiblePrices).count - 1
    let rest = others > 0 ? " and \(others) more" : ""
    return "Ignored implausible prices for \(first.description.sanitized(.singleLine))\(rest)"
  }

  /// Returns the age of a price for a table, such as `20 h`; `nil` for a fresh price.
  static func mark(of coin: Coin, in page: CoinPage, now: Date) -> String? {
    guard coin.prices[page.currency] != nil else { return nil }
    let time = coin.prices.quote(in: page.currency)?.time ?? page.provenance.asOf
    guard page.provenance.isStale(time, at: now) else { return nil }
    let text = RelativeAge.text(of: time, now: now)
    guard Quote.age(of: time, at: now).isFinite else { return "unknown" }
    return text.hasSuffix(" ago") ? String(text.dropLast(4)) : text
  }
}

/// The JSON members for a price's age: `as_of`, `age_seconds` and `stale`.
struct AgeDocument {
  let asOf: Date?
  let provenance: Provenance?
  let now: Date

  init(asOf: Date?, _ provenance: Provenance?, now: Date) {
    self.asOf = asOf
    self.provenance = provenance
    self.now = now
  }

  init(_ provenance: Provenance?, now: Date) { self.init(asOf: provenance?.asOf, provenance, now: now) }

  init(_ coin: Coin, in currency: CurrencyCode, _ provenance: Provenance, now: Date) {
    let hasPrice = coin.prices[currency] != nil
    let time = hasPrice ? coin.prices.quote(in: currency)?.time ?? provenance.asOf : nil
    self.init(asOf: time, provenance, now: now)
  }

  /// Encodes the members.
  ///
  /// The age is null if there is no price, if the clock was set back, or if the time is unknown.
  func encode(to container: inout KeyedEncodingContainer<DocumentKey>) throws {
    let age = asOf.map { Quote.age(of: $0, at: now) }
    try container.set("as_of", asOf.flatMap { $0 < Quote.unknownTime ? $0 : nil })
    try container.set("age_seconds", age.flatMap { $0.isFinite ? Int($0) : nil })
    let isStale = asOf.flatMap { provenance?.isStale($0, at: now) } ?? provenance?.hasFailedRefresh
    try container.set("stale", isStale ?? false)
  }
}
