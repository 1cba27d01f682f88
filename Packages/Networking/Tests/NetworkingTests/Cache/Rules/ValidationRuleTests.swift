import Testing

@testable import Networking

@Suite("Response revalidation")
struct ValidationRuleTests {
  @Test("revalidates responses according to RFC 9111, section 4.3", arguments: asking + updates, CachePlace.tested)
  func followsTheRules(row: CacheRow, place: CachePlace) async throws {
    try await CacheRowRunner(row, on: place).run()
  }

  private static let modified = "Last-Modified: \(httpDate(-1000))"

  static let asking: [CacheRow] = [
    CacheRow(
      "revalidates with the stored entity tag",
      .get(answer: ["Cache-Control: max-age=1", "ETag: \"a\""]),
      .get(after: 5, gives: .confirmed(0), asks: ["If-None-Match: \"a\""], asksWithout: ["If-Modified-Since"])
    ),
    CacheRow(
      "revalidates with a weak entity tag, unchanged",
      .get(answer: ["Cache-Control: max-age=1", "ETag: W/\"a\""]),
      .get(after: 5, gives: .confirmed(0), asks: ["If-None-Match: W/\"a\""])
    ),
    CacheRow(
      "revalidates with an entity tag without quotation marks, unchanged",
      .get(answer: ["Cache-Control: max-age=1", "ETag: abc"]),
      .get(after: 5, gives: .confirmed(0), asks: ["If-None-Match: abc"])
    ),
    CacheRow(
      "revalidates with an empty quoted entity tag",
      .get(answer: ["Cache-Control: max-age=1", "ETag: \"\""]),
      .get(after: 5, gives: .confirmed(0), asks: ["If-None-Match: \"\""])
    ),
    CacheRow(
      "revalidates with the stored Last-Modified date, unchanged",
      .get(answer: ["Cache-Control: max-age=1", "Last-Modified: Friday, 15-Jan-27 07:00:00 GMT"]),
      .get(after: 5, gives: .confirmed(0), asks: ["If-Modified-Since: Friday, 15-Jan-27 07:00:00 GMT"])
    ),
    CacheRow(
      "revalidates with the entity tag and the Last-Modified date",
      .get(answer: ["Cache-Control: max-age=1", "ETag: \"a\"", modified]),
      .get(after: 5, gives: .confirmed(0), asks: ["If-None-Match: \"a\"", "If-Modified-Since: \(httpDate(-1000))"])
    ),
    CacheRow(
      "a fresh response isn't revalidated",
      .get(answer: ["Cache-Control: max-age=10", "ETag: \"a\""]),
      .get(after: 5, gives: .stored(0))
    ),
    CacheRow(
      "max-age of 0 with a tag is stored and revalidated each time",
      .get(answer: ["Cache-Control: max-age=0", "ETag: \"a\""]),
      .get(gives: .confirmed(0)),
      .get(after: 1, gives: .confirmed(0))
    ),
    CacheRow(
      "a full response replaces the stored one",
      .get(answer: ["Cache-Control: max-age=1", "ETag: \"a\""]),
      .get(after: 5, answer: ["Cache-Control: max-age=60", "ETag: \"b\""], asks: ["If-None-Match: \"a\""]),
      .get(after: 5, gives: .stored(1), has: ["ETag: \"b\""])
    ),
    CacheRow(
      "a 304 for another version leads to a full request",
      .get(answer: ["Cache-Control: max-age=1", "ETag: \"a\""]),
      .get(
        after: 5,
        status: 304,
        answer: ["ETag: \"b\"", "Cache-Control: max-age=60"],
        asksWithout: ["If-None-Match"]
      ),
      .get(after: 5, gives: .stored(1))
    ),
    CacheRow(
      "a 304 with the weak form of the stored tag confirms the stored response",
      .get(answer: ["Cache-Control: max-age=1", "ETag: \"a\""]),
      .get(after: 5, answer: ["ETag: W/\"a\""], gives: .confirmed(0))
    ),
    CacheRow(
      "an unrequested 304 is passed on",
      .get(status: 304, gives: .notModifiedByOrigin),
      .get()
    ),
    CacheRow(
      "404 after a revalidation is passed on and removes the entry",
      .get(answer: ["Cache-Control: max-age=1", "ETag: \"a\""]),
      .get(after: 5, status: 404, answer: ["Cache-Control: no-store"]),
      .get(after: 1, asksWithout: ["If-None-Match"])
    ),
    CacheRow(
      "500 after a revalidation is passed on and keeps the entry",
      .get(answer: ["Cache-Control: max-age=1", "ETag: \"a\""]),
      .get(after: 5, status: 500),
      .get(after: 1, gives: .confirmed(0), asks: ["If-None-Match: \"a\""])
    ),
  ]

