import Testing

@testable import Networking

@Suite("Stale responses")
struct StaleRuleTests {
  @Test(
    "uses stale responses according to RFC 9111, section 4.2.4 and RFC 5861",
    arguments: gone + meanwhile + onError,
    CachePlace.tested
  )
  func followsTheRules(row: CacheRow, place: CachePlace) async throws {
    try await CacheRowRunner(row, on: place).run()
  }

  private static func control(_ text: String) -> [String] { ["Cache-Control: \(text)", "ETag: \"a\""] }

  static let gone: [CacheRow] = [
    CacheRow(
      "a fresh response is used if the service is unreachable",
      .get(answer: control("max-age=10")),
      .whileGone(after: 5, gives: .stored(0))
    ),
    CacheRow(
      "a stale response isn't used if the service is unreachable",
      .get(answer: control("max-age=10")),
      .whileGone(after: 11, gives: .networkFailure)
    ),
    CacheRow(
      "must-revalidate permits a fresh response if the service is unreachable",
      .get(answer: control("max-age=10, must-revalidate")),
      .whileGone(after: 5, gives: .stored(0))
    ),
    CacheRow(
      "must-revalidate forbids a stale response if the service is unreachable",
      .get(answer: control("max-age=10, must-revalidate, stale-if-error=600")),
      .whileGone(after: 11, gives: .networkFailure)
    ),
    CacheRow(
      "must-revalidate is case-insensitive",
      .get(answer: control("max-age=10, MUST-REVALIDATE, stale-if-error=600")),
      .whileGone(after: 11, gives: .networkFailure)
    ),
    CacheRow(
      "must-revalidate takes precedence over the request's max-stale",
      .get(answer: control("max-age=10, must-revalidate")),
      .whileGone(after: 11, sends: ["Cache-Control: stale-if-error=600"], gives: .networkFailure)
    ),
    CacheRow(
      "no-cache forbids a stored response if the service is unreachable",
      .get(answer: control("max-age=10, no-cache, stale-if-error=600")),
      .whileGone(after: 5, gives: .networkFailure)
    ),
    CacheRow(
      "no-cache with fields forbids a stored response if the service is unreachable",
      .get(answer: control("max-age=10, no-cache=\"X\", stale-if-error=600")),
      .whileGone(after: 5, gives: .networkFailure)
    ),
    CacheRow(
      "no-cache in the request forbids a stored response if the service is unreachable",
      .get(answer: control("max-age=10, stale-if-error=600")),
      .whileGone(after: 5, sends: ["Cache-Control: no-cache"], gives: .networkFailure)
    ),
    CacheRow(
      "must-revalidate revalidates a stale response",
      .get(answer: control("max-age=10, must-revalidate")),
      .get(after: 11, gives: .confirmed(0))
    ),
    CacheRow(
      "proxy-revalidate is for shared caches",
      .get(answer: control("max-age=10, proxy-revalidate, stale-if-error=60")),
      .whileGone(after: 11, gives: .inPlaceOfFailure(0))
    ),
  ]

