import Testing

@testable import Networking

@Suite("Cache invalidation")
struct InvalidationRuleTests {
  @Test(
    "invalidates and updates entries according to RFC 9111, sections 4.4 and 4.3.5",
    arguments: unsafe + named + heads,
    CachePlace.tested
  )
  func followsTheRules(row: CacheRow, place: CachePlace) async throws {
    try await CacheRowRunner(row, on: place).run()
  }

  private static let fresh = ["Cache-Control: max-age=600"]

  private static func methods(_ names: [String]) -> [HTTPMethod] { names.compactMap { HTTPMethod($0) } }

  static let unsafe: [CacheRow] =
    methods(["POST", "PUT", "DELETE", "PATCH", "M-SEARCH", "FOO"]).map { method in
      CacheRow(
        "a successful \(method) removes entries",
        .get(answer: fresh),
        .get(after: 1, gives: .stored(0)),
        .send(method, after: 1),
        .get(after: 1)
      )
    }
    + methods(["POST", "PUT", "DELETE", "FOO"]).map { method in
      CacheRow(
        "a failed \(method) removes nothing",
        .get(answer: fresh),
        .send(method, after: 1, status: 500),
        .send(method, after: 1, status: 404),
        .get(after: 1, gives: .stored(0))
      )
    }
    + methods(["OPTIONS", "TRACE", "HEAD"]).map { method in
      CacheRow(
        "\(method) removes nothing",
        .get(answer: fresh),
        .send(method, after: 1, gives: method == .head ? .stored(0) : .origin),
        .get(after: 1, gives: .stored(0))
      )
    }
    + [
      CacheRow(
        "a redirected POST removes entries",
        .get(answer: fresh),
        .send(.post, after: 1, status: 303, answer: ["Location: /elsewhere"]),
        .get(after: 1)
      ),
      CacheRow(
        "a successful change removes all variants",
        .get(sends: ["Foo: 1"], answer: fresh + ["Vary: Foo"]),
        .get(sends: ["Foo: 2"], answer: fresh + ["Vary: Foo"]),
        .send(.put, after: 1),
        .get(after: 1, sends: ["Foo: 1"]),
        .get(after: 1, sends: ["Foo: 2"])
      ),
      CacheRow(
        "a successful change keeps the entries of other URLs",
        .get("/b", answer: fresh),
        .send(.post, "/a", after: 1),
        .get("/b", after: 1, gives: .stored(0))
      ),
    ]

  static let named: [CacheRow] =
    ["Location", "Content-Location"].flatMap { name in
      [
        CacheRow(
          "\(name) of the same origin",
          .get("/b", answer: fresh),
          .send(.post, "/a", after: 1, answer: ["\(name): /b"]),
          .get("/b", after: 1)
        ),
        CacheRow(
          "\(name) of the same origin, absolute",
          .get("/b", answer: fresh),
          .send(.post, "/a", after: 1, answer: ["\(name): http://host:80/b"]),
          .get("/b", after: 1)
        ),
        CacheRow(
          "\(name) relative to the path",
          .get("/x/b", answer: fresh),
          .send(.post, "/x/a", after: 1, answer: ["\(name): b"]),
          .get("/x/b", after: 1)
        ),
        CacheRow(
          "\(name) of another origin",
          .get("/b", answer: fresh),
          .send(.post, "/a", after: 1, answer: ["\(name): http://other/b"]),
          .get("/b", after: 1, gives: .stored(0))
        ),
        CacheRow(
          "\(name) of a failed change",
          .get("/b", answer: fresh),
          .send(.post, "/a", after: 1, status: 500, answer: ["\(name): /b"]),
          .get("/b", after: 1, gives: .stored(0))
        ),
      ]
    }

  static let heads: [CacheRow] = [
    CacheRow(
      "HEAD is served from the entry for GET",
      .get(answer: fresh + ["X-Own: 1"]),
      .send(.head, after: 1, gives: .stored(0), has: ["X-Own: 1", "Age: 1"])
    ),
    CacheRow(
      "HEAD updates the stored fields",
      .get(answer: ["Cache-Control: max-age=1", "ETag: \"a\"", "X-Own: old"]),
      .send(
        .head,
        after: 5,
        sends: ["Cache-Control: only-if-asked"],
        answer: ["Cache-Control: max-age=60", "ETag: \"a\"", "X-Own: new"],
        gives: .confirmed(0)
      ),
      .get(after: 1, gives: .stored(0), has: ["X-Own: new"])
    ),
    CacheRow(
      "a response to HEAD with the same tag refreshes the entry",
      .get(answer: ["Cache-Control: max-age=1", "Last-Modified: \(httpDate(-100))", "ETag: \"a\""]),
      .send(.head, after: 5, answer: ["Cache-Control: max-age=60", "ETag: \"a\"", "X-Own: new"]),
      .get(after: 1, gives: .stored(0), has: ["X-Own: new"])
    ),
    CacheRow(
      "HEAD with another tag removes the entry",
      .get(answer: ["Cache-Control: max-age=1", "ETag: \"a\""]),
      .send(.head, after: 5, answer: ["Cache-Control: max-age=60", "ETag: \"b\""]),
      .get(after: 1, asksWithout: ["If-None-Match"])
    ),
    CacheRow(
      "HEAD with another modification date removes the entry",
      .get(answer: ["Cache-Control: max-age=1", "Last-Modified: \(httpDate(-100))"]),
      .send(.head, after: 5, answer: ["Cache-Control: max-age=60", "Last-Modified: \(httpDate(-10))"]),
      .get(after: 1, asksWithout: ["If-Modified-Since"])
    ),
    CacheRow(
      "HEAD with another length removes the entry",
      .get(answer: ["Cache-Control: max-age=1", "Content-Length: 6"]),
      .send(.head, after: 5, answer: ["Cache-Control: max-age=60", "Content-Length: 7"]),
      .get(after: 1)
    ),
    CacheRow(
      "a failed HEAD changes nothing",
      .get(answer: ["Cache-Control: max-age=1", "ETag: \"a\""]),
      .send(.head, after: 5, status: 500),
      .get(after: 1, gives: .confirmed(0))
    ),
    CacheRow(
      "HEAD with no-store removes the entry",
      .get(answer: ["Cache-Control: max-age=1", "ETag: \"a\""]),
      .send(.head, after: 5, answer: ["Cache-Control: no-store", "ETag: \"a\""]),
      .get(after: 1, asksWithout: ["If-None-Match"])
    ),
  ]
}