  static let updates: [CacheRow] =
    [
      "Test-Header", "X-Test-Header", "Content-Foo", "X-Content-Foo", "Content-Security-Policy", "Content-Location",
      "Content-Type", "X-Frame-Options", "Link", "Content-Language",
    ].map { name in
      CacheRow(
        "a 304 updates \(name)",
        .get(answer: ["Cache-Control: max-age=1", "ETag: \"a\"", "\(name): old"]),
        .get(
          after: 5,
          answer: ["\(name): new", "Cache-Control: max-age=60"],
          gives: .confirmed(0),
          has: ["\(name): new"]
        ),
        .get(after: 5, gives: .stored(0), has: ["\(name): new"])
      )
    }
    + ["Content-Encoding", "Content-Length", "Content-Range"].map { name in
      let old = name == "Content-Length" ? "6" : "old"
      let first = ["Cache-Control: max-age=1", "ETag: \"a\""] + (name == "Content-Range" ? [] : ["\(name): \(old)"])
      return CacheRow(
        "a 304 doesn't update \(name)",
        .get(answer: first),
        .get(after: 5, answer: ["\(name): 3", "Cache-Control: max-age=60"], gives: .confirmed(0)),
        .get(
          after: 5,
          gives: .stored(0),
          has: name == "Content-Range" ? [] : ["\(name): \(old)"],
          lacks: name == "Content-Range" ? [name] : []
        )
      )
    }
    + ["Connection", "Keep-Alive", "Transfer-Encoding"].map { name in
      CacheRow(
        "a 304 doesn't add \(name)",
        .get(answer: ["Cache-Control: max-age=1", "ETag: \"a\""]),
        .get(after: 5, answer: ["\(name): x", "Cache-Control: max-age=60"], gives: .confirmed(0)),
        .get(after: 5, gives: .stored(0), lacks: [name])
      )
    }
    + [
      CacheRow(
        "a 304 adds new fields, and keeps stored fields that it doesn't contain",
        .get(answer: ["Cache-Control: max-age=1", "ETag: \"a\"", "X-Kept: 1"]),
        .get(after: 5, answer: ["X-New: 2", "Cache-Control: max-age=60"], gives: .confirmed(0)),
        .get(after: 5, gives: .stored(0), has: ["X-Kept: 1", "X-New: 2"])
      ),
      CacheRow(
        "a 304 refreshes the entry",
        .get(answer: ["Cache-Control: max-age=10", "ETag: \"a\""]),
        .get(after: 15, gives: .confirmed(0)),
        .get(after: 9, gives: .stored(0), has: ["Age: 9"]),
        .get(after: 1, gives: .confirmed(0))
      ),
      CacheRow(
        "a 304 without Date doesn't keep the old Date or Age",
        .get(answer: ["Cache-Control: max-age=10", "ETag: \"a\"", "Date: \(httpDate(0))", "Age: 3"]),
        .get(after: 15, gives: .confirmed(0), has: ["Age: 0", "Date: \(httpDate(15))"]),
        .get(after: 9, gives: .stored(0), has: ["Age: 9"])
      ),
      CacheRow(
        "the Age of a 304 counts",
        .get(answer: ["Cache-Control: max-age=10", "ETag: \"a\""]),
        .get(after: 15, answer: ["Age: 8"], gives: .confirmed(0)),
        .get(after: 2, gives: .confirmed(0))
      ),
      CacheRow(
        "a 304 can change max-age",
        .get(answer: ["Cache-Control: max-age=1", "ETag: \"a\""]),
        .get(after: 5, answer: ["Cache-Control: max-age=100"], gives: .confirmed(0)),
        .get(after: 99, gives: .stored(0))
      ),
      CacheRow(
        "a 304 can change Expires",
        .get(answer: ["Expires: \(httpDate(1))", "ETag: \"a\""]),
        .get(after: 5, answer: ["Expires: \(httpDate(60))"], gives: .confirmed(0)),
        .get(after: 50, gives: .stored(0))
      ),
      CacheRow(
        "a 304 with no-store removes the entry",
        .get(answer: ["Cache-Control: max-age=1", "ETag: \"a\""]),
        .get(after: 5, answer: ["Cache-Control: no-store"], gives: .confirmed(0)),
        .get(after: 1, asksWithout: ["If-None-Match"])
      ),
      CacheRow(
        "a 304 with fields that its Connection lists",
        .get(answer: ["Cache-Control: max-age=1", "ETag: \"a\""]),
        .get(after: 5, answer: ["Connection: X-Hop", "X-Hop: 1", "Cache-Control: max-age=60"], gives: .confirmed(0)),
        .get(after: 5, gives: .stored(0), lacks: ["X-Hop"])
      ),
    ]
}
