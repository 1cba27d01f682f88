import Basics
import Foundation
public import Persistence

extension PersistedKey where Value == FetchCount {
  /// The key for the fetch count, stored in `count.json`.
  static var fetchCount: Self { PersistedKey("count", default: FetchCount()) }
}

/// A store that keeps the fetch count in `count.json`.
public struct FetchCountStore: FetchCountStoring {
  @Persisted private var fetchCount: FetchCount

  /// Creates a store whose file is in the storage's directory.
  public init(in storage: PersistedStorage) {
    _fetchCount = Persisted(.fetchCount, in: storage)
  }

  package init(store: some Store<FetchCount>) {
    _fetchCount = Persisted(store: store)
  }

  /// Loads the fetch count from its file.
  public func load() throws -> FetchCount {
    try $fetchCount.load()
  }

  /// Changes the fetch count, and returns the new count once it is durable.
  public func update(_ change: @escaping @Sendable (inout FetchCount) -> Void) async throws -> FetchCount {
    try await $fetchCount.update { fetchCount in
      change(&fetchCount)
      return fetchCount
    }
  }

  /// Resets the fetch count, keeping a corrupt file under another name.
  public func reset() async throws {
    try $fetchCount.reset()
  }

  /// Returns a stream that emits the fetch count or read error immediately and after every change.
  public func changes() -> AsyncStream<Result<FetchCount, any Error>> {
    let store = $fetchCount.store
    let outcomes = store.changes()
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        for await outcome in outcomes {
          if let error = store.error(for: outcome) {
            continuation.yield(.failure(error))
          } else {
            continuation.yield(.success(outcome.value ?? store.defaultValue))
          }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

extension FetchCount: Codable {
  private enum CodingKeys: String, CodingKey {
    case count = "fetch_count"
    case lastFetchedAt = "last_fetched_at"
    case lastCodes = "last_codes"
    case days = "daily_fetches"
    case microseconds = "last_durations_us"
  }

  /// Decodes a fetch count; throws an error if the count is out of range, or a time or day is malformed.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let count = try container.decode(Int.self, forKey: .count)
    guard (0...Self.highestCount).contains(count) else {
      throw DecodingError.dataCorruptedError(
        forKey: .count,
        in: container,
        debugDescription: "it isn't a valid count"
      )
    }
    let days = try (container.decodeIfPresent([String: Int].self, forKey: .days) ?? [:]).map { text, fetches in
      guard let day = CalendarDate(text: text), (1...Self.highestCount).contains(fetches) else {
        throw DecodingError.dataCorruptedError(
          forKey: .days,
          in: container,
          debugDescription: "it isn't a day with its number of fetches"
        )
      }
      return FetchDay(day: day, fetches: fetches)
    }
    let durations = try container.decodeIfPresent([Int].self, forKey: .microseconds)
    self.init(
      count: count,
      lastFetchedAt: try container.decodeIfPresent(String.self, forKey: .lastFetchedAt)
        .map { try container.time($0, forKey: .lastFetchedAt) },
      lastCodes: try container.decodeIfPresent([FetchedCode].self, forKey: .lastCodes) ?? [],
      days: days.sorted { $0.day < $1.day },
      durations: try durations?.map { try container.duration($0, forKey: .microseconds) }
    )
  }

  /// Encodes the fetch count; an empty history is omitted, as in files from versions without a history.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(count, forKey: .count)
    try container.encodeIfPresent(lastFetchedAt.map { RFC3339.text(of: $0) }, forKey: .lastFetchedAt)
    if !lastCodes.isEmpty { try container.encode(lastCodes, forKey: .lastCodes) }
    if !days.isEmpty {
      let totals = Dictionary(uniqueKeysWithValues: days.map { ($0.day.description, $0.fetches) })
      try container.encode(totals, forKey: .days)
    }
    if !durations.isEmpty { try container.encode(durations.map(\.wholeMicroseconds), forKey: .microseconds) }
  }
}

extension CalendarDate {
  /// Parses a day such as `2026-01-31`.
  fileprivate init?(text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      bytes[range].reduce(0) { number, byte in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? number.map { $0 * 10 + Int(byte - 48) } : nil
      }
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10) else { return nil }
    self.init(year: year, month: month, day: day)
  }
}

extension Duration {
  /// The maximum duration, 285 years; larger numbers aren't exact in every JSON reader (RFC 8259, section 6).
  fileprivate static let longestMicroseconds = 1 << 53

  fileprivate var wholeMicroseconds: Int {
    let (seconds, attoseconds) = components
    let limit = Int64(Self.longestMicroseconds)
    guard seconds < limit / 1_000_000 else { return Self.longestMicroseconds }
    return Int(seconds * 1_000_000 + (attoseconds + 500_000_000_000) / 1_000_000_000_000)
  }
}

extension FetchedCode: Codable {
  private enum CodingKeys: String, CodingKey {
    case responseCode = "response_code"
    case fetchedAt = "fetched_at"
    case microseconds = "duration_us"
  }

  /// Decodes a code; throws an error for an empty code, a malformed time or an out-of-range duration.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard let code = ResponseCode(try container.decode(String.self, forKey: .responseCode)) else {
      throw DecodingError.dataCorruptedError(forKey: .responseCode, in: container, debugDescription: "it is empty")
    }
    self.init(
      responseCode: code,
      fetchedAt: try container.time(try container.decode(String.self, forKey: .fetchedAt), forKey: .fetchedAt),
      duration: try container.duration(try container.decode(Int.self, forKey: .microseconds), forKey: .microseconds)
    )
  }

  /// Encodes the code with its time in whole seconds and its duration in whole microseconds.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(responseCode.description, forKey: .responseCode)
    try container.encode(RFC3339.text(of: fetchedAt), forKey: .fetchedAt)
    try container.encode(duration.wholeMicroseconds, forKey: .microseconds)
  }
}

extension KeyedDecodingContainer {
  /// Parses an RFC 3339 time in whole seconds.
  fileprivate func time(_ text: String, forKey key: Key) throws -> Date {
    // Checking the length (20 characters for whole seconds) avoids formatting the date again for a comparison.
    guard text.utf8.count == 20, let date = RFC3339.date(from: text) else {
      throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "it isn't a valid time")
    }
    return date
  }

  fileprivate func duration(_ microseconds: Int, forKey key: Key) throws -> Duration {
    guard (0...Duration.longestMicroseconds).contains(microseconds) else {
      throw DecodingError.dataCorruptedError(
        forKey: key,
        in: self,
        debugDescription: "it isn't a valid duration"
      )
    }
    return .microseconds(microseconds)
  }
}
