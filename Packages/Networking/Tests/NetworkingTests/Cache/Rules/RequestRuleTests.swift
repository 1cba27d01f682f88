import Testing

@testable import Networking

@Suite("Request caching directives")
struct RequestRuleTests {
  @Test("respects request directives according to RFC 9111, section 5.2.1", arguments: rows, CachePlace.tested)
  func followsTheRules(row: CacheRow, place: CachePlace) async throws {
    try await CacheRowRunner(row, on: place).run()
  }

  private static let tagged = ["Cache-Control: max-age=100", "ETag: \"a\""]

  static let rows: [CacheRow] = [
    CacheRow(
      "no-cache revalidates",
      .get(answer: tagged),
      .get(after: 1, sends: ["Cache-Control: no-cache"], gives: .confirmed(0))
    ),
    CacheRow(
      "no-cache in capitals revalidates",
      .get(answer: tagged),
      .get(after: 1, sends: ["Cache-Control: NO-CACHE"], gives: .confirmed(0))
    ),
    CacheRow(
      "no-cache requests the whole response without a validator",
      .get(answer: ["Cache-Control: max-age=100"]),
      .get(after: 1, sends: ["Cache-Control: no-cache"], answer: ["Cache-Control: max-age=100"]),
      .get(after: 1, gives: .stored(1))
    ),
    CacheRow(
      "Pragma: no-cache revalidates",
      .get(answer: tagged),
      .get(after: 1, sends: ["Pragma: no-cache"], gives: .confirmed(0))
    ),
    CacheRow(
      "Pragma is ignored with Cache-Control",
      .get(answer: tagged),
      .get(after: 1, sends: ["Pragma: no-cache", "Cache-Control: max-age=50"], gives: .stored(0))
    ),
    CacheRow(
      "Pragma without no-cache is ignored",
      .get(answer: tagged),
      .get(after: 1, sends: ["Pragma: foo"], gives: .stored(0))
    ),
    CacheRow(
      "max-age of 0 revalidates",
      .get(answer: tagged),
      .get(sends: ["Cache-Control: max-age=0"], gives: .confirmed(0))
    ),
    CacheRow(
      "max-age limits the age",
      .get(answer: tagged),
      .get(after: 10, sends: ["Cache-Control: max-age=10"], gives: .stored(0)),
      .get(after: 1, sends: ["Cache-Control: max-age=10"], gives: .confirmed(0))
    ),
    CacheRow(
      "max-age includes the received age",
      .get(answer: tagged + ["Age: 20"]),
      .get(after: 1, sends: ["Cache-Control: max-age=10"], gives: .confirmed(0))
    ),
    CacheRow(
      "max-age doesn't make a stale response fresh",
      .get(answer: tagged),
      .get(after: 101, sends: ["Cache-Control: max-age=1000"], gives: .confirmed(0))
    ),
    CacheRow(
      "an invalid max-age revalidates",
      .get(answer: tagged),
      .get(after: 1, sends: ["Cache-Control: max-age=soon"], gives: .confirmed(0))
    ),
    CacheRow(
      "min-fresh requires remaining freshness",
      .get(answer: tagged),
      .get(after: 10, sends: ["Cache-Control: min-fresh=90"], gives: .stored(0)),
      .get(after: 1, sends: ["Cache-Control: min-fresh=90"], gives: .confirmed(0))
    ),
    CacheRow(
      "min-fresh includes the received age",
      .get(answer: tagged + ["Age: 60"]),
      .get(after: 1, sends: ["Cache-Control: min-fresh=50"], gives: .confirmed(0))
    ),
    CacheRow(
      "max-stale limits the staleness",
      .get(answer: tagged),
      .get(after: 110, sends: ["Cache-Control: max-stale=10"], gives: .stored(0)),
      .get(after: 1, sends: ["Cache-Control: max-stale=10"], gives: .confirmed(0))
    ),
    CacheRow(
      "max-stale without a number accepts any age",
      .get(answer: tagged),
      .get(after: 100_000, sends: ["Cache-Control: max-stale"], gives: .stored(0))
    ),
    CacheRow(
      "max-stale includes the received age",
      .get(answer: tagged + ["Age: 60"]),
      .get(after: 60, sends: ["Cache-Control: max-stale=10"], gives: .confirmed(0))
    ),
    CacheRow(
      "must-revalidate takes precedence over max-stale",
      .get(answer: ["Cache-Control: max-age=100, must-revalidate", "ETag: \"a\""]),
      .get(after: 101, sends: ["Cache-Control: max-stale"], gives: .confirmed(0))
    ),
    CacheRow(
      "no-cache takes precedence over max-stale",
      .get(answer: ["Cache-Control: max-age=100, no-cache", "ETag: \"a\""]),
      .get(after: 1, sends: ["Cache-Control: max-stale"], gives: .confirmed(0))
    ),
    CacheRow(
      "max-stale extends max-age",
      .get(answer: tagged),
      .get(after: 15, sends: ["Cache-Control: max-age=10, max-stale=5"], gives: .stored(0)),
      .get(after: 1, sends: ["Cache-Control: max-age=10, max-stale=5"], gives: .confirmed(0))
    ),
    CacheRow(
      "only-if-cached fails without a stored response",
      .get(sends: ["Cache-Control: only-if-cached"], gives: .miss)
    ),
    CacheRow(
      "only-if-cached uses a fresh response",
      .get(answer: tagged),
      .get(after: 1, sends: ["Cache-Control: only-if-cached"], gives: .stored(0))
    ),
    CacheRow(
      "only-if-cached fails with a stale response",
      .get(answer: tagged),
      .get(after: 101, sends: ["Cache-Control: only-if-cached"], gives: .miss)
    ),
    CacheRow(
      "only-if-cached uses a stale response that max-stale permits",
      .get(answer: tagged),
      .get(after: 101, sends: ["Cache-Control: only-if-cached, max-stale"], gives: .stored(0))
    ),
    CacheRow(
      "a reload doesn't revalidate an immutable response",
      .get(answer: ["Cache-Control: max-age=100, immutable", "ETag: \"a\""]),
      .get(after: 1, sends: ["Cache-Control: max-age=0"], gives: .stored(0)),
      .get(after: 1, sends: ["Cache-Control: no-cache"], gives: .confirmed(0))
    ),
    CacheRow(
      "immutable applies only to a fresh response",
      .get(answer: ["Cache-Control: max-age=100, immutable", "ETag: \"a\""]),
      .get(after: 101, sends: ["Cache-Control: max-age=0"], gives: .confirmed(0))
    ),
    CacheRow(
      "unknown directives are ignored",
      .get(answer: tagged),
      .get(after: 1, sends: ["Cache-Control: foo, bar=\"no-cache\""], gives: .stored(0))
    ),
  ]
}
