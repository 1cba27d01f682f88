import Basics
import Components
import Foundation

/// A generator of axis marks at round calendar times, from dense to sparse, so charts of any width can use them.
///
/// Labels use the date format of tables. After the first mark, days and times omit an unchanged year or date.
struct TimeMarks {
  let from: Date
  let to: Date
  let calendar: Calendar
  private let dates = RegionalFormat.current.dates

  init(from: Date, to: Date, timeZone: TimeZone) {
    self.from = from
    self.to = to
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    self.calendar = calendar
  }

  /// Returns sets of marks, from the densest with at most about `maximumCount` marks to a single mark at the start.
  func densities(maximumCount: Int) -> [[ChartAxis.Mark]] {
    let length = to.timeIntervalSince(from)
    var densities: [[ChartAxis.Mark]] = []
    for step in TimeStep.all where length / step.length <= Double(maximumCount) {
      let times = times(step)
      guard !times.isEmpty else { break }
      densities.append(marks(times, step))
      if times.count == 1 { break }
    }
    let start = ChartDates.moment(timeZone: calendar.timeZone).string(of: from)
    return densities + [[ChartAxis.Mark(from.timeIntervalSince1970, start)]]
  }

  private func times(_ step: TimeStep) -> [Date] {
    let times: [Date] =
      switch step {
      case .seconds(let count): timesOfDays(every: count)
      case .days(let count): days(every: count)
      case .months(let count): starts(of: .month, every: count)
      case .years(let count): starts(of: .year, every: count)
      }
    return times.filter { $0 >= from && $0 <= to }
  }

  private func timesOfDays(every step: Int) -> [Date] {
    days(every: 1).flatMap { day in
      // Daylight saving time shifts a time and lengthens a day by at most two hours.
      let first = max(Int(from.timeIntervalSince(day)) - 7_200, 0) / step
      let last = min((Int(to.timeIntervalSince(day)) + 7_200) / step, 86_400 / step - 1)
      guard first <= last else { return [Date]() }
      return (first...last).compactMap { time(day, secondsOfDay: $0 * step) }
    }
  }

  /// Returns the date at a wall-clock time on a day; `nil` if the clocks skip that time.
  private func time(_ day: Date, secondsOfDay: Int) -> Date? {
    func shown(_ date: Date) -> Int {
      let parts = calendar.dateComponents([.hour, .minute, .second], from: date)
      return ((parts.hour ?? 0) * 60 + (parts.minute ?? 0)) * 60 + (parts.second ?? 0)
    }
    let offset = calendar.timeZone.secondsFromGMT(for: day)
    let guess = day.addingTimeInterval(Double(secondsOfDay - shown(day)))
    let time = guess.addingTimeInterval(Double(offset - calendar.timeZone.secondsFromGMT(for: guess)))
    return shown(time) == secondsOfDay ? time : nil
  }

  private func days(every step: Int) -> [Date] {
    func number(_ date: Date) -> Int {
      Int(((date.timeIntervalSince1970 + Double(calendar.timeZone.secondsFromGMT(for: date))) / 86_400).rounded(.down))
    }
    // The fourth day after 1 January 1970 was a Monday.
    let phase = step % 7 == 0 ? 4 : 0
    return (number(from)...number(to)).filter { ($0 - phase) % step == 0 }.map { number in
      let noon = Double(number) * 86_400 + 43_200
      let offset = calendar.timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: noon))
      return calendar.startOfDay(for: Date(timeIntervalSince1970: noon - Double(offset)))
    }
  }

  private func starts(of unit: Calendar.Component, every step: Int) -> [Date] {
    func number(_ date: Date) -> Int {
      let parts = calendar.dateComponents([.year, .month], from: date)
      return unit == .year ? parts.year ?? 1 : (parts.year ?? 1) * 12 + (parts.month ?? 1) - 1
    }
    return (number(from)...number(to)).filter { $0 % step == 0 }.compactMap { number in
      let parts =
        unit == .year
        ? DateComponents(year: number, month: 1, day: 1)
        : DateComponents(year: number / 12, month: number % 12 + 1, day: 1)
      return calendar.date(from: parts)
    }
  }

  private func marks(_ times: [Date], _ step: TimeStep) -> [ChartAxis.Mark] {
    var last: DateComponents?
    return times.map { time in
      let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: time)
      defer { last = parts }
      return ChartAxis.Mark(time.timeIntervalSince1970, label(parts, after: last, step))
    }
  }

  private func label(_ parts: DateComponents, after last: DateComponents?, _ step: TimeStep) -> String {
    let isOtherYear = parts.year != last?.year
    let day = dates.text(month: parts.month, day: parts.day)
    let dayOfYear = dates.text(year: parts.year, month: parts.month, day: parts.day)
    switch step {
    case .years: return dates.text(year: parts.year)
    case .months: return dates.text(year: parts.year, month: parts.month)
    case .days: return isOtherYear ? dayOfYear : day
    case .seconds:
      let time = "\(ChartDates.two(parts.hour)):\(ChartDates.two(parts.minute))"
      guard parts.day != last?.day || parts.month != last?.month || isOtherYear else { return time }
      let date = last != nil && isOtherYear ? dayOfYear : day
      // A date without a time means the start of the day.
      return parts.hour == 0 && parts.minute == 0 ? date : "\(date) \(time)"
    }
  }
}

/// A distance between time axis marks that divides a day, month or year evenly.
enum TimeStep: Hashable {
  /// A number of seconds that divides a day evenly, counted from midnight.
  case seconds(Int)
  /// A number of days; weeks begin on Mondays.
  case days(Int)
  /// A number of months that divides a year evenly, counted from January.
  case months(Int)
  /// A number of years, counted from the year 0.
  case years(Int)

  static let all: [TimeStep] =
    [60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200].map { .seconds($0) }
    + [1, 2, 3, 7, 14].map { .days($0) } + [1, 2, 3, 6].map { .months($0) }
    + [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000].map { .years($0) }

  /// The approximate length, in seconds.
  var length: Double {
    switch self {
    case .seconds(let count): Double(count)
    case .days(let count): Double(count) * 86_400
    case .months(let count): Double(count) * 86_400 * 30.44
    case .years(let count): Double(count) * 86_400 * 365.25
    }
  }
}
