import Foundation
import Testing

@testable import Networking

@Suite("Response freshness")
struct FreshnessRuleTests {
  @Test(
    "calculates freshness according to RFC 9111, section 4.2",
    arguments: maxAge + expires + age + heuristics,
    CachePlace.tested
  )
  func followsTheRules(row: CacheRow, place: CachePlace) async throws {
    try await CacheRowRunner(row, on: place).run()
  }

  @Test(
    "calculates ages without overflow, regardless of the times in a stored entry",
    arguments: [-1e300, -1, 0, 1e300, .greatestFiniteMagnitude, -.greatestFiniteMagnitude]
  )
  func isBounded(claimed: TimeInterval) {
    for now in [0, 1_700_000_000.0] {
      let freshness = Freshness(
        status: .ok,
        headers: ["Expires": "Fri, 31 Dec 9999 23:59:59 GMT"],
        directives: ResponseDirectives(["Expires": "Fri, 31 Dec 9999 23:59:59 GMT"]),
        exchange: .init(request: claimed, response: claimed),
        rules: HeuristicRules()
      )
      #expect(Int(exactly: freshness.residence(at: now).rounded(.down)) != nil)
      #expect(Int(exactly: (freshness.lifetime - freshness.age(at: now)).rounded(.down)) != nil)
    }
  }

  /// Creates a row that expects the cache to use the response again within ten seconds.
  private static func used(_ name: String, _ answer: [String]) -> CacheRow {
    CacheRow(name, .get(answer: answer), .get(after: 10, gives: .stored(0)))
  }

  /// Creates a row that expects the cache not to use the response again after ten seconds.
  private static func unused(_ name: String, _ answer: [String], status: Int = 200) -> CacheRow {
    CacheRow(name, .get(status: status, answer: answer), .get(after: 10))
  }

  static let maxAge: [CacheRow] = [
    CacheRow(
      "max-age: fresh before its end, stale at its end",
      .get(answer: ["Cache-Control: max-age=3600"]),
      .get(after: 3599, gives: .stored(0)),
      .get(after: 1)
    ),
    unused("a response without freshness information is stale", []),
    unused("max-age of 0", ["Cache-Control: max-age=0"]),
    used("max-age in capitals", ["Cache-Control: MAX-AGE=60"]),
    used("max-age in mixed case", ["Cache-Control: mAx-AgE=60"]),
    used("max-age quoted", ["Cache-Control: max-age=\"60\""]),
    used("max-age with leading zeros", ["Cache-Control: max-age=0060"]),
    used("max-age after an unknown directive", ["Cache-Control: foobar, max-age=60"]),
    used("max-age before an unknown directive", ["Cache-Control: max-age=60, foobar=baz"]),
    used("max-age on a second line", ["Cache-Control: private", "Cache-Control: max-age=60"]),
    used("max-age among empty members", ["Cache-Control: , , max-age=60,"]),
    used("max-age without white space", ["Cache-Control: private,max-age=60,foo"]),
    used(
      "max-age takes precedence over an Expires in the past",
      ["Cache-Control: max-age=60", "Expires: \(httpDate(-60))"]
    ),
    used("max-age takes precedence over an invalid Expires", ["Cache-Control: max-age=60", "Expires: 0"]),
    unused(
      "max-age of 0 takes precedence over an Expires in the future",
      ["Cache-Control: max-age=0", "Expires: \(httpDate(60))"]
    ),
    unused("negative max-age", ["Cache-Control: max-age=-60"]),
    unused("max-age with a fraction", ["Cache-Control: max-age=60.5"]),
    unused("max-age with a unit", ["Cache-Control: max-age=60s"]),
    unused("max-age without a number", ["Cache-Control: max-age"]),
    unused("max-age with an empty number", ["Cache-Control: max-age="]),
    unused("max-age in single quotes", ["Cache-Control: max-age='60'"]),
    unused("max-age with a space before the number", ["Cache-Control: max-age= 60"]),
    unused("max-age within another directive's quotes", ["Cache-Control: extension=\"max-age=60\""]),
    unused("max-age after a comma within quotes", ["Cache-Control: extension=\"a, max-age=60, b\""]),
    unused("the first of two different max-age directives counts", ["Cache-Control: max-age=5, max-age=60"]),
    used(
      "the first of two different max-age directives on two lines counts",
      ["Cache-Control: max-age=60", "Cache-Control: max-age=5"]
    ),
    unused("s-maxage is for shared caches", ["Cache-Control: s-maxage=60"]),
    used("s-maxage doesn't shorten max-age", ["Cache-Control: s-maxage=1, max-age=60"]),
    unused("s-maxage doesn't extend max-age", ["Cache-Control: s-maxage=60, max-age=1"]),
    CacheRow(
      "max-age of 2³¹ or more counts as 2³¹",
      .get(answer: ["Cache-Control: max-age=99999999999999999999"]),
      .get(after: 86_400 * 3650, gives: .stored(0))
    ),
    unused("CDN-Cache-Control is for other caches", ["CDN-Cache-Control: max-age=60"]),
    used("CDN-Cache-Control doesn't forbid storing", ["Cache-Control: max-age=60", "CDN-Cache-Control: no-store"]),
    unused("Surrogate-Control is for other caches", ["Surrogate-Control: max-age=60"]),
    used("an unclosed quotation mark doesn't hide later directives", ["Cache-Control: foo=\"bar, max-age=60"]),
    unused("an unclosed quotation mark doesn't hide no-store", ["Cache-Control: max-age=60, foo=\"bar, no-store"]),
    used("max-age for a private cache", ["Cache-Control: private, max-age=60"]),
  ]

