import Testing

@testable import Networking

@Suite("Cache policy")
struct PolicyRuleTests {
  @Test(
    "prefers the request's cache policy to the service's directives",
    arguments: rows + disconnected,
    CachePlace.tested
  )
  func followsTheRules(row: CacheRow, place: CachePlace) async throws {
    try await CacheRowRunner(row, on: place).run()
  }

  private static let day = CachePolicy.timeToLive(.seconds(86_400))
  private static let tagged = ["Cache-Control: max-age=10", "ETag: \"a\""]

  private static let connected = CachePolicy.standard.staleIfDisconnected()

  /// The directives, in responses or requests, that forbid stale responses while the cache is disconnected.
  private static let forbidding: [(answer: String, sends: [String])] =
    ["must-revalidate", "no-cache"].map { ("Cache-Control: max-age=10, \($0)", []) }
    + ["no-cache", "max-age=100", "min-fresh=1"].map { ("Cache-Control: max-age=10", ["Cache-Control: \($0)"]) }

  static let disconnected: [CacheRow] =
    [
      CacheRow(
        "a disconnected cache uses a stale response",
        .get(answer: tagged),
        .whileGone(after: 1000, policy: connected, gives: .inPlaceOfFailure(0))
      ),
      CacheRow(
        "a disconnected cache uses a response that was never fresh",
        .get(policy: connected),
        .whileGone(after: 1000, policy: connected, gives: .inPlaceOfFailure(0))
      ),
      CacheRow(
        "a cache that gets a 503 isn't disconnected",
        .get(answer: tagged),
        .get(after: 1000, policy: connected, status: 503)
      ),
    ]
    + forbidding.map { row in
      CacheRow(
        "a disconnected cache respects \(row.sends.first ?? row.answer)",
        .get(answer: [row.answer]),
        .whileGone(after: 1000, sends: row.sends, policy: connected, gives: .networkFailure)
      )
    }

