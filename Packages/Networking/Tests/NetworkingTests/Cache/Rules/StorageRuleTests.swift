import Testing

@testable import Networking

@Suite("Response storage")
struct StorageRuleTests {
  @Test(
    "stores responses according to RFC 9111, section 3",
    arguments: directives + statuses + fields,
    CachePlace.tested
  )
  func followsTheRules(row: CacheRow, place: CachePlace) async throws {
    try await CacheRowRunner(row, on: place).run()
  }

  private static let fresh = "Cache-Control: max-age=600"

  static let directives: [CacheRow] = [
    CacheRow(
      "no-store in a response",
      .get(answer: ["Cache-Control: no-store, max-age=600", "ETag: \"a\""]),
      .get(after: 1, asksWithout: ["If-None-Match"])
    ),
    CacheRow("no-store in capitals", .get(answer: ["Cache-Control: NO-STORE, max-age=600"]), .get(after: 1)),
    CacheRow(
      "no-store on another line",
      .get(answer: ["Cache-Control: max-age=600", "Cache-Control: no-store"]),
      .get(after: 1)
    ),
    CacheRow("no-store in the request", .get(sends: ["Cache-Control: no-store"], answer: [fresh]), .get(after: 1)),
    CacheRow(
      "a request with no-store still uses entries",
      .get(answer: [fresh]),
      .get(after: 1, sends: ["Cache-Control: no-store"], gives: .stored(0))
    ),
    CacheRow(
      "no-cache in a response: never used without revalidation",
      .get(answer: ["Cache-Control: no-cache, max-age=600", "ETag: \"a\""]),
      .get(after: 1, gives: .confirmed(0), asks: ["If-None-Match: \"a\""])
    ),
    CacheRow(
      "no-cache with fields counts as no-cache",
      .get(answer: ["Cache-Control: no-cache=\"Set-Cookie, X\", max-age=600", "ETag: \"a\""]),
      .get(after: 1, gives: .confirmed(0))
    ),
    CacheRow(
      "no-cache in mixed case",
      .get(answer: ["Cache-Control: No-Cache, max-age=600"]),
      .get(after: 1)
    ),
    CacheRow(
      "Pragma in a response is ignored",
      .get(answer: [fresh, "Pragma: no-cache"]),
      .get(after: 1, gives: .stored(0))
    ),
    CacheRow(
      "must-understand takes precedence over no-store for a known status",
      .get(answer: ["Cache-Control: must-understand, no-store, max-age=600"]),
      .get(after: 1, gives: .stored(0))
    ),
    CacheRow(
      "must-understand forbids storing an unknown status",
      .get(status: 299, answer: ["Cache-Control: must-understand, max-age=600"]),
      .get(after: 1)
    ),
    CacheRow(
      "a new response that must not be stored removes the old one",
      .get(answer: ["Cache-Control: max-age=1", "ETag: \"a\""]),
      .get(after: 5, answer: ["Cache-Control: no-store"]),
      .get(after: 1, asksWithout: ["If-None-Match"])
    ),
    CacheRow(
      "no-store in a later request keeps the stored response",
      .get(answer: ["Cache-Control: max-age=1", "ETag: \"a\""]),
      .get(after: 5, sends: ["Cache-Control: no-store"], answer: [fresh]),
      .get(after: 1, gives: .confirmed(0), asks: ["If-None-Match: \"a\""])
    ),
  ]

