import Testing

@testable import Networking

@Suite("The caching directives of a request")
struct RequestRuleTests {
  @Test("follow RFC 9111, section 5.2.1", arguments: rows, CachePlace.allCases)
  func followsTheRules(row: CacheRow, place: CachePlace) async throws {
    try await CacheRowRunner(row, on: place).run()
  }

  private static let tagged = ["Cache-Control: max-age=100", "ETag: \"a\""]

  static let rows: [CacheRow] = [
    CacheRow(
      "no-cache asks",
      .get(answer: tagged),
      .get(after: 1, sends: ["Cache-Control: no-cache"], gives: .confirmed(0))
    ),
    CacheRow(
      "no-cache in capitals asks",
      .get(answer: tagged),
      .get(after: 1, sends: ["Cache-Control: NO-CACHE"], gives: .confirmed(0))
    ),
    CacheRow(
      "no-cache asks for all of it where there is no validator",
      .get(answer: ["Cache-Control: max-age=100"]),
      .get(after: 1, sends: ["Cache-Control: no-cache"], answer: ["Cache-Control: max-age=100"]),
      .get(after: 1, gives: .stored(1))
    ),
    CacheRow(
      "Pragma: no-cache asks",
      .get(answer: tagged),
      .get(after: 1, sends: ["Pragma: no-cache"], gives: .confirmed(0))
    ),
    CacheRow(
      "Pragma is ignored beside Cache-Control",
      .get(answer: tagged),
      .get(after: 1, sends: ["Pragma: no-cache", "Cache-Control: max-age=50"], gives: .stored(0))
    ),
    CacheRow(
      "other Pragma is ignored",
      .get(answer: tagged),
      .get(after: 1, sends: ["Pragma: foo"], gives: .stored(0))
    ),
    CacheRow(
      "max-age of 0 asks",
      .get(answer: tagged),
      .get(sends: ["Cache-Control: max-age=0"], gives: .confirmed(0))
    ),
    CacheRow(
      "max-age: not older than that",
      .get(answer: tagged),
      .get(after: 10, sends: ["Cache-Control: max-age=10"], gives: .stored(0)),
      .get(after: 1, sends: ["Cache-Control: max-age=10"], gives: .confirmed(0))
    ),
    CacheRow(
      "max-age counts the age that came",
      .get(answer: tagged + ["Age: 20"]),
      .get(after: 1, sends: ["Cache-Control: max-age=10"], gives: .confirmed(0))
    ),
    CacheRow(
      "max-age does not make fresh what is stale",
      .get(answer: tagged),
      .get(after: 101, sends: ["Cache-Control: max-age=1000"], gives: .confirmed(0))
    ),
    CacheRow(
      "max-age that is none asks",
      .get(answer: tagged),
      .get(after: 1, sends: ["Cache-Control: max-age=soon"], gives: .confirmed(0))
    ),
    CacheRow(
      "min-fresh: fresh for so long still",
      .get(answer: tagged),
      .get(after: 10, sends: ["Cache-Control: min-fresh=90"], gives: .stored(0)),
      .get(after: 1, sends: ["Cache-Control: min-fresh=90"], gives: .confirmed(0))
    ),
    CacheRow(
      "min-fresh counts the age that came",
      .get(answer: tagged + ["Age: 60"]),
      .get(after: 1, sends: ["Cache-Control: min-fresh=50"], gives: .confirmed(0))
    ),
    CacheRow(
      "max-stale: so much too old",
      .get(answer: tagged),
      .get(after: 110, sends: ["Cache-Control: max-stale=10"], gives: .stored(0)),
      .get(after: 1, sends: ["Cache-Control: max-stale=10"], gives: .confirmed(0))
    ),
    CacheRow(
      "max-stale without number: any age",
      .get(answer: tagged),
      .get(after: 100_000, sends: ["Cache-Control: max-stale"], gives: .stored(0))
    ),
    CacheRow(
      "max-stale counts the age that came",
      .get(answer: tagged + ["Age: 60"]),
      .get(after: 60, sends: ["Cache-Control: max-stale=10"], gives: .confirmed(0))
    ),
    CacheRow(
      "max-stale does not beat must-revalidate",
      .get(answer: ["Cache-Control: max-age=100, must-revalidate", "ETag: \"a\""]),
      .get(after: 101, sends: ["Cache-Control: max-stale"], gives: .confirmed(0))
    ),
    CacheRow(
      "max-stale does not beat no-cache",
      .get(answer: ["Cache-Control: max-age=100, no-cache", "ETag: \"a\""]),
      .get(after: 1, sends: ["Cache-Control: max-stale"], gives: .confirmed(0))
    ),
    CacheRow(
      "max-age with max-stale tolerates what max-age would not",
      .get(answer: tagged),
      .get(after: 15, sends: ["Cache-Control: max-age=10, max-stale=5"], gives: .stored(0)),
      .get(after: 1, sends: ["Cache-Control: max-age=10, max-stale=5"], gives: .confirmed(0))
    ),
    CacheRow("only-if-cached without anything", .get(sends: ["Cache-Control: only-if-cached"], gives: .miss)),
    CacheRow(
      "only-if-cached with something fresh",
      .get(answer: tagged),
      .get(after: 1, sends: ["Cache-Control: only-if-cached"], gives: .stored(0))
    ),
    CacheRow(
      "only-if-cached with something stale",
      .get(answer: tagged),
      .get(after: 101, sends: ["Cache-Control: only-if-cached"], gives: .miss)
    ),
    CacheRow(
      "only-if-cached with something stale that may be used",
      .get(answer: tagged),
      .get(after: 101, sends: ["Cache-Control: only-if-cached, max-stale"], gives: .stored(0))
    ),
    CacheRow(
      "immutable is not asked for again by a reload",
      .get(answer: ["Cache-Control: max-age=100, immutable", "ETag: \"a\""]),
      .get(after: 1, sends: ["Cache-Control: max-age=0"], gives: .stored(0)),
      .get(after: 1, sends: ["Cache-Control: no-cache"], gives: .confirmed(0))
    ),
    CacheRow(
      "immutable only while it is fresh",
      .get(answer: ["Cache-Control: max-age=100, immutable", "ETag: \"a\""]),
      .get(after: 101, sends: ["Cache-Control: max-age=0"], gives: .confirmed(0))
    ),
    CacheRow(
      "unknown directives mean nothing",
      .get(answer: tagged),
      .get(after: 1, sends: ["Cache-Control: foo, bar=\"no-cache\""], gives: .stored(0))
    ),
  ]
}
