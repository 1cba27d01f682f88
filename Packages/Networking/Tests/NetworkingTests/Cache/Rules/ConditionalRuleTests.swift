import Testing

@testable import Networking

@Suite("Conditional requests from callers")
struct ConditionalRuleTests {
  @Test("responds with 304 to conditional requests (RFC 9111, section 4.3.2)", arguments: callers, CachePlace.tested)
  func followsTheRules(row: CacheRow, place: CachePlace) async throws {
    try await CacheRowRunner(row, on: place).run()
  }

  private static let modified = "Last-Modified: \(httpDate(-1000))"

  private static let fresh = ["Cache-Control: max-age=100", "ETag: \"a\"", modified, "Content-Type: text/plain"]

  static let callers: [CacheRow] = [
    CacheRow(
      "If-None-Match with the stored tag gets a 304",
      .get(answer: fresh),
      .get(
        after: 1,
        sends: ["If-None-Match: \"a\""],
        gives: .notModified,
        has: ["ETag: \"a\""],
        lacks: ["Content-Type"]
      )
    ),
    CacheRow(
      "If-None-Match with the stored tag among others gets a 304",
      .get(answer: fresh),
      .get(after: 1, sends: ["If-None-Match: \"b\", \"a\", \"c\""], gives: .notModified)
    ),
    CacheRow(
      "If-None-Match on several lines is one list",
      .get(answer: fresh),
      .get(after: 1, sends: ["If-None-Match: \"b\"", "If-None-Match: \"a\""], gives: .notModified)
    ),
    CacheRow(
      "If-None-Match compares weakly",
      .get(answer: fresh),
      .get(after: 1, sends: ["If-None-Match: W/\"a\""], gives: .notModified)
    ),
    CacheRow(
      "If-None-Match allows a comma in a tag",
      .get(answer: ["Cache-Control: max-age=100", "ETag: \"a,b\""]),
      .get(after: 1, sends: ["If-None-Match: \"a,b\""], gives: .notModified)
    ),
    CacheRow(
      "If-None-Match with * matches any stored tag",
      .get(answer: fresh),
      .get(after: 1, sends: ["If-None-Match: *"], gives: .notModified)
    ),
    CacheRow(
      "If-None-Match with another tag gets the content",
      .get(answer: fresh),
      .get(after: 1, sends: ["If-None-Match: \"b\""], gives: .stored(0))
    ),
    CacheRow(
      "If-None-Match takes precedence over If-Modified-Since",
      .get(answer: fresh),
      .get(after: 1, sends: ["If-None-Match: \"b\"", "If-Modified-Since: \(httpDate(0))"], gives: .stored(0))
    ),
    CacheRow(
      "If-Modified-Since with the stored date gets a 304",
      .get(answer: fresh),
      .get(after: 1, sends: ["If-Modified-Since: \(httpDate(-1000))"], gives: .notModified)
    ),
    CacheRow(
      "If-Modified-Since with a later date gets a 304",
      .get(answer: fresh),
      .get(after: 1, sends: ["If-Modified-Since: \(httpDate(-500))"], gives: .notModified)
    ),
    CacheRow(
      "If-Modified-Since with an earlier date gets the content",
      .get(answer: fresh),
      .get(after: 1, sends: ["If-Modified-Since: \(httpDate(-1500))"], gives: .stored(0))
    ),
    CacheRow(
      "If-Modified-Since accepts the obsolete date format",
      .get(answer: fresh),
      .get(after: 1, sends: ["If-Modified-Since: Friday, 15-Jan-27 07:59:00 GMT"], gives: .notModified)
    ),
    CacheRow(
      "If-Modified-Since with an invalid date is ignored",
      .get(answer: fresh),
      .get(after: 1, sends: ["If-Modified-Since: now"], gives: .stored(0))
    ),
    CacheRow(
      "If-Modified-Since without a stored modification date uses Date",
      .get(answer: ["Cache-Control: max-age=100"]),
      .get(after: 1, sends: ["If-Modified-Since: \(httpDate(0))"], gives: .notModified)
    ),
    CacheRow(
      "conditions are sent to the service if nothing is stored",
      .get(sends: ["If-None-Match: \"a\""], status: 304, gives: .notModifiedByOrigin, asks: ["If-None-Match: \"a\""])
    ),
    CacheRow(
      "a stale response is revalidated with its own conditions",
      .get(answer: ["Cache-Control: max-age=1", "ETag: \"a\""]),
      .get(after: 5, sends: ["If-None-Match: \"old\""], gives: .confirmed(0), asks: ["If-None-Match: \"a\""])
    ),
  ]
}