  static let meanwhile: [CacheRow] = [
    CacheRow(
      "stale-while-revalidate: used within its window and then replaced",
      .get(answer: control("max-age=10, stale-while-revalidate=20")),
      .get(after: 15, answer: control("max-age=10"), gives: .storedWhileAsking(0)),
      .get(after: 5, gives: .stored(1))
    ),
    CacheRow(
      "stale-while-revalidate: used at the end of its window",
      .get(answer: control("max-age=10, stale-while-revalidate=20")),
      .get(after: 30, answer: control("max-age=10"), gives: .storedWhileAsking(0))
    ),
    CacheRow(
      "stale-while-revalidate: not used after its window",
      .get(answer: control("max-age=10, stale-while-revalidate=20")),
      .get(after: 31, gives: .confirmed(0))
    ),
    CacheRow(
      "stale-while-revalidate: no request while the response is fresh",
      .get(answer: control("max-age=10, stale-while-revalidate=20")),
      .get(after: 9, gives: .stored(0))
    ),
    CacheRow(
      "stale-while-revalidate without a validator requests the whole response",
      .get(answer: ["Cache-Control: max-age=10, stale-while-revalidate=20"]),
      .get(after: 15, answer: ["Cache-Control: max-age=10"], gives: .storedWhileAsking(0)),
      .get(after: 5, gives: .stored(1))
    ),
    CacheRow(
      "stale-while-revalidate includes the received age",
      .get(answer: control("max-age=10, stale-while-revalidate=20") + ["Age: 25"]),
      .get(after: 6, gives: .confirmed(0))
    ),
    CacheRow(
      "stale-while-revalidate with a quoted number",
      .get(answer: control("max-age=10, stale-while-revalidate=\"20\"")),
      .get(after: 15, gives: .storedWhileAsking(0))
    ),
    CacheRow(
      "stale-while-revalidate without a number",
      .get(answer: control("max-age=10, stale-while-revalidate")),
      .get(after: 15, gives: .confirmed(0))
    ),
    CacheRow(
      "must-revalidate takes precedence over stale-while-revalidate",
      .get(answer: control("max-age=10, must-revalidate, stale-while-revalidate=20")),
      .get(after: 15, gives: .confirmed(0))
    ),
    CacheRow(
      "no-cache takes precedence over stale-while-revalidate",
      .get(answer: control("max-age=10, no-cache, stale-while-revalidate=20")),
      .get(after: 5, gives: .confirmed(0))
    ),
    CacheRow(
      "the request's max-age takes precedence over stale-while-revalidate",
      .get(answer: control("max-age=10, stale-while-revalidate=20")),
      .get(after: 15, sends: ["Cache-Control: max-age=60"], gives: .confirmed(0))
    ),
    CacheRow(
      "stale-while-revalidate without max-age",
      .get(answer: control("stale-while-revalidate=20")),
      .get(after: 15, gives: .storedWhileAsking(0))
    ),
    CacheRow(
      "stale-while-revalidate: used until its window ends if the service is unreachable",
      .get(answer: control("max-age=10, stale-while-revalidate=20")),
      .whileGone(after: 15, gives: .storedWhileAsking(0)),
      .whileGone(after: 5, gives: .storedWhileAsking(0)),
      .whileGone(after: 15, gives: .networkFailure)
    ),
  ]

  static let onError: [CacheRow] =
    [500, 502, 503, 504].map { status in
      CacheRow(
        "stale-if-error instead of \(status), within its window",
        .get(answer: control("max-age=10, stale-if-error=20")),
        .get(after: 30, status: status, gives: .inPlaceOfFailure(0), has: ["Age: 30"]),
        .get(after: 1, status: status)
      )
    }
    + [
      CacheRow(
        "stale-if-error: used within its window if the service is unreachable",
        .get(answer: control("max-age=10, stale-if-error=20")),
        .whileGone(after: 30, gives: .inPlaceOfFailure(0)),
        .whileGone(after: 1, gives: .networkFailure)
      ),
      CacheRow(
        "stale-if-error without a validator",
        .get(answer: ["Cache-Control: max-age=10, stale-if-error=20"]),
        .whileGone(after: 30, gives: .inPlaceOfFailure(0))
      ),
      CacheRow(
        "stale-if-error doesn't apply to 404",
        .get(answer: control("max-age=10, stale-if-error=20")),
        .get(after: 15, status: 404)
      ),
      CacheRow(
        "stale-if-error doesn't apply to 501",
        .get(answer: control("max-age=10, stale-if-error=20")),
        .get(after: 15, status: 501)
      ),
      CacheRow(
        "stale-if-error tries the service first",
        .get(answer: control("max-age=10, stale-if-error=20")),
        .get(after: 15, gives: .confirmed(0))
      ),
      CacheRow(
        "stale-if-error in the request",
        .get(answer: control("max-age=10")),
        .whileGone(after: 30, sends: ["Cache-Control: stale-if-error=20"], gives: .inPlaceOfFailure(0)),
        .whileGone(after: 1, sends: ["Cache-Control: stale-if-error=20"], gives: .networkFailure)
      ),
      CacheRow(
        "stale-if-error with an invalid number",
        .get(answer: control("max-age=10, stale-if-error=long")),
        .whileGone(after: 11, gives: .networkFailure)
      ),
      CacheRow(
        "a failure doesn't replace the stored response",
        .get(answer: control("max-age=10, stale-if-error=600")),
        .get(after: 15, status: 503, gives: .inPlaceOfFailure(0)),
        .get(after: 15, gives: .confirmed(0))
      ),
    ]
}
