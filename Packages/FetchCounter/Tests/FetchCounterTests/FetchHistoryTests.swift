import Basics
import Foundation
import Persistence
import PersistenceTesting
import Testing

@testable import FetchCounter

@Suite("Fetch history")
struct FetchHistoryTests {
  private static let path = "/data/count.json"
  private let disk = InMemoryFileSystem()
  private let moment = Date(timeIntervalSince1970: 1_769_860_800)

  /// The record format in versions without a history.
  private struct EarlierRecord: Codable, Sendable {
    var fetchCount = 0
    var lastFetchedAt: String?

    enum CodingKeys: String, CodingKey {
      case fetchCount = "fetch_count"
      case lastFetchedAt = "last_fetched_at"
    }
  }

  private func jsonStore() -> JSONFileStore<FetchCount> {
    JSONFileStore(path: Self.path, default: FetchCount(), writtenBy: "tests", fileSystem: disk)
  }

  private func earlierStore() -> JSONFileStore<EarlierRecord> {
    JSONFileStore(path: Self.path, default: EarlierRecord(), writtenBy: "earlier", fileSystem: disk)
  }

  private func entry(_ number: Int) -> FetchedCode {
    FetchedCode(
      responseCode: .test("code \(number)"),
      fetchedAt: moment.addingTimeInterval(Double(number)),
      duration: .milliseconds(number)
    )
  }

  @Test("stores the newest code first, with its time and duration, and drops the oldest code")
  func isBounded() async throws {
    let store = FetchCountStore(store: jsonStore())
    for number in 1...13 { _ = try await store.update { [entry = entry(number)] in $0.add(entry, in: .gmt) } }
    let fetchCount = try FetchCountStore(store: jsonStore()).load()
    #expect(fetchCount.count == 13)
    #expect(fetchCount.lastFetchedAt == entry(13).fetchedAt)
    #expect(fetchCount.lastCodes == (4...13).reversed().map(entry))
    #expect(fetchCount.lastCodes.count == FetchCount.historyLimit)
  }

  @Test("clears the code history without changing the count")
  func isCleared() async throws {
    let store = FetchCountStore(store: jsonStore())
    for number in 1...3 { _ = try await store.update { [entry = entry(number)] in $0.add(entry, in: .gmt) } }
    let (cleared, dropped) = try await ClearFetchedCodes(store: store).execute()
    #expect(dropped == (1...3).reversed().map(entry))
    #expect(cleared.count == 3)
    #expect(cleared.lastFetchedAt == entry(3).fetchedAt)
    #expect(cleared.lastCodes.isEmpty)
    #expect(cleared.days.map(\.fetches) == [3])
    #expect(cleared.durations.count == 3)
    #expect(try FetchCountStore(store: jsonStore()).load() == cleared)
  }

  @Test("resets the history together with the count")
  func isReset() async throws {
    let store = FetchCountStore(store: jsonStore())
    _ = try await store.update { [entry = entry(1)] in $0.add(entry, in: .gmt) }
    try await store.reset()
    #expect(try store.load() == FetchCount())
    #expect(try jsonStore().load() == FetchCount())
  }

  @Test("shortens overlong codes and replaces negative durations with zero in the history")
  func cutsLongCodes() {
    let long = FetchedCode(
      responseCode: .test(String(repeating: "e\u{301}", count: 100_000)),
      fetchedAt: moment,
      duration: .zero
    )
    #expect(long.responseCode.description.unicodeScalars.count == FetchedCode.longestCode)
    #expect(long.responseCode.description.hasSuffix("\u{2026}"))
    let whole = String(repeating: "x", count: FetchedCode.longestCode)
    let kept = FetchedCode(responseCode: .test(whole), fetchedAt: moment, duration: .seconds(-1))
    #expect(kept.responseCode.description == whole)
    #expect(kept.duration == .zero)
  }