  static let rows: [CacheRow] =
    [
      CacheRow(
        "a fixed lifetime applies without directives from the service",
        .get(policy: day),
        .get(after: 86_399, policy: day, gives: .stored(0)),
        .get(after: 1, policy: day)
      ),
      CacheRow(
        "a fixed lifetime overrides the service's no-store",
        .get(policy: day, answer: ["Cache-Control: no-store"]),
        .get(after: 100, policy: day, gives: .stored(0))
      ),
      CacheRow(
        "a fixed lifetime overrides the service's no-cache and must-revalidate",
        .get(policy: day, answer: ["Cache-Control: no-cache, must-revalidate, max-age=0", "ETag: \"a\""]),
        .get(after: 86_399, policy: day, gives: .stored(0)),
        .get(after: 1, policy: day, gives: .confirmed(0)),
        .get(after: 86_399, policy: day, gives: .stored(0))
      ),
      CacheRow(
        "a fixed lifetime overrides Vary: *",
        .get(policy: day, answer: ["Vary: *"]),
        .get(after: 100, policy: day, gives: .stored(0))
      ),
      CacheRow(
        "a fixed lifetime can be shorter than the service's",
        .get(policy: .timeToLive(.seconds(5)), answer: tagged),
        .get(after: 5, policy: .timeToLive(.seconds(5)), gives: .confirmed(0))
      ),
      CacheRow(
        "a fixed lifetime ignores the received age",
        .get(policy: day, answer: ["Age: 86400"]),
        .get(after: 1, policy: day, gives: .stored(0))
      ),
      CacheRow(
        "a fixed lifetime doesn't apply to failures",
        .get(policy: day, status: 500),
        .get(after: 1, policy: day)
      ),
      CacheRow(
        "a fixed lifetime doesn't apply to stored failures",
        .get(policy: day, status: 404, answer: tagged),
        .get(after: 9, policy: day, gives: .stored(0)),
        .get(after: 2, policy: day, gives: .confirmed(0))
      ),
      CacheRow(
        "an entry stored only because of a policy isn't used without a policy",
        .get(policy: day, answer: ["Cache-Control: no-store"]),
        .get(after: 1)
      ),
      CacheRow(
        "the request's own no-cache still counts",
        .get(policy: day, answer: tagged),
        .get(after: 1, sends: ["Cache-Control: no-cache"], policy: day, gives: .confirmed(0))
      ),
      CacheRow(
        "forever keeps a response fresh until it is removed",
        .get(policy: .forever),
        .get(after: 86_400 * 3650, policy: .forever, gives: .stored(0))
      ),
      CacheRow(
        "never store doesn't store the response",
        .get(policy: .neverStore, answer: ["Cache-Control: max-age=600"]),
        .get(after: 1)
      ),
      CacheRow(
        "never store doesn't use stored responses",
        .get(answer: ["Cache-Control: max-age=600"]),
        .get(after: 1, policy: .neverStore),
        .get(after: 1, gives: .stored(0))
      ),
      CacheRow(
        "refresh requests the whole response and stores it",
        .get(answer: ["Cache-Control: max-age=600", "ETag: \"a\""]),
        .get(after: 1, policy: .refresh, answer: ["Cache-Control: max-age=600"], asksWithout: ["If-None-Match"]),
        .get(after: 1, gives: .stored(1))
      ),
      CacheRow(
        "refresh stores a response with a fixed lifetime",
        .get(policy: day),
        .get(after: 1, policy: day.refreshing()),
        .get(after: 1, policy: day, gives: .stored(1))
      ),
      CacheRow("offline fails without a stored response", .get(policy: .offline, gives: .miss)),
      CacheRow(
        "offline uses a fresh response",
        .get(answer: tagged),
        .get(after: 1, policy: .offline, gives: .stored(0))
      ),
      CacheRow(
        "offline uses a stale response, regardless of its directives",
        .get(answer: ["Cache-Control: max-age=10, must-revalidate", "ETag: \"a\""]),
        .get(after: 1000, policy: .offline, gives: .stored(0), has: ["Age: 1000"])
      ),
      CacheRow(
        "offline fails for another variant",
        .get(sends: ["Foo: 1"], answer: tagged + ["Vary: Foo"]),
        .get(after: 1, sends: ["Foo: 2"], policy: .offline, gives: .miss)
      ),
      CacheRow(
        "a stale response is used if the service is unreachable",
        .get(answer: tagged),
        .whileGone(after: 1000, policy: .standard.staleIfUnavailable(), gives: .inPlaceOfFailure(0))
      ),
      CacheRow(
        "a stale response is used despite must-revalidate",
        .get(answer: ["Cache-Control: max-age=10, must-revalidate", "ETag: \"a\""]),
        .whileGone(after: 1000, policy: .standard.staleIfUnavailable(), gives: .inPlaceOfFailure(0))
      ),
      CacheRow(
        "a stale response is used even if it was never fresh",
        .get(policy: .standard.staleIfUnavailable()),
        .whileGone(after: 1000, policy: .standard.staleIfUnavailable(), gives: .inPlaceOfFailure(0))
      ),
      CacheRow(
        "a stale response is used after a fixed lifetime",
        .get(policy: day.staleIfUnavailable()),
        .whileGone(after: 100_000, policy: day.staleIfUnavailable(), gives: .inPlaceOfFailure(0))
      ),
      CacheRow(
        "a stale response is used despite the request's max-age",
        .get(answer: tagged),
        .whileGone(
          after: 1000,
          sends: ["Cache-Control: max-age=5"],
          policy: .standard.staleIfUnavailable(),
          gives: .inPlaceOfFailure(0)
        )
      ),
      CacheRow(
        "a failed refresh uses a stale response if permitted",
        .get(answer: tagged),
        .whileGone(after: 1000, policy: CachePolicy.refresh.staleIfUnavailable(), gives: .inPlaceOfFailure(0))
      ),
      CacheRow(
        "a failed refresh returns the failure by default",
        .get(answer: tagged),
        .whileGone(after: 1000, policy: .refresh, gives: .networkFailure)
      ),
      CacheRow(
        "a missing entry stays a miss",
        .whileGone(policy: .standard.staleIfUnavailable(), gives: .networkFailure)
      ),
      CacheRow(
        "a stale response doesn't replace a 404",
        .get(answer: tagged),
        .get(after: 1000, policy: .standard.staleIfUnavailable(), status: 404)
      ),
    ]
    + [429, 500, 501, 503, 599].map { status in
      CacheRow(
        "a stale response replaces a \(status)",
        .get(answer: tagged),
        .get(
          after: 1000,
          policy: .standard.staleIfUnavailable(),
          status: status,
          gives: .inPlaceOfFailure(0),
          has: ["Age: 1000"]
        )
      )
    }
}