  static let expires: [CacheRow] = [
    used("Expires in the future", ["Date: \(httpDate(0))", "Expires: \(httpDate(60))"]),
    unused("Expires in the past", ["Date: \(httpDate(0))", "Expires: \(httpDate(-60))"]),
    unused("Expires at the time of Date", ["Date: \(httpDate(0))", "Expires: \(httpDate(0))"]),
    used("Expires without Date counts from the arrival", ["Expires: \(httpDate(60))"]),
    unused("Expires of 0", ["Expires: 0"]),
    unused("Expires of -1", ["Expires: -1"]),
    unused("Expires with words", ["Expires: tomorrow"]),
    unused("empty Expires", ["Expires:"]),
    used("Expires in the obsolete format", ["Expires: Friday, 15-Jan-27 09:00:00 GMT"]),
    used("Expires in asctime format", ["Expires: Fri Jan 15 09:00:00 2027"]),
    used("Expires in capitals", ["Expires: FRI, 15 JAN 2027 09:00:00 GMT"]),
    used("Expires in lowercase", ["Expires: fri, 15 jan 2027 09:00:00 gmt"]),
    unused("Expires in another time zone", ["Expires: Fri, 15 Jan 2027 09:00:00 EST"]),
    unused("Expires with the time zone UTC", ["Expires: Fri, 15 Jan 2027 09:00:00 UTC"]),
    unused("Expires with a time zone offset", ["Expires: Fri, 15 Jan 2027 09:00:00 +0000"]),
    unused("Expires without a time zone", ["Expires: Fri, 15 Jan 2027 09:00:00"]),
    unused("Expires with a two-digit year", ["Expires: Fri, 15 Jan 27 09:00:00 GMT"]),
    unused("Expires with a one-digit hour", ["Expires: Fri, 15 Jan 2027 9:00:00 GMT"]),
    unused("Expires without a comma", ["Expires: Fri 15 Jan 2027 09:00:00 GMT"]),
    unused("Expires with dashes", ["Expires: Fri, 15-Jan-2027 09:00:00 GMT"]),
    unused("Expires with periods in the time", ["Expires: Fri, 15 Jan 2027 09.00.00 GMT"]),
    unused("Expires with two spaces", ["Expires: Fri,  15 Jan 2027 09:00:00 GMT"]),
    unused("Expires on a nonexistent day", ["Expires: Mon, 30 Feb 2027 09:00:00 GMT"]),
    unused("two different Expires fields", ["Expires: \(httpDate(60))", "Expires: \(httpDate(3600))"]),
    used("Expires beyond 2038", ["Expires: Thu, 15 Jan 2099 09:00:00 GMT"]),
    CacheRow(
      "Expires counts from the service's Date, not from the local clock",
      .get(answer: ["Date: \(httpDate(3600))", "Expires: \(httpDate(3660))"]),
      .get(after: 59, gives: .stored(0)),
      .get(after: 1)
    ),
  ]