  @Test("starts with an empty history for a file from a version without a history")
  func readsEarlierFiles() async throws {
    // Given a file from an earlier version
    try await earlierStore().update { $0 = EarlierRecord(fetchCount: 41, lastFetchedAt: "2026-01-31T12:00:00Z") }
    // When this version reads it and counts a fetch
    let store = FetchCountStore(store: jsonStore())
    #expect(try store.load() == FetchCount(count: 41, lastFetchedAt: moment))
    _ = try await store.update { [entry = entry(1)] in $0.add(entry, in: .gmt) }
    // Then nothing is lost
    #expect(try store.load().count == 42)
    #expect(try store.load().lastCodes == [entry(1)])
  }

  @Test("keeps the history when a version without a history counts a fetch")
  func survivesEarlierVersions() async throws {
    let store = FetchCountStore(store: jsonStore())
    _ = try await store.update { [entry = entry(1)] in $0.add(entry, in: .gmt) }
    try await earlierStore().update { $0.fetchCount += 1 }
    #expect(try store.load().count == 2)
    #expect(try store.load().lastCodes == [entry(1)])
    #expect(try store.load().days.map(\.fetches) == [1])
    #expect(try store.load().durations == [entry(1).duration])
  }

  @Test("drops excess days and durations that a later version stored")
  func boundsLaterFiles() async throws {
    let days = (1...40).map { day in
      #""\#(CalendarDate(daysSince1970: 20_000 + day))": 2"#
    }
    let numbers = Array(repeating: "5", count: 400).joined(separator: ",")
    let payload =
      #"{"fetch_count": 80, "note": "kept", "daily_fetches": {\#(days.joined(separator: ","))}, "last_durations_us": [\#(numbers)]}"#
    disk.placeFolder(at: "/data")
    disk.place(Array(#"{"schema": 1, "payload": \#(payload)}"#.utf8), at: Self.path)
    let store = FetchCountStore(store: jsonStore())
    for number in 1...3 { _ = try await store.update { [entry = entry(number)] in $0.add(entry, in: .gmt) } }
    let fetchCount = try FetchCountStore(store: jsonStore()).load()
    #expect(fetchCount.count == 83)
    #expect(fetchCount.days.count == FetchCount.dayLimit)
    #expect(fetchCount.days.last?.fetches == 3)
    #expect(fetchCount.durations.count == FetchCount.durationLimit)
    let written = String(decoding: disk.contents(at: Self.path) ?? [], as: UTF8.self)
    #expect(written.contains(#""note": "kept""#))
    #expect(written.utf8.count < 8_000)
  }

  @Test("keeps members that a later version added to the record and its entries")
  func keepsUnknownMembers() async throws {
    let known = #""response_code": "code 1", "fetched_at": "2026-01-31T12:00:01Z", "duration_us": 1000"#
    let code = #"{\#(known), "service": "new"}"#
    let text = #"{"schema": 1, "payload": {"fetch_count": 1, "note": "kept", "last_codes": [\#(code)]}}"#
    disk.placeFolder(at: "/data")
    disk.place(Array(text.utf8), at: Self.path)
    _ = try await FetchCountStore(store: jsonStore()).update { [entry = entry(2)] in $0.add(entry, in: .gmt) }
    let written = String(decoding: disk.contents(at: Self.path) ?? [], as: UTF8.self)
    #expect(written.contains(#""note": "kept""#))
    #expect(written.contains(#""service": "new""#))
    #expect(try FetchCountStore(store: jsonStore()).load().lastCodes == [entry(2), entry(1)])
  }

  @Test("reports fetch count changes and read errors to observers")
  func isFollowed() async throws {
    let store = InMemoryStore(default: FetchCount())
    var changes = FollowFetchCount(store: FetchCountStore(store: store)).execute().makeAsyncIterator()
    #expect(try await changes.next()?.get() == FetchCount())
    _ = try await FetchCountStore(store: store).update { [entry = entry(1)] in $0.add(entry, in: .gmt) }
    #expect(try await changes.next()?.get().lastCodes == [entry(1)])
    store.setOutcome(.empty)
    guard case .failure(.store(let error as StoreError)) = try await changes.next() else {
      Issue.record("expected the store's error")
      return
    }
    #expect(error.isCorrupt)
  }
}
