import Foundation
import Testing

@testable import FetchCounter

@Suite("Stored fetch count")
struct FetchCountTests {
  @Test("preserves the fetch count when encoding and decoding")
  func roundTrips() throws {
    for record in [
      FetchCount(),
      FetchCount(count: 1 << 53, lastFetchedAt: Date(timeIntervalSince1970: 1_769_860_800)),
      FetchCount(
        count: 1,
        lastFetchedAt: Date(timeIntervalSince1970: 1_769_860_800),
        lastCodes: [
          FetchedCode(
            responseCode: .test("c0de \u{1F600}\u{1B}"),
            fetchedAt: Date(timeIntervalSince1970: 1_769_860_800),
            duration: .microseconds(1 << 53)
          )
        ]
      ),
    ] {
      let data = try JSONEncoder().encode(record)
      #expect(try JSONDecoder().decode(FetchCount.self, from: data) == record)
    }
  }

  private static func code(
    _ text: String = #""c0de""#,
    time: String = #""2026-01-31T12:00:00Z""#,
    duration: String = "1"
  ) -> String {
    let entry = #"{"response_code": \#(text), "fetched_at": \#(time), "duration_us": \#(duration)}"#
    return #"{"fetch_count": 1, "last_codes": [\#(entry)]}"#
  }

  private static func days(_ days: String) -> String {
    #"{"fetch_count": 1, "daily_fetches": {\#(days)}}"#
  }

  @Test("decodes well-formed response codes")
  func readsCodes() throws {
    let record = try JSONDecoder().decode(FetchCount.self, from: Data(Self.code().utf8))
    #expect(record.lastCodes.map(\.responseCode) == [.test("c0de")])
  }

  @Test(
    "rejects a fetch count with a malformed or out-of-range value as corrupt",
    arguments: [
      "{}", #"{"fetch_count": -1}"#, #"{"fetch_count": "3"}"#, #"{"fetch_count": 1.5}"#, #"{"fetch_count": null}"#,
      #"{"fetch_count": 1e30}"#, #"{"fetch_count": 9223372036854775807}"#,
      #"{"fetch_count": 1, "last_fetched_at": "yesterday"}"#,
      #"{"fetch_count": 1, "last_fetched_at": 7}"#, "[]", "3", #"{"fetch_count": 1, "last_codes": {}}"#,
      #"{"fetch_count": 1, "last_codes": ["c0de"]}"#, code(#""""#), code("7"),
      code(time: #""yesterday""#), code(time: "null"), code(time: #""2026-02-30T12:00:00Z""#),
      code(time: #""2026-01-31T12:00:00.5Z""#), code(duration: "-1"), code(duration: "0.5"),
      code(duration: "1e30"), days(#""2026-02-30": 1"#), days(#""2026-2-3": 1"#),
      days(#""+026-01-01": 1"#), days(#""2026-01-31": 0"#), days(#""2026-01-31": 1e30"#), days(#""2026-01-31": "1""#),
      days(#""2026-01-31 ": 1"#), #"{"fetch_count": 1, "daily_fetches": [1]}"#,
      #"{"fetch_count": 1, "last_durations_us": [-1]}"#, #"{"fetch_count": 1, "last_durations_us": 7}"#,
      #"{"fetch_count": 1, "last_durations_us": [1e30]}"#,
    ]
  )
  func refuses(document: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(FetchCount.self, from: Data(document.utf8))
    }
  }

  @Test("keeps the file readable after a fetch at the highest count")
  func highestCount() throws {
    var fetchCount = FetchCount(count: 1 << 53)
    fetchCount.add(
      FetchedCode(responseCode: .test("c0de"), fetchedAt: Date(timeIntervalSince1970: 1_769_860_800), duration: .zero),
      in: .gmt
    )
    // When
    let record = try JSONDecoder().decode(FetchCount.self, from: JSONEncoder().encode(fetchCount))
    // Then
    #expect(record.count == 1 << 53)
    #expect(record.lastCodes.count == 1)
  }
}