  static let age: [CacheRow] = [
    unused("Age exceeds the lifetime", ["Cache-Control: max-age=60", "Age: 60"]),
    CacheRow(
      "Age reduces the lifetime",
      .get(answer: ["Cache-Control: max-age=60", "Age: 50"]),
      .get(after: 9, gives: .stored(0), has: ["Age: 59"]),
      .get(after: 1)
    ),
    used("Age of 0", ["Cache-Control: max-age=60", "Age: 0"]),
    used("negative Age is ignored", ["Cache-Control: max-age=60", "Age: -7200"]),
    used("Age with words is ignored", ["Cache-Control: max-age=60", "Age: old"]),
    used("Age with a fraction is ignored", ["Cache-Control: max-age=60", "Age: 7200.5"]),
    used("Age with a parameter is ignored", ["Cache-Control: max-age=60", "Age: 7200;a=b"]),
    unused("the first of several Age values counts", ["Cache-Control: max-age=60", "Age: 7200, 0"]),
    used("the first of several Age values counts, on two lines", ["Cache-Control: max-age=60", "Age: 0", "Age: 7200"]),
    unused("Age above 2³¹ counts as 2³¹", ["Cache-Control: max-age=60", "Age: 99999999999999999999"]),
    unused("a Date in the past counts as age", ["Cache-Control: max-age=60", "Date: \(httpDate(-61))"]),
    used("a Date in the future is ignored", ["Cache-Control: max-age=60", "Date: \(httpDate(3600))"]),
    used("an invalid Date is ignored", ["Cache-Control: max-age=60", "Date: yesterday"]),
    CacheRow(
      "the duration of the request counts as age",
      .get(answer: ["Cache-Control: max-age=60"], delay: 30),
      .get(after: 29, gives: .stored(0), has: ["Age: 59"]),
      .get(after: 1)
    ),
    CacheRow(
      "the greater of the ages from Date and Age counts",
      .get(answer: ["Cache-Control: max-age=600", "Date: \(httpDate(-100))", "Age: 300"]),
      .get(after: 10, gives: .stored(0), has: ["Age: 310"])
    ),
    CacheRow(
      "the received age is replaced, and grows",
      .get(answer: ["Cache-Control: max-age=600", "Age: 7"]),
      .get(after: 20, gives: .stored(0), has: ["Age: 27"]),
      .get(after: 20, gives: .stored(0), has: ["Age: 47"])
    ),
    CacheRow(
      "a response from the future isn't used after the clock was set back",
      .get(answer: ["Cache-Control: max-age=600"]),
      .get(after: -3600)
    ),
  ]

  static let heuristics: [CacheRow] =
    [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501].map { status in
      CacheRow(
        "a tenth of the time since Last-Modified, with status \(status)",
        .get(status: status, answer: ["Last-Modified: \(httpDate(-1000))"]),
        .get(after: 99, gives: .stored(0))
      )
    }
    + [201, 202, 302, 307, 400, 403, 418, 500, 502, 503, 599].map { status in
      CacheRow(
        "no heuristic freshness with status \(status)",
        .get(status: status, answer: ["Last-Modified: \(httpDate(-1000))"]),
        .get(after: 10, asksWithout: ["If-Modified-Since"])
      )
    }
    + [
      CacheRow(
        "public permits heuristic freshness for any status",
        .get(status: 201, answer: ["Last-Modified: \(httpDate(-1000))", "Cache-Control: public"]),
        .get(after: 10, gives: .stored(0))
      ),
      CacheRow(
        "heuristic freshness ends",
        .get(answer: ["Last-Modified: \(httpDate(-1000))"]),
        .get(after: 101, gives: .confirmed(0))
      ),
      CacheRow(
        "heuristic freshness is at most a week",
        .get(answer: ["Last-Modified: Mon, 01 Jan 2001 00:00:00 GMT"]),
        .get(after: 7 * 86_400 - 1, gives: .stored(0)),
        .get(after: 2, gives: .confirmed(0))
      ),
      CacheRow(
        "no heuristic freshness with max-age",
        .get(answer: ["Last-Modified: \(httpDate(-1000))", "Cache-Control: max-age=1"]),
        .get(after: 10, gives: .confirmed(0))
      ),
      CacheRow(
        "no heuristic freshness with an invalid Expires",
        .get(answer: ["Last-Modified: \(httpDate(-1000))", "Expires: 0"]),
        .get(after: 10, gives: .confirmed(0))
      ),
      CacheRow(
        "no heuristic freshness without Last-Modified",
        .get(answer: ["ETag: \"a\""]),
        .get(after: 10, gives: .confirmed(0))
      ),
      CacheRow(
        "no heuristic freshness for a modification in the future",
        .get(answer: ["Last-Modified: \(httpDate(1000))"]),
        .get(after: 1, gives: .confirmed(0))
      ),
    ]
}
