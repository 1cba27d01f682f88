import Foundation
import Portfolio

struct LotFigures: Hashable, Sendable, Identifiable {
  /// The lot's position among the coin's lots, oldest first.
  let id: Int
  let time: Date
  let amount: Decimal
  let cost: Decimal?
  let value: Decimal?

  init(_ lot: CostLot, number: Int, price: Decimal?) {
    id = number
    time = lot.time
    amount = lot.amount
    cost = lot.cost
    value = price.map { (lot.amount * $0).rounded(toPlaces: LedgerLimits.decimalPlaces) }
  }

  var gain: Decimal? { value.flatMap { value in cost.map { value - $0 } } }

  var gainPercent: Decimal? { GainPercent.percent(gain, of: cost) }
}

enum GainPercent {
  /// Returns a gain as a percentage of its cost; `nil` if the gain or cost is unknown or the cost is zero.
  static func percent(_ gain: Decimal?, of cost: Decimal?) -> Decimal? {
    guard let gain, let cost, cost > 0 else { return nil }
    let percent = gain / cost * 100
    return percent.isFinite ? percent.rounded(toPlaces: LedgerLimits.decimalPlaces) : nil
  }
}
