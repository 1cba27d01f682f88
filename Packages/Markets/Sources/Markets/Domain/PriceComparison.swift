import Foundation
import Portfolio

/// A comparison of two coins by their price changes since the first time for which both have prices.
struct PriceComparison: Sendable {
  struct Point: Hashable, Sendable {
    let date: Date
    let price: Decimal
    /// The change since the start of the comparison, in percent with 8 decimal places.
    let change: Decimal
  }

  struct Line: Sendable {
    let coin: CoinID
    /// The points since the start of the comparison; there is always at least one.
    let points: [Point]

    /// The change at the end of the comparison, in percent.
    var change: Decimal? { points.last?.change }

    /// Creates a line that starts at a given time; `nil` if there is no positive price at or after that time.
    fileprivate init?(_ history: PriceHistory, from start: Date) {
      let later = history.points.drop { $0.date < start || $0.price <= 0 }
      guard let base = later.first?.price else { return nil }
      coin = history.coin
      points = later.map { point in
        let change = (point.price / base - 1) * 100
        return Point(date: point.date, price: point.price, change: change.rounded(toPlaces: 8))
      }
    }

    func point(nearestTo moment: Date) -> Point? { points.index(nearestTo: moment, by: \.date).map { points[$0] } }
  }

  let first: Line
  let second: Line

  /// Creates a comparison of two histories; `nil` if their times don't overlap.
  init?(_ first: PriceHistory, _ second: PriceHistory) {
    guard let start = first.points.first?.date, let otherStart = second.points.first?.date,
      let firstLine = Line(first, from: max(start, otherStart)),
      let secondLine = Line(second, from: max(start, otherStart))
    else { return nil }
    self.first = firstLine
    self.second = secondLine
  }

  var start: Date? { [first, second].compactMap(\.points.first?.date).min() }
}
