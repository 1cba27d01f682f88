import Basics
public import Foundation

/// The number of successful fetches, with the newest codes, the totals of the last days and the newest durations.
public struct FetchCount: Sendable, Hashable {
  /// The maximum number of stored codes.
  static let historyLimit = 10
  /// The maximum number of stored days.
  static let dayLimit = 31
  /// The maximum number of stored durations.
  static let durationLimit = 100

  /// The count at which counting stops: larger numbers are not exact in every JSON reader (RFC 8259, section 6).
  static let highestCount = 1 << 53

  /// The number of successful fetches; never negative.
  public var count: Int
  /// When the count last rose; `nil` before the first fetch and after a reset.
  var lastFetchedAt: Date?
  /// The last codes, the newest first; at most ``historyLimit``.
  private(set) var lastCodes: [FetchedCode]
  /// The days with fetches, in ascending order; at most ``dayLimit``, and none in files of earlier versions.
  private(set) var days: [FetchDay]
  /// The durations of the last fetches, the newest first; at most ``durationLimit``.
  private(set) var durations: [Duration]

  /// Makes a fetch count; codes beyond ``historyLimit`` are left out.
  public init(count: Int = 0, lastFetchedAt: Date? = nil, lastCodes: [FetchedCode] = []) {
    self.init(count: count, lastFetchedAt: lastFetchedAt, lastCodes: lastCodes, days: [], durations: nil)
  }

  /// Creates a fetch count from stored values; without stored durations, those of the codes apply.
  init(count: Int, lastFetchedAt: Date?, lastCodes: [FetchedCode], days: [FetchDay], durations: [Duration]?) {
    self.count = count
    self.lastFetchedAt = lastFetchedAt
    self.lastCodes = Array(lastCodes.prefix(Self.historyLimit))
    self.days = Array(days.suffix(Self.dayLimit))
    self.durations = Array((durations ?? self.lastCodes.map(\.duration)).prefix(Self.durationLimit))
  }

  /// Counts a fetch, keeps its code as the newest one, and adds it to the day in a time zone.
  public mutating func add(_ code: FetchedCode, in timeZone: TimeZone) {
    if count < Self.highestCount {
      days = totals(in: timeZone)
      addToDay(of: code, in: timeZone)
      count += 1
    }
    lastFetchedAt = code.fetchedAt
    lastCodes.insert(code, at: 0)
    if lastCodes.count > Self.historyLimit { lastCodes.removeLast() }
    durations.insert(code.duration, at: 0)
    if durations.count > Self.durationLimit { durations.removeLast() }
  }

  /// The days with fetches; for a file of an earlier version, as far as the stored codes tell.
  func totals(in timeZone: TimeZone) -> [FetchDay] {
    guard days.isEmpty else { return days }
    let fetches = Dictionary(grouping: lastCodes) { CalendarDate($0.fetchedAt, in: timeZone) }
    return fetches.map { FetchDay(day: $0, fetches: $1.count) }.sorted { $0.day < $1.day }
  }

  /// Adds a fetch to its day, which isn't the last one if the clock was put back, and drops the earliest other day.
  private mutating func addToDay(of code: FetchedCode, in timeZone: TimeZone) {
    let day = CalendarDate(code.fetchedAt, in: timeZone)
    let index = days.lastIndex { $0.day <= day }
    if let index, days[index].day == day {
      days[index].fetches += 1
      return
    }
    days.insert(FetchDay(day: day, fetches: 1), at: index.map { $0 + 1 } ?? 0)
    if days.count > Self.dayLimit { days.remove(at: days[0].day == day ? 1 : 0) }
  }

  /// Drops the codes; the count, its time, the days and the durations stay.
  mutating func clearCodes() { lastCodes = [] }

  /// Puts dropped codes back, after those that came since.
  mutating func restore(_ codes: [FetchedCode]) {
    lastCodes = Array((lastCodes + codes).prefix(Self.historyLimit))
  }
}

/// The number of fetches of a day.
struct FetchDay: Sendable, Hashable {
  /// The day in the time zone that the fetches were counted in.
  let day: CalendarDate
  /// At least 1.
  var fetches: Int
}

extension CalendarDate {
  /// Creates the day of a time in a time zone.
  init(_ date: Date, in timeZone: TimeZone) {
    let seconds = date.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: date))
    self.init(daysSince1970: Int((seconds / 86_400).rounded(.down)))
  }
}

/// A code of an earlier fetch, as the history keeps it.
public struct FetchedCode: Sendable, Hashable {
  /// The longest code that the history keeps whole, in Unicode scalars; the services' own have 36.
  static let longestCode = 200

  /// The code; a longer one than ``longestCode`` is cut and ends in an ellipsis, so that the record stays small.
  public let responseCode: ResponseCode
  /// When it arrived.
  public let fetchedAt: Date
  /// How long both requests took together, tries included; not negative.
  public let duration: Duration

  /// Makes an entry.
  public init(responseCode: ResponseCode, fetchedAt: Date, duration: Duration) {
    self.responseCode = responseCode.shortened(to: Self.longestCode)
    self.fetchedAt = fetchedAt
    self.duration = max(duration, .zero)
  }
}

/// What a fetch brings: the service's code, a text that means nothing to this program.
public struct ResponseCode: Sendable, Hashable, CustomStringConvertible {
  /// The text as the service sent it; it comes from outside and is neutralised before it is shown.
  public let description: String

  /// Makes a code; `nil` for an empty text.
  public init?(_ text: String) {
    guard !text.isEmpty else { return nil }
    description = text
  }

  private init(nonEmpty text: String) { description = text }

  /// The code, cut to a number of Unicode scalars with an ellipsis as the last one.
  func shortened(to limit: Int) -> ResponseCode {
    let scalars = description.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return self }
    var text = String(String.UnicodeScalarView(scalars.prefix(limit - 1)))
    text.unicodeScalars.append("\u{2026}")
    return ResponseCode(nonEmpty: text)
  }
}

/// One successful fetch: both requests answered, and the count on disk.
public struct Fetch: Sendable, Hashable {
  /// The code that the service answered.
  public let responseCode: ResponseCode
  /// The count with this fetch; durable.
  public let count: Int
  /// When the code arrived.
  public let fetchedAt: Date
  /// How long both requests took together, tries included.
  public let duration: Duration

  init(responseCode: ResponseCode, count: Int, fetchedAt: Date, duration: Duration) {
    self.responseCode = responseCode
    self.count = count
    self.fetchedAt = fetchedAt
    self.duration = duration
  }
}
