import Basics
public import Foundation

/// The number of successful fetches, with the most recent codes and durations, and the totals per day.
public struct FetchCount: Sendable, Hashable {
  static let historyLimit = 10
  static let dayLimit = 31
  static let durationLimit = 100

  /// The highest count; larger numbers aren't exact in every JSON reader (RFC 8259, section 6).
  static let highestCount = 1 << 53

  /// The number of successful fetches, which is never negative.
  public var count: Int
  /// The time of the last fetch; `nil` before the first fetch and after a reset.
  var lastFetchedAt: Date?
  /// The most recent codes, newest first, up to ``historyLimit``.
  private(set) var lastCodes: [FetchedCode]
  /// The days with fetches, in ascending order, up to ``dayLimit``; empty in files from earlier versions.
  private(set) var days: [FetchDay]
  /// The most recent durations, newest first, up to ``durationLimit``.
  private(set) var durations: [Duration]

  /// Creates a fetch count that keeps only the ten newest of the codes.
  public init(count: Int = 0, lastFetchedAt: Date? = nil, lastCodes: [FetchedCode] = []) {
    self.init(count: count, lastFetchedAt: lastFetchedAt, lastCodes: lastCodes, days: [], durations: nil)
  }

  /// Creates a fetch count from stored values; if no durations are stored, the codes' durations are used.
  init(count: Int, lastFetchedAt: Date?, lastCodes: [FetchedCode], days: [FetchDay], durations: [Duration]?) {
    self.count = count
    self.lastFetchedAt = lastFetchedAt
    self.lastCodes = Array(lastCodes.prefix(Self.historyLimit))
    self.days = Array(days.suffix(Self.dayLimit))
    self.durations = Array((durations ?? self.lastCodes.map(\.duration)).prefix(Self.durationLimit))
  }

  /// Counts a fetch, adds its code to the history, and increments the total for its day in the time zone.
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

  /// Returns the totals per day in a time zone; for a file from an earlier version, they are derived from the codes.
  func totals(in timeZone: TimeZone) -> [FetchDay] {
    guard days.isEmpty else { return days }
    let fetches = Dictionary(grouping: lastCodes) { CalendarDate($0.fetchedAt, in: timeZone) }
    return fetches.map { FetchDay(day: $0, fetches: $1.count) }.sorted { $0.day < $1.day }
  }

  /// Increments the total for a fetch's day, which isn't the latest stored day if the clock has been set back.
  ///
  /// If there are too many days, the earliest day is removed, unless it is the fetch's day.
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

  /// Removes the codes, but keeps the count, the time of the last fetch, the days and the durations.
  mutating func clearCodes() { lastCodes = [] }

  /// Restores removed codes, placing them after codes that were added in the meantime.
  mutating func restore(_ codes: [FetchedCode]) {
    lastCodes = Array((lastCodes + codes).prefix(Self.historyLimit))
  }
}

struct FetchDay: Sendable, Hashable {
  /// The day in the time zone used when the fetches were counted.
  let day: CalendarDate
  /// The number of fetches, at least 1.
  var fetches: Int
}

extension CalendarDate {
  init(_ date: Date, in timeZone: TimeZone) {
    let seconds = date.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: date))
    self.init(daysSince1970: Int((seconds / 86_400).rounded(.down)))
  }
}

/// An entry in the history: the code from an earlier fetch.
public struct FetchedCode: Sendable, Hashable {
  /// The maximum length in Unicode scalars; the service's codes have 36.
  static let longestCode = 200

  /// The service's code, truncated to at most 200 Unicode scalars including the ellipsis.
  public let responseCode: ResponseCode
  /// The time when the code arrived.
  public let fetchedAt: Date
  /// The total duration of both requests, including retries; never negative.
  public let duration: Duration

  /// Creates a history entry.
  public init(responseCode: ResponseCode, fetchedAt: Date, duration: Duration) {
    self.responseCode = responseCode.shortened(to: Self.longestCode)
    self.fetchedAt = fetchedAt
    self.duration = max(duration, .zero)
  }
}

/// An opaque code from the service.
public struct ResponseCode: Sendable, Hashable, CustomStringConvertible {
  /// The code as sent; sanitize it before showing it.
  public let description: String

  /// Creates a code, or returns `nil` if the text is empty.
  public init?(_ text: String) {
    guard !text.isEmpty else { return nil }
    description = text
  }

  private init(nonEmpty text: String) { description = text }

  /// Returns the code, shortened to at most `limit` Unicode scalars including a final ellipsis.
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

/// A successful fetch whose count has been stored durably.
public struct Fetch: Sendable, Hashable {
  /// The code returned by the service.
  public let responseCode: ResponseCode
  /// The durable count, including this fetch.
  public let count: Int
  /// The time when the code arrived.
  public let fetchedAt: Date
  /// The total duration of both requests, including retries.
  public let duration: Duration

  init(responseCode: ResponseCode, count: Int, fetchedAt: Date, duration: Duration) {
    self.responseCode = responseCode
    self.count = count
    self.fetchedAt = fetchedAt
    self.duration = duration
  }
}
