import FetchCounter
import Foundation
import Testing

@Suite("The count as it is kept")
struct FetchTallyRecordTests {
  @Test("is read as it was written")
  func roundTrips() throws {
    for record in [
      FetchTallyRecord(),
      FetchTallyRecord(fetchCount: 1 << 53, lastFetchedAt: Date(timeIntervalSince1970: 1_769_860_800)),
    ] {
      let data = try JSONEncoder().encode(record)
      #expect(try JSONDecoder().decode(FetchTallyRecord.self, from: data) == record)
    }
  }

  @Test(
    "is damaged where it is not a count and a time",
    arguments: [
      "{}", #"{"fetch_count": -1}"#, #"{"fetch_count": "3"}"#, #"{"fetch_count": 1.5}"#, #"{"fetch_count": null}"#,
      #"{"fetch_count": 1e30}"#, #"{"fetch_count": 9223372036854775807}"#,
      #"{"fetch_count": 1, "last_fetched_at": "yesterday"}"#,
      #"{"fetch_count": 1, "last_fetched_at": 7}"#, "[]", "3",
    ]
  )
  func refuses(document: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(FetchTallyRecord.self, from: Data(document.utf8))
    }
  }
}
