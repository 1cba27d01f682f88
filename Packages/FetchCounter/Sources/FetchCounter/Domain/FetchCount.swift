public import Foundation

/// How many fetches succeeded so far, when the last one did, and the codes that the last ones brought.
public struct FetchCount: Sendable, Hashable {
  /// How many codes are kept; older ones go.
  static let historyLimit = 10

  /// The count at which counting stops: larger numbers are not exact in every JSON reader (RFC 8259, section 6).
  static let highestCount = 1 << 53

  /// The number of successful fetches; never negative.
  public var count: Int
  /// When the count last rose; `nil` before the first fetch and after a reset.
  var lastFetchedAt: Date?
  /// The last codes, the newest first; at most ``historyLimit``.
  private(set) var lastCodes: [FetchedCode]

  /// Makes a fetch count; codes beyond ``historyLimit`` are left out.
  public init(count: Int = 0, lastFetchedAt: Date? = nil, lastCodes: [FetchedCode] = []) {
    self.count = count
    self.lastFetchedAt = lastFetchedAt
    self.lastCodes = Array(lastCodes.prefix(Self.historyLimit))
  }

  /// Counts a fetch, and keeps its code as the newest one.
  public mutating func add(_ code: FetchedCode) {
    if count < Self.highestCount { count += 1 }
    lastFetchedAt = code.fetchedAt
    lastCodes.insert(code, at: 0)
    if lastCodes.count > Self.historyLimit { lastCodes.removeLast() }
  }

  /// Drops the codes; the count and its time stay.
  mutating func clearCodes() { lastCodes = [] }

  /// Puts dropped codes back, after those that came since.
  mutating func restore(_ codes: [FetchedCode]) {
    lastCodes = Array((lastCodes + codes).prefix(Self.historyLimit))
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