  static let statuses: [CacheRow] =
    [200, 203, 299, 302, 303, 307, 400, 404, 410, 499, 500, 503, 599].map { status in
      CacheRow(
        "explicit freshness with status \(status)",
        .get(status: status, answer: [fresh]),
        .get(after: 1, gives: .stored(0))
      )
    }
    + [
      CacheRow(
        "a partial response isn't stored",
        .get(status: 206, answer: [fresh, "Content-Range: bytes 0-3/9"]),
        .get(after: 1)
      ),
      CacheRow(
        "200 with Content-Range isn't stored if a range was requested",
        .get(sends: ["Range: bytes=0-3"], answer: [fresh, "Content-Range: bytes 0-3/9"]),
        .get(after: 1)
      ),
      CacheRow(
        "200 with Content-Range is stored if no range was requested",
        .get(answer: [fresh, "Content-Range: bytes 0-3/9"]),
        .get(after: 1, gives: .stored(0))
      ),
      CacheRow(
        "an unknown content coding is stored",
        .get(answer: [fresh, "Content-Encoding: x-unknown"]),
        .get(after: 1, gives: .stored(0), has: ["Content-Encoding: x-unknown"])
      ),
      CacheRow(
        "a range request for content of unknown length is sent to the service",
        .get(answer: [fresh]),
        .get(after: 1, sends: ["Range: bytes=0-1"], status: 206, answer: ["Content-Range: bytes 0-1/6"]),
        .get(after: 1, gives: .stored(0))
      ),
      CacheRow(
        "If-Range is sent to the service together with Range",
        .get(answer: [fresh, "ETag: \"a\""]),
        .get(after: 1, sends: ["Range: bytes=0-1", "If-Range: \"a\""], status: 206)
      ),
      CacheRow("If-Match is sent to the service", .get(answer: [fresh]), .get(after: 1, sends: ["If-Match: \"a\""])),
      CacheRow(
        "If-Unmodified-Since is sent to the service",
        .get(answer: [fresh]),
        .get(after: 1, sends: ["If-Unmodified-Since: \(httpDate(0))"])
      ),
      CacheRow("responses to POST aren't stored", .send(.post, answer: [fresh]), .get(after: 1)),
      CacheRow("responses to PUT aren't stored", .send(.put, answer: [fresh]), .get(after: 1)),
      CacheRow("responses to HEAD aren't stored for GET", .send(.head, answer: [fresh]), .get(after: 1)),
      CacheRow("responses to OPTIONS aren't stored", .send(.options, answer: [fresh]), .send(.options, after: 1)),
      CacheRow(
        "content whose length differs from the declared length isn't stored",
        .get(answer: [fresh, "Content-Length: 5"]),
        .get(after: 1)
      ),
      CacheRow(
        "content of the declared length is stored",
        .get(answer: [fresh, "Content-Length: 6"]),
        .get(after: 1, gives: .stored(0), has: ["Content-Length: 6"])
      ),
      CacheRow(
        "URLs with different queries are different",
        .get("/a?b=1", answer: [fresh]),
        .get("/a?b=2", after: 1, answer: [fresh]),
        .get("/a?b=1", gives: .stored(0))
      ),
      CacheRow("paths are case-sensitive", .get("/a", answer: [fresh]), .get("/A", after: 1)),
      CacheRow(
        "a fragment doesn't change the URL",
        .get("/a", answer: [fresh]),
        .get("/a#part", after: 1, gives: .stored(0))
      ),
    ]

  static let fields: [CacheRow] =
    [
      "Keep-Alive", "Proxy-Connection", "TE", "Trailer", "Transfer-Encoding", "Upgrade", "Proxy-Authenticate",
      "Proxy-Authorization",
      "Proxy-Authentication-Info",
    ].map { name in
      CacheRow(
        "\(name) isn't stored",
        .get(answer: [fresh, "\(name): x"]),
        .get(after: 1, gives: .stored(0), lacks: [name])
      )
    }
    + [
      CacheRow(
        "Connection and the fields that it lists aren't stored",
        .get(answer: [
          fresh, "Connection: X-One, x-two", "Connection: X-Three", "X-One: 1", "X-Two: 2", "X-Three: 3", "X-Four: 4",
        ]),
        .get(after: 1, gives: .stored(0), has: ["X-Four: 4"], lacks: ["Connection", "X-One", "X-Two", "X-Three"])
      ),
      CacheRow(
        "unknown fields are stored, even on several lines",
        .get(answer: [fresh, "X-Own: 1", "x-own: 2", "Test-Header: a"]),
        .get(after: 1, gives: .stored(0), has: ["X-Own: 1, 2", "Test-Header: a"])
      ),
      CacheRow(
        "responses with cookies are stored",
        .get(answer: [fresh, "Set-Cookie: a=b", "X-Own: 1"]),
        .get(after: 1, gives: .stored(0), has: ["X-Own: 1"])
      ),
      CacheRow(
        "a missing Date is added",
        .get(answer: [fresh]),
        .get(after: 1, gives: .stored(0), has: ["Date: \(httpDate(0))"])
      ),
      CacheRow(
        "responses to Authorization are stored by a private cache",
        .get(sends: ["Authorization: Bearer a"], answer: [fresh]),
        .get(after: 1, sends: ["Authorization: Bearer a"], gives: .stored(0))
      ),
      CacheRow(
        "responses to credentials aren't used for other credentials",
        .get(sends: ["Authorization: Bearer a"], answer: [fresh]),
        .get(after: 1, sends: ["Authorization: Bearer b"], answer: [fresh]),
        .get(after: 1),
        .get(sends: ["Authorization: Bearer a"], gives: .stored(0))
      ),
      CacheRow(
        "responses to cookies aren't used for other cookies",
        .get(sends: ["Cookie: session=a"], answer: [fresh]),
        .get(after: 1, sends: ["Cookie: session=b"])
      ),
    ]
}
