import Components
import Foundation

/// The axes of a chart of prices or values in the course of time.
///
/// Only what is drawn is turned into floating point; labels of money are written by ``PriceFormatter``.
struct MoneyAxes {
  let from: Date?
  let to: Date?
  let currency: CurrencyCode
  let timeZone: TimeZone

  /// The axis of times, with round times of the calendar as its marks.
  var time: ChartAxis {
    let moments = ChartDates.moment(timeZone: timeZone)
    func moment(_ seconds: Double) -> String { moments.string(of: Date(timeIntervalSince1970: seconds)) }
    guard let from, let to else { return ChartAxis(label: moment) }
    let start = from.timeIntervalSince1970
    // Round numbers around a single moment would be years apart.
    guard from < to else { return ChartAxis(marks: [.init(start, moment(start))], label: moment) }
    let marks = TimeMarks(from: from, to: to, timeZone: timeZone)
    return ChartAxis(densities: { marks.densities(maximumCount: $0) }, label: moment)
  }

  /// The axis of money.
  var money: ChartAxis {
    let formatter = PriceFormatter(currency)
    // The round numbers of an axis can mostly be written in few signs without losing any; values that are read out, and
    // the numbers of an axis that spans little, are written whole.
    return ChartAxis(label: { value in
      guard value.isFinite, abs(value) < 1e30 else { return "" }
      let amount = Decimal(string: "\(value)", locale: Self.posix) ?? 0
      return abs(amount) >= 100_000
        ? formatter.exactCompact(amount) ?? formatter.price(amount) : formatter.price(amount)
    })
  }

  /// An amount as a chart draws it.
  static func drawn(_ amount: Decimal) -> Double { Double(truncating: amount as NSDecimalNumber) }

  private static let posix = Locale(identifier: "en_US_POSIX")
}
